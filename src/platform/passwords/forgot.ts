import type { Visitor } from "../../kit/operation/operation.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { log } from "../../kit/service/log.ts"
import { consumeMail, consumeNetwork } from "../accounts/attempts-store.ts"
import { emailKeyOf } from "../accounts/rules.ts"
import { findMembers, type Member } from "../tenants/memberships-store.ts"
import { readUser } from "../tenants/store.ts"
import { sendMail } from "../mails/store.ts"
import { resetMail } from "./mails.ts"
import { resetLifetimeMs } from "./rules.ts"
import { countOpenTokens, insertToken } from "./store.ts"

/** Mails to one address in a minute; further ones are silently left out. */
const maxMailsPerMinute = 10
/** Links of one person that work at the same time; further ones are left out too, so that nobody can flood a mailbox. */
const maxOpenLinks = 10

/**
 * Mails a link to everybody with this e-mail, from each tenant that has an account for it. The response does not wait for the mails, and
 * takes the same look-up for everybody. So neither its content nor its time reveals who has an account.
 */
export async function forgot(email: string, { origin }: Visitor): Promise<void> {
  await consumeNetwork(origin.address)
  for (const member of await findMembers(emailKeyOf(email)))
    void mailLink(member).catch((error: unknown) => log.error({ error }, "the link for a new password could not be mailed"))
}

async function mailLink(member: Member) {
  const { tenant_id, user_id, email } = member
  if (!(await consumeMail(emailKeyOf(email), maxMailsPerMinute))) return
  await asSystem(tenant_id, "passwords forgot", async ctx => {
    if ((await countOpenTokens(ctx, member)) >= maxOpenLinks) return
    const token = insertToken(ctx, member, resetLifetimeMs)
    await sendMail(ctx, resetMail(await readUser(ctx, user_id), ctx.tenant, token))
  })
}
