import { audit } from "../../kit/events/audit.ts"
import type { Visitor } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { hashPassword } from "../../kit/service/password-hash.ts"
import { consumeNetwork, forgetAttempts } from "../accounts/attempts-store.ts"
import { findMembers } from "../tenants/memberships-store.ts"
import { lockAccount } from "../accounts/store.ts"
import { endEverySession } from "../sessions/end-sessions.ts"
import { sendAccountMail } from "../sessions/mails.ts"
import type { SignOutDependent } from "../sessions/ports.ts"
import { asPerson } from "../sessions/sign-in.ts"
import { isCommonPassword } from "./common.ts"
import { passwordChanged } from "./mails.ts"
import { assertAcceptable } from "./rules.ts"
import { findToken } from "./store.ts"

/**
 * Sets a password with a mailed link. A refused password does not use up the link. Every session and assistant ends, and so does the lock
 * after wrong attempts. A second factor stays.
 */
export async function resetPassword(
  token: string,
  password: string,
  { origin }: Visitor,
  dependents: readonly SignOutDependent[],
): Promise<void> {
  await consumeNetwork(origin.address)
  const found = await findToken(token)
  const members = found ? await findMembers(found.email_key, found.tenant_id) : []
  const member = members.find(each => each.tenant_id === found?.tenant_id)
  if (!found || !member) throw generalProblem("AUT-1010")
  assertAcceptable(password, member.email, isCommonPassword)
  const password_hash = await hashPassword(password)
  await asPerson(member, origin, async ctx => {
    const account = await lockAccount(ctx, member.user_id)
    if (account.password_version !== found.password_version) throw generalProblem("AUT-1010")
    await endEverySession(ctx, account, dependents, { change: { password_hash, password_version: account.password_version + 1 } })
    audit(ctx, { action: "passwords.reset", kind: "passwords", id: ctx.caller.user })
    if (account.password_hash !== null) await sendAccountMail(ctx, locale => passwordChanged(locale, true))
  })
  const emailKey = found.email_key
  await forgetAttempts({ emailKey, tenant: member.tenant_id, account: member })
  if (member === members[0]) await forgetAttempts({ emailKey, account: member }) // a sign-in without a tenant tries this account
}
