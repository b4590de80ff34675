import { config } from "../../kit/service/config.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import type { Credential } from "../../kit/operation/authenticator.ts"
import { lifetimeMs, parseToken } from "./rules.ts"

/** Browsers accept a `__Host-` cookie only over https, only for this host and only for all of its paths. */
const isSecure = () => config.BASE_URL.startsWith("https:")
const nameOf = () => (isSecure() ? "__Host-session" : "session")
const attributes = () => `Path=/; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`

export const sessionCookie = (token: string) => `${nameOf()}=${token}; Max-Age=${lifetimeMs / 1000}; ${attributes()}`
export const endedSessionCookie = () => `${nameOf()}=; Max-Age=0; ${attributes()}`

/** The session of a Cookie header: undefined without one, null where it can't be one of ours. */
export function readSessionCookie(header: string | undefined): Extract<Credential, { kind: "session" }> | null | undefined {
  const start = `${nameOf()}=`
  const token = header
    ?.split(";")
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(start))
    ?.slice(start.length)
  if (token === undefined) return undefined
  const parsed = parseToken(token)
  return parsed ? { kind: "session", ...parsed, hash: sha256(token) } : null
}
