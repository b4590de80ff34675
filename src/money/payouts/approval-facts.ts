import type { Effects } from "../../control/approvals/request-store.ts"
import type { Facts } from "../../control/approvals/schema.ts"
import { display } from "../../kit/pure/money.ts"
import { recipientTypeOf } from "../../parties/partnerships/rules.ts"
import type { PayoutRow } from "./store.ts"

type Payout = Pick<PayoutRow, "id" | "amount" | "currency" | "target_currency" | "method" | "partnership_id" | "fx">
type Partner = { kind: string; team_id: string | null; name: string }

/** A payout as approvals see it: what a policy matches on, and what each decision will do. */
export function payoutToApprove(payout: Payout, partner: Partner | undefined) {
  return { type: "payout" as const, id: payout.id, facts: factsOf(payout, partner), effects: effectsOf(payout, partner) }
}

export function factsOf(payout: Payout, partner: Pick<Partner, "kind" | "team_id"> | undefined): Facts {
  return {
    action: "send",
    amount: payout.amount,
    sourceCurrency: payout.currency,
    targetCurrency: payout.target_currency,
    method: payout.method,
    recipientType: partner ? recipientTypeOf(partner) : "self",
    team: partner?.team_id ?? null,
    partnerships: payout.partnership_id === null ? [] : [payout.partnership_id],
  }
}

function effectsOf({ amount, currency, method, target_currency, fx }: Payout, partner: Partner | undefined): Effects {
  const money = display(amount, currency)
  const arriving = fx ? `, of which ${display(fx.targetAmount, target_currency)} arrives` : ""
  const recipient = partner ? partner.name : "your own account"
  const sent =
    method === "bank-file"
      ? { code: "payout-for-file", text: `${money} for ${recipient} is ready for the next payment file${arriving}.` }
      : method === "manual"
        ? { code: "payout-to-send", text: `${money} is ready to be sent to ${recipient} by hand${arriving}.` }
        : { code: "payout-sent", text: `${money} is sent to ${recipient} by ${method}${arriving}.` }
  const freed = partner ? `the splits of ${partner.name} are due again` : `${money} is available again`
  return { onApprove: [sent], onReject: [{ code: "payout-freed", text: `Nothing is sent, and ${freed}.` }] }
}
