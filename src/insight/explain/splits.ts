import { sum } from "../../kit/pure/money.ts"
import { shareOf } from "../../parties/partnerships/rules.ts"
import type { PaymentIntentRow } from "../../money/payment-intents/store.ts"
import { earningsOf, isActive, statusOf } from "../../money/payment-splits/rules.ts"
import type { PaymentSplitRow } from "../../money/payment-splits/store.ts"
import { because, figure, part } from "./say.ts"
import type { Part, Reason } from "./schema.ts"

/** Why a split has its amount, what of it is earned, and its status. */
export function explainSplit(split: PaymentSplitRow, intent: PaymentIntentRow): Reason[] {
  const { amount, currency } = split
  const lines = linesOf(split, intent)
  const isCalculated = split.origin !== "fixed" && sum(lines.map(line => line.amount)) === amount
  const share = isCalculated
    ? figure("amount", amount, currency, "The share is {amount} {currency}, by the terms at the time of the sale.", lines)
    : figure("amount", amount, currency, "The share is {amount} {currency}, a fixed amount that somebody entered.", [
        part(amount, currency, "{amount} {currency} was entered"),
      ])
  return [whyStatus(split), share, ...whatIsLeft(split, intent)]
}

function linesOf({ partnership_id, currency }: PaymentSplitRow, { items }: PaymentIntentRow): Part[] {
  return items.flatMap(({ supplier, terms, amount, name }) => {
    if (supplier !== partnership_id || !terms) return []
    const share = shareOf(terms, amount, currency)
    const details = { name, sum: amount, percent: terms.type === "percentage" ? terms.basisPoints / 100 : 0 }
    const sentence =
      terms.type === "percentage"
        ? "{amount} {currency} is {percent}% of {sum} {currency} for {name}, rounded down"
        : "{amount} {currency} is the fixed share of {sum} {currency} for {name}"
    return [part(share, currency, sentence, details)]
  })
}

/** What is earned, by the rule that decides it, and what of that is still to be paid out. */
function whatIsLeft(split: PaymentSplitRow, intent: PaymentIntentRow): Reason[] {
  const { id, paid, refunded, disputed, amount: sum } = intent
  const { currency, paid_out } = split
  const { earned, accrued } = isActive(split.status) ? earningsOf(split.amount, { amount: sum, paid, refunded, disputed }) : split
  const lost = { sum: refunded + disputed }
  const parts = [
    part(earned, currency, "{amount} {currency} was earned"),
    part(accrued - earned, currency, "{amount} {currency} was taken back, because {sum} {currency} was refunded or disputed", lost),
    part(-paid_out, currency, "{amount} {currency} was paid out"),
  ]
  const share = "{amount} {currency} is earned, because {paid} {currency} of {sum} {currency} was paid"
  return [
    figure("accrued", earned, currency, "{amount} {currency} of the share is earned.", [
      part(earned, currency, share, { paid, sum }, ["payment-intents", id]),
    ]),
    figure(
      "outstanding",
      accrued - paid_out,
      currency,
      "{amount} {currency} is still to be paid out; less than zero is a debt of the partner.",
      parts.filter(({ amount }) => amount !== 0),
    ),
  ]
}

function whyStatus(split: PaymentSplitRow): Reason {
  const { status, accrued, paid_out: paid, reversed, currency, payout_id } = split
  const details = { amount: accrued, paid, available: accrued - paid, sum: reversed, currency, status }
  if (payout_id !== null && status === "scheduled")
    return because("status", "It is part of a payout that is under way.", details, ["payouts", payout_id])
  if (!isActive(status)) return because("status", "Its status is {status}, so payments do not change it.", details)
  const sentences: Record<string, string> = {
    due: "It is due: {available} {currency} is earned and not paid out.",
    paid: "It is paid: {paid} {currency} was paid out, and nothing more is earned.",
    reversed: "It is reversed: what was earned, {sum} {currency}, was taken back.",
    pending: "It is pending: nothing of it is earned, because nothing was paid.",
  }
  return because("status", sentences[statusOf(split)] ?? "Its status is {status}.", details)
}
