import { sum } from "../../kit/pure/money.ts"
import { isoTimeOrNull } from "../../kit/pure/time.ts"
import { moneyOf, statusOf } from "../../money/disputes/rules.ts"
import type { DisputeRow } from "../../money/disputes/store.ts"
import { because, figure, part } from "./say.ts"
import type { Reason } from "./schema.ts"

/** Why a dispute has its status, where its money is and what it cost. */
export function explainDispute(row: DisputeRow): Reason[] {
  const { amount, currency, reason, transaction_id, gateway, fees } = row
  return [
    whyStatus(row),
    figure("amount", amount, currency, "{amount} {currency} is contested.", [
      part(
        amount,
        currency,
        "{amount} {currency} of a payment: the payer's bank gives the reason “{reason}”",
        { reason: wordsOf(reason) },
        ["transactions", transaction_id],
      ),
    ]),
    whereMoney(row),
    ...(fees > 0 ? [because("fee", "{gateway} took a fee of {amount} {currency}.", { gateway, amount: fees, currency })] : []),
  ]
}

/** Gateways write reasons as codes, such as product_not_received. */
const wordsOf = (reason: string) => reason.replaceAll(/[_-]/g, " ")

/** By the rule that decides it. */
function whyStatus(row: DisputeRow): Reason {
  const status = statusOf(row)
  const { evidence, decision, stage } = row
  const details = {
    dueAt: timeText(row.evidence_due_at),
    sentAt: evidence?.submittedAt ?? "",
    decidedAt: timeText(row.decided_at),
    acceptedAt: timeText(row.accepted_at),
    expiredAt: timeText(row.expired_at),
  }
  const sentences = {
    "needs-response": "It waits for your evidence until {dueAt}. Without any by then it is lost.",
    "under-review": "Your evidence was sent on {sentAt}, and the payer's bank decides.",
    won: "It is won: the payer's bank decided for you on {decidedAt}.",
    accepted: "It is accepted: on {acceptedAt} somebody agreed that the payer gets the money.",
    lost:
      decision === "lost"
        ? "It is lost: the payer's bank decided for the payer on {decidedAt}."
        : "It is lost: no evidence was sent until {expiredAt}.",
  }
  return because("status", `${sentences[status]}${stageWords[stage]}`, details)
}

const stageWords: Record<DisputeRow["stage"], string> = {
  inquiry: " It is an inquiry: the bank only asks, and no money moves.",
  dispute: "",
  appeal: " It is an appeal: a dispute that was lost is contested again.",
}

const timeText = (time: Date | null) => isoTimeOrNull(time) ?? ""

/** What a lost dispute took, from each payment intent that the charge had paid. */
function whereMoney(row: DisputeRow): Reason {
  const { amount, currency, allocations, credit_taken, stage } = row
  const where = moneyOf(row)
  if (where === "reserved") return because("money", "{amount} {currency} is set aside until it is decided.", { amount, currency })
  if (where === "back")
    return because("money", stage === "inquiry" ? "Nothing is set aside for an inquiry." : "Nothing of the payment is lost.", {})
  const shortfall = amount - sum(allocations.map(each => each.amount)) - credit_taken
  const parts = [
    ...allocations.map(each =>
      part(each.amount, currency, "{amount} {currency} was taken from what was paid", {}, ["payment-intents", each.paymentIntent]),
    ),
    part(credit_taken, currency, "{amount} {currency} was taken from the contact's credit", {}, ["contacts", row.contact_id]),
    part(shortfall, currency, "{amount} {currency} is a loss: no more of the payment was left"),
  ]
  return figure(
    "disputed",
    amount,
    currency,
    "{amount} {currency} is lost.",
    parts.filter(each => each.amount > 0),
  )
}
