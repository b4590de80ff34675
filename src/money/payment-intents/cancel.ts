import type { Context } from "../../kit/db/context.ts"
import { releaseItems } from "./lines.ts"
import { askDependents, type PaymentIntentDependent } from "./ports.ts"
import { assertCancelable, assertNotInstallment } from "./rules.ts"
import type { PaymentIntent } from "./schema.ts"
import { type PaymentIntentRow, readInstallmentsForUpdate, savePaymentIntent } from "./store.ts"

type Dependents = readonly PaymentIntentDependent[]

export async function assertMayCancel(ctx: Context, dependents: Dependents, intent: PaymentIntentRow) {
  assertNotInstallment(intent, "cancel")
  assertCancelable(intent)
  await askDependents(dependents, "assertCancelable", ctx, intent)
}

/** Cancels an intent, a plan with its installments, and what depends on them. */
export async function cancelPaymentIntent(
  ctx: Context,
  dependents: Dependents,
  intent: PaymentIntentRow,
  reason: PaymentIntentRow["cancel_reason"],
): Promise<PaymentIntent> {
  const all = [intent, ...(await readInstallmentsForUpdate(ctx, intent))]
  all.forEach(assertCancelable)
  for (const each of all) for (const dependent of dependents) await dependent.canceled?.(ctx, each)
  if (intent.order_id) await releaseItems(ctx, intent.order_id, intent.id)
  const [canceled] = all.map(each => savePaymentIntent(ctx, each, { status: "canceled", split: 0, cancel_reason: reason }))
  return canceled!
}
