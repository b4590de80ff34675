import type { Context } from "../../kit/operation/context.ts"
import type { PaymentIntentRow } from "./store.ts"

type Asked = Pick<PaymentIntentRow, "id" | "subscription_id" | "cycle">

/** Changes what depends on a payment intent, in the same commit. Later slices implement it and app.ts passes it in: no circular import. */
export type Dependent = {
  /** Throws where what depends on it does not allow it now. `canceled` and `deleted` check again what may have changed until it was locked. */
  assertCancelable?(ctx: Context, intent: Asked): Promise<void>
  assertDeletable?(ctx: Context, intent: Asked): Promise<void>
  canceled(ctx: Context, intent: PaymentIntentRow): Promise<void>
  deleted(ctx: Context, intent: PaymentIntentRow): Promise<void>
}

/** Asks all of them about an intent and the installments of a plan. */
export async function askDependents(
  dependents: readonly Dependent[],
  question: "assertCancelable" | "assertDeletable",
  ctx: Context,
  intent: PaymentIntentRow,
) {
  for (const id of [intent.id, ...intent.installments])
    for (const dependent of dependents) await dependent[question]?.(ctx, { ...intent, id })
}
