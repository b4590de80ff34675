import type { Credential } from "../../kit/operation/ports.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { hostCookie } from "../../kit/service/host-cookie.ts"
import { parseToken } from "../../platform/sessions/rules.ts"
import { sessionLifetimeMs } from "./rules.ts"

/** Like the cookie of people, but with a different name, so that neither works in place of the other. */
const cookie = hostCookie("portal", sessionLifetimeMs)
export const portalCookie = cookie.render
export const endedPortalCookie = cookie.renderEnded

/** Undefined when no cookie has the form of ours. */
export function readPortalCookie(header: string | undefined): Extract<Credential, { kind: "portal" }> | undefined {
  const token = cookie.read(header)
  const parsed = token === undefined ? undefined : parseToken(token)
  return token !== undefined && parsed ? { kind: "portal", ...parsed, hash: sha256(token) } : undefined
}
