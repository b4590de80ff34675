import type { FastifyRequest } from "fastify"
import { authenticate } from "../../kit/operation/authenticator.ts"
import { readPortalCookie } from "../../parties/portal-access/cookie.ts"
import type { Opened } from "./open.ts"

/**
 * Whether the reader is signed in to the portal as the contact who owes it. A payment link may be in anybody's hands, such as those of the
 * agent that made the request, so a link alone debits no account.
 */
export async function isPayer({ headers }: Pick<FastifyRequest, "headers">, { tenant, intent }: Opened): Promise<boolean> {
  const credential = readPortalCookie(headers.cookie)
  if (credential?.tenant !== tenant.id) return false
  const identity = await authenticate(credential)
  return identity?.caller.type === "contact" && identity.caller.user === intent.contact
}
