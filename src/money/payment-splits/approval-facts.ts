import type { Context } from "../../kit/db/context.ts"
import { display } from "../../kit/pure/money.ts"
import { recipientTypeOf } from "../../parties/partnerships/rules.ts"
import { type PartnershipRow, readPartnership } from "../../parties/partnerships/store.ts"
import type { Facts } from "../../control/approvals/schema.ts"
import type { PaymentIntentRow } from "../payment-intents/store.ts"
import type { PaymentSplitRow } from "./store.ts"

type Split = Pick<PaymentSplitRow, "partnership_id" | "amount" | "currency">
type Intent = Pick<PaymentIntentRow, "number" | "team_id">

/** A split as approvals see it: what a policy matches on, and what each decision will do. */
export function splitToApprove(ctx: Context, id: string, split: Split, intent: Intent) {
  const describe = async () => {
    const partner = await readPartnership(ctx, split.partnership_id)
    const money = display(split.amount, split.currency)
    const onApprove = { code: "split-promised", text: `${partner.name} earns up to ${money} of ${intent.number} as it is paid.` }
    const onReject = { code: "split-rejected", text: `${partner.name} gets nothing of ${intent.number}; its share is available again.` }
    return { facts: factsOf(split, intent, partner), effects: { onApprove: [onApprove], onReject: [onReject] } }
  }
  return { type: "payment-split" as const, id, describe }
}

export function factsOf(
  { partnership_id, amount, currency }: Split,
  { team_id }: Pick<Intent, "team_id">,
  partner: Pick<PartnershipRow, "kind" | "team_id">,
): Facts {
  return {
    action: "create",
    amount,
    sourceCurrency: currency,
    targetCurrency: currency,
    method: null,
    recipientType: recipientTypeOf(partner),
    team: team_id ?? partner.team_id,
    partnerships: [partnership_id],
  }
}
