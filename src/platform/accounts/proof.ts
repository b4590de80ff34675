import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { isPassword } from "../../kit/service/password-hash.ts"
import { type Attempt, attemptSucceeded, beginAttempt, withCode } from "./attempts-store.ts"
import { emailKeyOf } from "./rules.ts"
import { redeemCode } from "./second-factor.ts"
import { type AccountRow, findAccount, lockAccount } from "./store.ts"

/**
 * How a signed-in person proves their identity again: with a password, a code or both. Checking a password takes a tenth of a second, so it
 * happens between two units of work, like an external call. A dry run checks nothing, so it proves nothing.
 */
export type Proof = {
  account: AccountRow | undefined
  email: string
  address: string
  password: string | undefined
  code: string | undefined
  attempt?: Attempt
  isRight?: boolean
}

type Typed = { password?: string | undefined; code?: string | undefined }

export async function prepareProof(ctx: Context, { password, code }: Typed): Promise<Proof> {
  const { caller, origin } = ctx
  return { account: await findAccount(ctx, caller.user), email: caller.email, address: origin.address, password, code }
}

export async function checkProof<P extends Proof>(proof: P): Promise<P> {
  const { account, email, address, password, code } = proof
  const begun = await beginAttempt({ emailKey: emailKeyOf(email), tenant: account?.tenant_id, account, isOwn: true }, address)
  const attempt = account && code !== undefined ? await withCode(begun, account, address) : begun
  const isRight = password === undefined || (await isPassword(password, account?.password_hash))
  return { ...proof, attempt, isRight }
}

/** Locks the account. Returns it with the changes that using the code makes. */
export async function assertProven(ctx: Context, { account, attempt, isRight, code }: Proof) {
  if (!attempt || !isRight) throw generalProblem("AUT-1006")
  const locked = await lockAccount(ctx, ctx.caller.user)
  const used = code === undefined ? {} : redeemCode(locked, code, databaseClock.now())
  if (!used || locked.password_version !== account?.password_version) throw generalProblem("AUT-1006")
  await attemptSucceeded(attempt)
  return { account: locked, used }
}
