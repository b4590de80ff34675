import type { Effects } from "../../control/approvals/request-store.ts"
import type { Approval, Facts } from "../../control/approvals/schema.ts"
import type { Context } from "../../kit/db/context.ts"
import { display } from "../../kit/pure/money.ts"
import type { PaymentIntentRow } from "../payment-intents/store.ts"
import { findPartners } from "../payment-splits/partners.ts"
import { isFromCredit } from "./rules.ts"
import type { TransactionRow } from "./store.ts"

type Payment = Pick<TransactionRow, "id" | "amount" | "method" | "currency" | "gateway" | "authorization_id" | "fx">

/** A payment as approvals see it: what a policy matches on, and what each decision will do. */
export function transactionToApprove(ctx: Context, transaction: Payment, intent: PaymentIntentRow) {
  const describe = async () => {
    const partnerships = await findPartners(ctx, intent)
    return { facts: { ...factsOf(transaction, intent), partnerships }, effects: effectsOf(transaction, intent) }
  }
  return { type: "transaction" as const, id: transaction.id, describe }
}

export function factsOf(
  { amount, method, currency, gateway, authorization_id, fx }: Payment,
  { team_id }: Pick<PaymentIntentRow, "team_id">,
): Omit<Facts, "partnerships"> {
  return {
    action: gateway === null && authorization_id === null ? "create" : "charge",
    amount,
    sourceCurrency: fx?.sourceCurrency ?? currency,
    targetCurrency: currency,
    method,
    recipientType: "self",
    team: team_id,
  }
}

function effectsOf(
  { amount, currency, method, gateway, authorization_id }: Payment,
  { number }: Pick<PaymentIntentRow, "number">,
): Effects {
  const money = display(amount, currency)
  const recorded = isFromCredit({ method })
    ? { code: "credit-spent", text: `${money} of the contact's credit pays down ${number}.` }
    : { code: "payment-recorded", text: `The payment of ${money} is recorded and pays down ${number}.` }
  const charged = { code: "payer-charged", text: `The payer is charged ${money} for ${number} through ${gateway}.` }
  const debited = { code: "payer-charged", text: `The payer's account is debited ${money} for ${number} with the next payment file.` }
  const unlessCharged = authorization_id === null ? recorded : debited
  return {
    onApprove: [gateway === null ? unlessCharged : charged],
    onReject: [{ code: "payment-canceled", text: `The payment is canceled; nothing is paid on ${number}.` }],
  }
}

/** The change that ends a held payment which is not approved. */
export const canceledWith = ({ approval }: { approval: Approval }, status: Approval["status"] = "canceled") => ({
  status: "canceled" as const,
  approval: { ...approval, status },
})
