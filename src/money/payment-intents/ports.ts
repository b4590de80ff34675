import type { Context } from "../../kit/db/context.ts"
import type { PaymentIntentRow } from "./store.ts"

type CheckedIntent = Pick<PaymentIntentRow, "id" | "subscription_id" | "cycle">

/** Port: what depends on a payment intent, and changes in the same commit. Later slices implement it and app.ts passes it in. */
export type PaymentIntentDependent = {
  /**
   * Throws when the dependent object does not allow it. `canceled` and `deleted` check again, because it may have changed before the lock.
   */
  assertCancelable?(ctx: Context, intent: CheckedIntent): Promise<void>
  assertDeletable?(ctx: Context, intent: CheckedIntent): Promise<void>
  canceled?(ctx: Context, intent: PaymentIntentRow): Promise<void>
  deleted?(ctx: Context, intent: PaymentIntentRow): Promise<void>
}

/** Port: what follows once money for an intent has arrived, in the same commit. Transactions are settled by many, so app.ts connects it. */
export type PaidDependent = { paid(ctx: Context, intent: PaymentIntentRow): Promise<void> }

let paidDependents: readonly PaidDependent[] = []

export const connectPaidDependents = (implemented: readonly PaidDependent[]) => void (paidDependents = implemented)

export async function tellPaid(ctx: Context, intent: PaymentIntentRow) {
  for (const dependent of paidDependents) await dependent.paid(ctx, intent)
}

/** Asks all dependents about an intent and the installments of a plan. */
export async function askDependents(
  dependents: readonly PaymentIntentDependent[],
  question: "assertCancelable" | "assertDeletable",
  ctx: Context,
  intent: PaymentIntentRow,
) {
  for (const id of [intent.id, ...intent.installments])
    for (const dependent of dependents) await dependent[question]?.(ctx, { ...intent, id })
}
