import type { Credential } from "../../kit/operation/ports.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { hostCookie } from "../../kit/service/host-cookie.ts"
import { lifetimeMs, parseToken } from "./rules.ts"

const cookie = hostCookie("session", lifetimeMs)
export const sessionCookie = cookie.render
export const endedSessionCookie = cookie.renderEnded

/** The headers of a response with the token of a new or continued session. */
export const startsSession = (result: unknown) => ({ "set-cookie": sessionCookie((result as { token: string }).token) })

/** The session of a Cookie header: undefined without a cookie, null if it can't be one of ours. */
export function readSessionCookie(header: string | undefined): Extract<Credential, { kind: "session" }> | null | undefined {
  const token = cookie.read(header)
  if (token === undefined) return undefined
  const parsed = parseToken(token)
  return parsed ? { kind: "session", ...parsed, hash: sha256(token) } : null
}
