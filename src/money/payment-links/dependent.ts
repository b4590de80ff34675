import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import type { PaidDependent, PaymentIntentDependent } from "../payment-intents/ports.ts"
import type { PaymentIntentRow } from "../payment-intents/store.ts"
import { findPurchaseOfIntent, type PurchaseRow, readPurchaseForUpdate, savePurchase } from "./purchase-store.ts"
import { giveBackUnits } from "./rules.ts"
import { countOnLink, readPaymentLinkForUpdate } from "./store.ts"

/** A purchase that is canceled gives its units back in the same commit, so that no unit is sold twice and none is lost. */
export const purchaseDependent: PaymentIntentDependent & PaidDependent = {
  canceled: release,
  deleted: release,
  async paid(ctx, intent) {
    const purchase = await findPurchase(ctx, intent)
    if (purchase?.status !== "open") return
    savePurchase(ctx, purchase, "paid")
    enqueue(ctx, "follow-purchase", { purchase: purchase.id })
  },
}

async function release(ctx: Context, intent: PaymentIntentRow) {
  const purchase = await findPurchase(ctx, intent)
  if (!purchase || purchase.status === "released") return
  savePurchase(ctx, purchase, "released")
  const link = await readPaymentLinkForUpdate(ctx, purchase.payment_link_id)
  countOnLink(ctx, link, { uses: link.uses - 1, lines: giveBackUnits(link.lines, purchase.lines) })
  enqueue(ctx, "follow-purchase", { purchase: purchase.id })
}

/** Every purchase has an order, so other payments cost no look-up. */
async function findPurchase(ctx: Context, { id, order_id }: PaymentIntentRow): Promise<PurchaseRow | undefined> {
  const found = order_id === null ? undefined : await findPurchaseOfIntent(ctx, id)
  return found && readPurchaseForUpdate(ctx, found.id)
}
