import { isoTime } from "../../kit/pure/time.ts"
import { statusOf, totalOf } from "../../money/payment-intents/rules.ts"
import type { PaymentIntentRow } from "../../money/payment-intents/store.ts"
import { because, figure, part } from "./say.ts"
import type { Reason } from "./schema.ts"
import type { Movement } from "./store.ts"

/** Why an intent has its status and its figures. What was paid, refunded and lost is what the ledger has, by the object that moved it. */
export function explainIntent(intent: PaymentIntentRow, movements: readonly Movement[], now: Date): Reason[] {
  const { currency, paid, refunded, disputed, items } = intent
  const lines = items.map(item => part(item.amount, currency, "{amount} {currency} for {name}", { name: item.name }))
  const of = (account: Movement["account"]) => movements.filter(each => each.account === account)
  const reasons = [
    whyStatus(intent, now),
    figure("amount", totalOf(items), currency, "The lines add up to {amount} {currency}.", lines),
    figure("paid", paid, currency, "{amount} {currency} was paid.", of("received").map(movementPart)),
  ]
  if (refunded > 0)
    reasons.push(figure("refunded", refunded, currency, "{amount} {currency} was refunded.", of("refunds").map(movementPart)))
  if (disputed > 0)
    reasons.push(figure("disputed", disputed, currency, "{amount} {currency} was lost in disputes.", of("disputes").map(movementPart)))
  return reasons
}

const words: Record<Movement["account"], string> = {
  received: "{amount} {currency} was paid by transaction {number}",
  refunds: "{amount} {currency} was given back by transaction {number}",
  disputes: "{amount} {currency} was taken by dispute {number}",
}

const movementPart = ({ account, source_type, source_id, number, currency, n }: Movement) =>
  part(n, currency, words[account], { number }, source_type === "dispute" ? ["disputes", source_id] : ["transactions", source_id])

/** By the rule that decides it. */
function whyStatus(intent: PaymentIntentRow, now: Date): Reason {
  const { amount, paid, due_at: dueAt, currency, cancel_reason, intent_type } = intent
  const status = statusOf({ amount, paid, dueAt, canceled: intent.status === "canceled" }, now)
  const details = { paid, amount, currency, dueAt: isoTime(dueAt), reason: cancel_reason ?? "" }
  const sentences = {
    canceled: cancel_reason === null ? "It is canceled." : "It is canceled: {reason}.",
    "paid-full": "It is paid: {paid} {currency} of {amount} {currency} has arrived.",
    "paid-partial": "It is paid in part: {paid} {currency} of {amount} {currency} has arrived.",
    overdue: "It is overdue: nothing of {amount} {currency} is paid, and it was due on {dueAt}.",
    due: "It is due: nothing of {amount} {currency} is paid, and it is not due before {dueAt}.",
  }
  const whole = intent_type === "payment-plan" ? " It is a plan, which is paid by its installments." : ""
  return because("status", `${sentences[status]}${whole}`, details)
}
