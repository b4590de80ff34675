import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { transact } from "../../kit/db/unit-of-work.ts"
import type { Visitor } from "../../kit/operation/operation.ts"
import type { Origin } from "../../kit/pure/caller.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { permissionsOf } from "../../kit/pure/permissions.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { hashPassword, isOutdatedHash, isPassword } from "../../kit/service/password-hash.ts"
import { networkOf } from "../../kit/service/rate-limit.ts"
import { type Attempt, attemptSucceeded, attemptWithdrawn, beginAttempt, consumeNetwork, withCode } from "../accounts/attempts-store.ts"
import { addNetwork, emailKeyOf } from "../accounts/rules.ts"
import { redeemCode } from "../accounts/second-factor.ts"
import { type AccountRow, lockAccount, saveAccount } from "../accounts/store.ts"
import { findTenant } from "../tenants/find-store.ts"
import { findMembers, type Member, type Membership } from "../tenants/memberships-store.ts"
import { sendNewSignInMail } from "./mails.ts"
import { assertMaySignIn } from "./ports.ts"
import type { SignedIn, SignIn } from "./schema.ts"
import { insertSession, type Proven, renderSession, type SessionRow } from "./store.ts"

/** A person who is known, before the code is checked. */
export type Verified = {
  member: Member
  attempt: Attempt
  rehashed?: string
  /** The provider of the tenant has proved the person instead of a password. */
  isBySingleSignOn?: boolean
}
type Begun = SignedIn & { token: string }

export const signIn = async (input: SignIn, visitor: Visitor): Promise<Begun> =>
  beginSession(await verifyPassword(input, visitor), input.code, visitor)

/**
 * An e-mail without an account, a wrong password and a disabled user take the same look-up and the same hash, and get the same response, so
 * nobody learns who has an account. If a person is in several tenants, only one account is tried, so that this holds for them too: that of
 * the named tenant, otherwise the first of `findMembers`. For the same reason the attempt counts for the named tenant: a lock for the
 * tenant of the account would reveal it. This reveals nothing to somebody who knows the password. So once the password is right, the
 * attempt also counts for the account's tenant, and wrong codes share one counter whether or not the tenant is named.
 */
export async function verifyPassword(
  { email, password, tenant }: Omit<SignIn, "code">,
  { origin }: Pick<Visitor, "origin">,
): Promise<Verified> {
  await consumeNetwork(origin.address)
  const emailKey = emailKeyOf(email)
  const member = (await findMembers(emailKey, tenant)).find(each => tenant === undefined || each.tenant_id === tenant)
  const attempt = await beginAttempt({ emailKey, tenant, account: member }, origin.address)
  return settleAttempt(attempt, async () => {
    const isRight = await isPassword(password, member?.password_hash)
    if (!isRight || !member?.password_hash) throw generalProblem("AUT-1006")
    const rehashed = isOutdatedHash(member.password_hash) ? await hashPassword(password) : undefined
    const own =
      tenant === undefined ? await beginAttempt({ emailKey, tenant: member.tenant_id, account: member, isOwn: true }, origin.address) : []
    return { member, attempt: [...attempt, ...own], ...(rehashed && { rehashed }) }
  })
}

/** Checks the second factor of a person who has one, and begins the session. */
export async function beginSession(verified: Verified, code: string | undefined, visitor: Visitor): Promise<Begun> {
  const { member, rehashed } = verified
  const attempt = code === undefined ? verified.attempt : await withCode(verified.attempt, member, visitor.origin.address)
  const { row, token } = await settleAttempt(attempt, () =>
    asPerson(member, visitor.origin, async ctx => {
      const account = await lockAccount(ctx, member.user_id)
      if (account.password_version !== member.password_version) throw generalProblem("AUT-1006")
      const used = assertSecondFactor(account, code)
      if (!verified.isBySingleSignOn) await assertMaySignIn(ctx, member.user_id)
      const session = insertSession(ctx, { epoch: account.epoch, userAgent: visitor.userAgent })
      await noteSignIn(ctx, account, { ...used, ...(rehashed && { password_hash: rehashed }) }, session.row.user_agent)
      return session
    }),
  )
  await attemptSucceeded(attempt)
  return begun(row, token, member)
}

const begun = (row: SessionRow, token: string, { tenant_id, tenant_name: name }: Membership): Begun => ({
  ...renderSession(row, row.id),
  tenant: { _id: tenant_id, name },
  token,
})

/**
 * Begins the session of a person whom something else than their password proves. `prove` runs in the same commit, once the account is
 * locked, and throws where the proof no longer holds. What the person may do depends on their role alone.
 */
export async function beginProvenSession(member: Membership, visitor: Visitor, prove: (ctx: Context) => Promise<Proven>): Promise<Begun> {
  const { row, token } = await asPerson(member, visitor.origin, async ctx => {
    const account = await lockAccount(ctx, member.user_id)
    const proven = await prove(ctx)
    const session = insertSession(ctx, { epoch: account.epoch, userAgent: visitor.userAgent, ...proven })
    await noteSignIn(ctx, account, {}, session.row.user_agent)
    return session
  })
  return begun(row, token, member)
}

function assertSecondFactor(account: AccountRow, code: string | undefined): Partial<AccountRow> {
  if (!account.totp_secret) return {}
  if (code === undefined) throw generalProblem("AUT-1007")
  const used = redeemCode(account, code, databaseClock.now())
  if (!used) throw generalProblem("AUT-1006")
  return used
}

/** Stores the network, and mails the person if it is new. */
async function noteSignIn(ctx: Context, account: AccountRow, change: Partial<AccountRow>, userAgent: string) {
  const network = networkOf(ctx.origin.address)
  const isNew = account.networks.length > 0 && !account.networks.includes(network)
  saveAccount(ctx, account, { ...change, networks: addNetwork(account.networks, network) })
  const recoveryCodesLeft = change.recovery_hashes?.length
  if (isNew || recoveryCodesLeft !== undefined) await sendNewSignInMail(ctx, { userAgent, recoveryCodesLeft })
}

/** Only a wrong password or code stays counted as a failure. */
async function settleAttempt<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem && error.code === "AUT-1006")) await attemptWithdrawn(attempt)
    throw error
  }
}

/** Runs a unit of work as a person of a tenant. */
export async function asPerson<T>(membership: Membership, origin: Origin, work: (ctx: Context) => Promise<T>): Promise<T> {
  const { tenant_id, user_id: user, email, name, role } = membership
  const tenant = await findTenant({ id: tenant_id })
  if (!tenant) throw generalProblem("AUT-1006")
  const caller = { user, type: "person" as const, email, name, role, permissions: permissionsOf(membership) }
  return transact({ caller, tenant, origin, name: origin.requestId }, work)
}
