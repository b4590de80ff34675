import { hold } from "../../control/approvals/hold.ts"
import type { Context } from "../../kit/db/context.ts"
import { newId } from "../../kit/pure/id.ts"
import { gatewayOf } from "../gateway-connections/open.ts"
import { readConnection } from "../gateway-connections/store.ts"
import { findGateway } from "../gateways/registry.ts"
import { readPaymentIntentForUpdate, touchPaymentIntent } from "../payment-intents/store.ts"
import { readTransactionForUpdate, resolveTransaction, saveRefundCounters, type TransactionRow } from "../transactions/store.ts"
import { refundToApprove } from "./approval-facts.ts"
import { start } from "./release.ts"
import { amountOf, assertRefundable, assertWithinBudget, itemsOf, sharesOf, withTaxes } from "./rules.ts"
import type { NewRefundIntent } from "./schema.ts"
import { findRefundedLines, insertRefundIntent, type RefundIntentRow } from "./store.ts"

/** Drafts a refund and reserves its amount on the charge. It is released at once only when a policy approves it automatically. */
export async function createRefund(ctx: Context, input: NewRefundIntent): Promise<RefundIntentRow> {
  const existing = await resolveTransaction(ctx, input.transaction)
  assertRefundable(existing)
  const { payment_intent_id } = existing
  const intent = await readPaymentIntentForUpdate(ctx, payment_intent_id)
  const charge = await readTransactionForUpdate(ctx, existing.id, existing)
  assertRefundable(charge)
  const refunded = await findRefundedLines(ctx, intent.id)
  const named = input.items && itemsOf(intent, input.items, refunded.amounts)
  const amount = amountOf(charge, input.amount, input.items)
  assertWithinBudget(charge, amount)
  const shares = named ? [] : withTaxes(intent, sharesOf(intent, amount, refunded.amounts), refunded)
  const fields = { id: newId(ctx.now), amount, currency: charge.currency, ...(await refundingGateway(ctx, charge)) }
  const approval = await hold(ctx, refundToApprove(ctx, fields, charge, intent))
  const refund = insertRefundIntent(ctx, {
    ...fields,
    transaction_id: charge.id,
    payment_intent_id,
    contact_id: charge.contact_id,
    items: named ? withTaxes(intent, named, refunded) : shares,
    shares,
    reason: input.reason ?? null,
    approval,
    drafted_by: { user: ctx.caller.user, channel: ctx.origin.channel, client: ctx.origin.client ?? null },
    metadata: input.metadata,
  })
  const reserved = { ...charge, refunding: charge.refunding + amount }
  saveRefundCounters(ctx, charge, { refunding: reserved.refunding })
  touchPaymentIntent(ctx, intent) // two refunds must not both find a line free
  return approval.status === "approved" ? start(ctx, refund, reserved) : refund
}

/** The gateway of the charge, if it can give money back. */
async function refundingGateway(ctx: Context, { gateway, connection_id, method }: TransactionRow) {
  const byHand = { gateway: null, connection_id: null }
  const isTransfer = connection_id !== null && method === "bank-transfer" // the provider has no charge of it
  if (gateway === null || isTransfer) return byHand
  if (connection_id === null) return findGateway(gateway)?.refunds ? { gateway, connection_id } : byHand
  const connection = await readConnection(ctx, connection_id)
  const isOver = connection.status === "disconnected" // its credentials are erased, so a person gives the money back
  return !isOver && gatewayOf(connection, ctx.tenant).refunds ? { gateway, connection_id } : byHand
}
