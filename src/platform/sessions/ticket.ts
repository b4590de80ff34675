import { z } from "zod"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { isSameSecret, keyedHashes } from "../../kit/service/crypto.ts"
import type { Visitor } from "../../kit/operation/operation.ts"
import { beginAttempt, consumeNetwork } from "../accounts/attempts-store.ts"
import { emailKeyOf } from "../accounts/rules.ts"
import { findMembers } from "../tenants/memberships-store.ts"
import type { Verified } from "./sign-in.ts"

const Ticket = z.object({
  emailKey: z.string(),
  passwordVersion: z.int(),
  tenant: z.string(),
  until: z.int(),
  isBySingleSignOn: z.boolean().default(false),
})
const lifetimeMs = 5 * 60_000

/**
 * For the second step of the sign-in page: proves for five minutes that the password was right, so that it is not sent again. The ticket is
 * signed and not stored. Alone it gives no access, because the code is still required.
 */
export function issueTicket({ member, isBySingleSignOn = false }: Verified): string {
  const { email, password_version: passwordVersion, tenant_id: tenant } = member
  const until = databaseClock.now(lifetimeMs).getTime()
  const ticket: z.output<typeof Ticket> = { emailKey: emailKeyOf(email), passwordVersion, tenant, until, isBySingleSignOn }
  const content = Buffer.from(JSON.stringify(ticket)).toString("base64url")
  return `${content}.${signatures(content)[0]}`
}

/** Throws AUT-1005 for a forged or expired ticket. The page then asks for the password again. */
export async function redeemTicket(text: string, { origin }: Visitor): Promise<Verified> {
  await consumeNetwork(origin.address)
  const { emailKey, passwordVersion, tenant, isBySingleSignOn } = parse(text)
  const member = (await findMembers(emailKey, tenant)).find(each => each.tenant_id === tenant)
  if (member?.password_version !== passwordVersion) throw generalProblem("AUT-1005")
  return { member, attempt: await beginAttempt({ emailKey, tenant, account: member }, origin.address), isBySingleSignOn }
}

function parse(text: string): z.output<typeof Ticket> {
  const [content = "", signature = ""] = text.split(".")
  if (!signatures(content).some(expected => isSameSecret(expected, signature))) throw generalProblem("AUT-1005")
  const ticket = Ticket.parse(JSON.parse(Buffer.from(content, "base64url").toString("utf8")))
  if (ticket.until < databaseClock.now().getTime()) throw generalProblem("AUT-1005")
  return ticket
}

const signatures = (content: string) => keyedHashes(`sign-in ticket ${content}`)
