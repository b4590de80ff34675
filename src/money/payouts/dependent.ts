import type { Context } from "../../kit/db/context.ts"
import type { BankAccountDependent } from "../../parties/bank-accounts/ports.ts"
import { findOpenPayout } from "./store.ts"

/** An account is in use until all payouts to it have ended. */
export const payoutDependent: BankAccountDependent = { findUse, findUnsent: findUse }

async function findUse(ctx: Context, account: string) {
  const payout = await findOpenPayout(ctx, account)
  return payout && { kind: "payout", reference: payout.number }
}
