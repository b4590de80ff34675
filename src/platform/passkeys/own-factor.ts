import { databaseClock } from "../../kit/db/database-clock.ts"
import type { Context } from "../../kit/db/context.ts"
import { passkeyProblem } from "./errors.ts"
import { findPasskeys } from "./store.ts"

/**
 * A person who has signed in with the password alone, although their tenant requires a second factor, sets one up. If they have passkeys,
 * they prove one first: otherwise whoever knows the password could add a factor of their own.
 */
export async function assertMayAddFactor({ tenant, caller }: Context) {
  const { secondFactorDueAt: dueAt, user } = caller
  if (!dueAt || dueAt > databaseClock.now()) return
  if ((await findPasskeys({ tenant, user })).length > 0) throw passkeyProblem("PSK-1005")
}
