import type { Effects } from "../../control/approvals/request-store.ts"
import type { Facts } from "../../control/approvals/schema.ts"
import type { Context } from "../../kit/db/context.ts"
import { display } from "../../kit/pure/money.ts"
import { type PaymentIntentRow, readPaymentIntent } from "../payment-intents/store.ts"
import { findPartners } from "../payment-splits/partners.ts"
import { isFromCredit } from "../transactions/rules.ts"
import { readTransaction, type TransactionRow } from "../transactions/store.ts"
import type { RefundIntentRow } from "./store.ts"

type Refund = Pick<RefundIntentRow, "id" | "amount" | "currency" | "gateway">
type Charge = Pick<TransactionRow, "method" | "fx">
type Intent = Pick<PaymentIntentRow, "number" | "team_id">

/** A refund as approvals see it: what a policy matches on, and what each decision will do. */
export function refundToApprove(ctx: Context, refund: Refund, charge: Charge, intent: PaymentIntentRow) {
  const describe = async () => {
    const partnerships = await findPartners(ctx, intent)
    return { facts: { ...factsOf(refund, charge, intent), partnerships }, effects: effectsOf(refund, charge, intent) }
  }
  return { type: "refund-intent" as const, id: refund.id, describe }
}

/** The same for a refund that is already stored. */
export async function readRefundToApprove(ctx: Context, refund: RefundIntentRow) {
  const { charge, intent } = await readOrigin(ctx, refund)
  return { ...refundToApprove(ctx, refund, charge, intent), isAgentDraft: refund.drafted_by.channel === "agent" }
}

export async function readFacts(ctx: Context, refund: RefundIntentRow) {
  const { charge, intent } = await readOrigin(ctx, refund)
  return factsOf(refund, charge, intent)
}

async function readOrigin(ctx: Context, { transaction_id, payment_intent_id }: RefundIntentRow) {
  const [charge, intent] = await Promise.all([readTransaction(ctx, transaction_id), readPaymentIntent(ctx, payment_intent_id)])
  return { charge, intent }
}

export function factsOf(
  { amount, currency }: Pick<Refund, "amount" | "currency">,
  charge: Charge,
  { team_id }: Pick<Intent, "team_id">,
): Omit<Facts, "partnerships"> {
  return {
    action: "refund",
    amount,
    sourceCurrency: charge.fx?.sourceCurrency ?? currency,
    targetCurrency: currency,
    method: charge.method,
    recipientType: null,
    team: team_id,
  }
}

function effectsOf({ amount, currency, gateway }: Refund, charge: Charge, { number }: Pick<Intent, "number">): Effects {
  const money = display(amount, currency)
  const byHand = { code: "refund-by-hand", text: `Somebody pays ${money} of ${number} back by hand and then settles the refund.` }
  const toCredit = {
    code: "refund-to-credit",
    text: `${money} of ${number} becomes the contact's credit again; partners give back their part.`,
  }
  const sent = {
    code: "refund-sent",
    text: `${money} of ${number} goes back to the payer through ${gateway}; partners give back their part.`,
  }
  const onApprove = isFromCredit(charge) ? toCredit : gateway === null ? byHand : sent
  return { onApprove: [onApprove], onReject: [{ code: "refund-rejected", text: `Nothing goes back; the ${money} can be refunded again.` }] }
}
