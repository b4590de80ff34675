import type { Credential } from "../../kit/operation/ports.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { hostCookie } from "../../kit/service/host-cookie.ts"
import { lifetimeMs, parseToken } from "./rules.ts"

const cookie = hostCookie("session", lifetimeMs)
export const sessionCookie = cookie.render
export const endedSessionCookie = cookie.renderEnded

/** The headers of a response with the token of a new or continued session. */
export const startsSession = (result: unknown) => ({ "set-cookie": sessionCookie((result as { token: string }).token) })

type SessionCredential = Extract<Credential, { kind: "session" }>

/** The session of a Cookie header: undefined without a cookie, null if it can't be one of ours. */
export function readSessionCookie(header: string | undefined): SessionCredential | null | undefined {
  const token = cookie.read(header)
  return token === undefined ? undefined : (credentialOf(token) ?? null)
}

function credentialOf(token: string): SessionCredential | undefined {
  const parsed = parseToken(token)
  return parsed && { kind: "session", ...parsed, hash: sha256(token) }
}

/** The sessions of this browser in other tenants. They wait there until their person switches to one. */
const waiting = hostCookie("waiting-sessions", lifetimeMs)
/** How many may wait: each is looked up when a person switches or signs out. */
export const maxWaiting = 9

export type HeldSession = { token: string; credential: SessionCredential }

/** All sessions of a browser: the one that its requests act by, and those that wait, the latest first. */
export function readHeldSessions(header: string | undefined): { current: HeldSession | undefined; waiting: HeldSession[] } {
  const held = (token: string | undefined): HeldSession[] => {
    const credential = token === undefined ? undefined : credentialOf(token)
    return token !== undefined && credential ? [{ token, credential }] : []
  }
  const [current] = held(cookie.read(header))
  return { current, waiting: (waiting.read(header) ?? "").split("~").slice(0, maxWaiting).flatMap(held) }
}

/** The cookies of a browser that holds these sessions. */
export const heldSessionsCookies = (current: string | undefined, others: readonly string[]): string[] => [
  current === undefined ? cookie.renderEnded() : cookie.render(current),
  others.length === 0 ? waiting.renderEnded() : waiting.render(others.join("~")),
]
