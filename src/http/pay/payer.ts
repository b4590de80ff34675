import type { FastifyRequest } from "fastify"
import { authenticate } from "../../kit/operation/ports.ts"
import { type AuthorizationRow, findActiveByContact } from "../../money/authorizations/store.ts"
import { readPortalCookie } from "../../parties/portal-access/cookie.ts"
import type { Opened } from "./open.ts"

/**
 * Whether the reader is signed in to the portal as the contact who owes the payment. Anybody may have a payment link, such as the agent
 * that made the request, so a link alone debits no account.
 */
export async function isPayer({ headers }: Pick<FastifyRequest, "headers">, { tenant, intent }: Opened): Promise<boolean> {
  const credential = readPortalCookie(headers.cookie)
  if (credential?.tenant !== tenant.id) return false
  const identity = await authenticate(credential)
  return identity?.caller.type === "contact" && identity.caller.user === intent.contact
}

/**
 * The mandates by which the payer may pay. Mandates that were signed before a change of the contact's e-mail are left out, because an agent
 * may change it, and whoever reads the new mailbox can sign in.
 */
export async function mandatesOfPayer({ tenant, intent, emailChangedAt }: Opened): Promise<AuthorizationRow[]> {
  const mandates = await findActiveByContact({ tenant_id: tenant.id, contact_id: intent.contact, currency: intent.currency })
  return mandates.filter(({ created_at }) => !emailChangedAt || created_at > emailChangedAt)
}
