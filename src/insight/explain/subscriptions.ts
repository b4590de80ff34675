import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { totalOf } from "../../money/payment-intents/rules.ts"
import { chargeSourceOf } from "../../money/subscriptions/rules.ts"
import type { Stats } from "../../money/subscriptions/schema.ts"
import type { SubscriptionRow } from "../../money/subscriptions/store.ts"
import { because, figure, part } from "./say.ts"
import type { Reason } from "./schema.ts"

/** Why a subscription has its status, when it asks and for how much, how it is paid, and what is open of it. */
export function explainSubscription(row: SubscriptionRow, stats: Stats | undefined): Reason[] {
  const { items, currency, amount } = row
  const lines = items.map(item => part(item.amount, currency, "{amount} {currency} for {name}", { name: item.name }))
  return [
    whyStatus(row),
    whyDates(row),
    figure("amount", items.length === 0 ? amount : totalOf(items), currency, "Each cycle asks for {amount} {currency}.", lines),
    howPaid(row),
    ...whyFailed(row),
    ...whatIsOpen(row, stats),
  ]
}

function whyStatus({ status, cycles, cycle, end_at, cancel_at, next_cycle_at }: SubscriptionRow): Reason {
  const details = {
    cycles: cycles ?? 0,
    next: cycle + 1,
    endAt: isoTimeOrNull(end_at) ?? "",
    cancelAt: isoTimeOrNull(cancel_at) ?? "",
    nextAt: isoTimeOrNull(next_cycle_at) ?? "",
  }
  const isRaised = cycles !== null && cycle >= cycles
  const limit = cycles !== null ? " It ends after cycle {cycles}." : end_at !== null ? " It ends on {endAt}." : " It has no end."
  const sentences = {
    active:
      cancel_at === null
        ? `It is active: cycle {next} begins on {nextAt}.${limit}`
        : "It is active until {cancelAt}, because somebody canceled it for then.",
    paused: "It is paused: nothing is asked for until somebody resumes it, and the cycles meanwhile are not asked for later.",
    completed: isRaised ? "It is completed: all {cycles} cycles were asked for." : "It is completed: no cycle begins on {endAt} or later.",
    canceled: "It is canceled since {cancelAt}. What it had asked for stays due.",
  }
  return because("status", sentences[status], details)
}

const cadenceText = ({ every, unit }: SubscriptionRow["cadence"]) => (every === 1 ? `every ${unit}` : `every ${every} ${unit}s`)

/** All dates count from the start, so none drifts after a short month. */
function whyDates({ start_at, cadence, due_after_days, cycle, next_step, last_intent_id }: SubscriptionRow): Reason {
  const skipped = next_step - cycle
  const details = { cadence: cadenceText(cadence), startAt: isoTime(start_at), days: due_after_days, cycle, skipped }
  const due = due_after_days === 0 ? "due on the same day" : due_after_days === 1 ? "due a day later" : "due {days} days later"
  const pauses = skipped > 0 ? " {skipped} were skipped while it was paused." : ""
  const raised = cycle === 0 ? " None was asked for yet." : " {cycle} so far, and the last one is"
  return because(
    "schedule",
    `It asks {cadence}, counted from {startAt}; each request is ${due}.${pauses}${raised}`,
    details,
    last_intent_id === null ? undefined : ["payment-intents", last_intent_id],
  )
}

function howPaid(row: SubscriptionRow): Reason {
  const { authorization_id, saved_method_id } = row
  if (chargeSourceOf(row) === null)
    return because("charge", "The payer is asked each time and pays by the link; nothing is charged by itself.", {})
  if (authorization_id !== null)
    return because("charge", "Each request is debited by the mandate", {}, ["authorizations", authorization_id])
  if (saved_method_id !== null) return because("charge", "Each request is charged to the card", {}, ["saved-methods", saved_method_id])
  return because(
    "charge",
    "Requests are charged to the card that the payer saves with the next payment. Until then the payer is asked.",
    {},
  )
}

function whyFailed({ last_failure }: SubscriptionRow): Reason[] {
  if (last_failure === null) return []
  const { paymentIntent, message, at } = last_failure
  return [
    because("failure", "The last charge that failed was on {at}: {failure}.", { at, failure: message }, ["payment-intents", paymentIntent]),
  ]
}

function whatIsOpen({ currency }: SubscriptionRow, stats: Stats | undefined): Reason[] {
  const sums = stats?.byCurrency[currency]
  if (!stats || !sums) return []
  return [
    figure(
      "outstanding",
      sums.outstanding,
      currency,
      "{amount} {currency} is open of what it asked for.",
      [
        part(sums.billed, currency, "{amount} {currency} was asked for, without what was canceled"),
        part(-sums.paid, currency, "{amount} {currency} was paid"),
      ].filter(({ amount }) => amount !== 0),
    ),
  ]
}
