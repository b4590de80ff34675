import type { Credential } from "../../kit/operation/authenticator.ts"
import { config } from "../../kit/service/config.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { parseToken } from "../../platform/sessions/rules.ts"
import { sessionLifetimeMs } from "./rules.ts"

/** As the cookie of people, under a name of its own: neither works in place of the other. */
const isSecure = () => config.BASE_URL.startsWith("https:")
const nameOf = () => (isSecure() ? "__Host-portal" : "portal")
const attributes = () => `Path=/; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`

export const portalCookie = (token: string) => `${nameOf()}=${token}; Max-Age=${sessionLifetimeMs / 1000}; ${attributes()}`
export const endedPortalCookie = () => `${nameOf()}=; Max-Age=0; ${attributes()}`

/** Undefined without a cookie that could be one of ours. */
export function readPortalCookie(header: string | undefined): Extract<Credential, { kind: "portal" }> | undefined {
  const start = `${nameOf()}=`
  const token = header
    ?.split(";")
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(start))
    ?.slice(start.length)
  const parsed = token === undefined ? undefined : parseToken(token)
  return token !== undefined && parsed ? { kind: "portal", ...parsed, hash: sha256(token) } : undefined
}
