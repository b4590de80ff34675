import { currencyOf, explain, nounOf } from "../../control/approvals/policy-rules.ts"
import { type RequestRow, stateOf } from "../../control/approvals/request-store.ts"
import type { Decided } from "../../control/approvals/schema.ts"
import { decidingNow } from "../../control/approvals/turn-rules.ts"
import type { EntityType } from "../../control/approvals/values.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { because } from "./say.ts"
import type { LinkedType, Reason } from "./schema.ts"

type NameOf = (user: string) => string

/** The users whom the sentences about a request name. */
export const usersOf = ({ approvers, decisions, requested_by }: RequestRow): string[] => [
  ...new Set([...approvers, requested_by, ...decisions.flatMap(({ user, for: seat }) => [user ?? [], seat ?? []].flat())]),
]

/** Why an approval request was opened, what it waits for, and who has decided. */
export function explainRequest(row: RequestRow, nameOf: NameOf): Reason[] {
  return [whyStatus(row, nameOf), whatIsAsked(row, nameOf), ...whyHeld(row), ...row.decisions.map(each => decisionOf(each, nameOf))]
}

function whyStatus(row: RequestRow, nameOf: NameOf): Reason {
  const { status, reason, expires_at, strategy, remaining } = row
  const waiting = decidingNow({ ...stateOf(row), remaining })
  const people = waiting.map(nameOf).join(", ")
  const details = { people, count: remaining.length, expiresAt: isoTime(expires_at), reason: reason ?? "" }
  const forWhom = {
    "any-of": waiting.length > 1 ? "for one of {people}" : "for {people}",
    "round-robin": "for {people}, whose turn it is",
    "all-of": waiting.length > 1 ? "for each of {people}" : "for {people}",
    sequential: remaining.length > 1 ? "for {people}, and then for others: {count} in all" : "for {people}, who is the last",
    "auto-approve": "for {people}",
  }
  const sentences = {
    pending:
      waiting.length === 0
        ? "It waits, but nobody who could decide it is left. On {expiresAt} it is canceled."
        : `It waits ${forWhom[strategy]}. Without a decision it is canceled on {expiresAt}.`,
    approved: strategy === "auto-approve" ? "It is approved: the policy approves by itself." : "It is approved, so it went on.",
    rejected: "It is rejected, so it was stopped, and no money moved.",
    canceled: reason === null ? "It is canceled, and no money moved." : "It is canceled, and no money moved: {reason}.",
  }
  return because("status", sentences[status], details)
}

const links: Record<EntityType, LinkedType> = {
  transaction: "transactions",
  payout: "payouts",
  "payment-split": "payment-splits",
  authorization: "authorizations",
  "refund-intent": "refund-intents",
  "journal-close": "journal-closes",
}

function whatIsAsked({ entity_type, entity_id, facts, requested_by, created_at }: RequestRow, nameOf: NameOf): Reason {
  const currency = currencyOf(entity_type, facts)
  const details = { name: nameOf(requested_by), at: isoTime(created_at), noun: nounOf(entity_type), amount: facts.amount ?? 0, currency }
  const what =
    entity_type === "journal-close"
      ? "to open a closed month again"
      : facts.amount === null
        ? "for the {noun}, which has no limit:"
        : "for the {noun} of {amount} {currency}:"
  return because("object", `{name} asked on {at} ${what}`, details, [links[entity_type], entity_id])
}

/** The policy as it was then, with each of its conditions beside what met it. */
function whyHeld({ policy, facts, entity_type, also_matched }: RequestRow): Reason[] {
  const { conditions } = policy
  const stated = explain(policy, facts)
  const currency = currencyOf(entity_type, facts)
  const details = {
    amount: facts.amount ?? 0,
    currency,
    sum: conditions.amountMin ?? 0,
    maxAmount: conditions.amountMax ?? 0,
    from: facts.sourceCurrency,
    to: facts.targetCurrency,
    method: facts.method ?? "",
    action: facts.action,
    recipient: facts.recipientType ?? "",
  }
  const all = stated.length === 0 ? "It has no conditions, so it holds all of this kind." : "All of its conditions are met."
  const others = also_matched.map(({ name }) => `“${name}”`).join(", ")
  const also = others === "" ? "" : " {others} would hold it too, with less priority."
  return [
    because("policy", `The policy “{policy}” holds it. ${all}${also}`, { policy: policy.name, others }),
    ...stated.map(({ condition, rule }) => {
      const named = { ...details, rule: Array.isArray(rule) ? rule.join(", ") : String(rule) }
      const limitless = facts.amount === null && condition.startsWith("amount")
      return because("condition", limitless ? "It has no limit, which is more than any amount." : conditionSentences[condition], named)
    }),
  ]
}

const conditionSentences: Record<ReturnType<typeof explain>[number]["condition"], string> = {
  amountMin: "{amount} {currency} is at least {sum} {currency}.",
  amountMax: "{amount} {currency} is at most {maxAmount} {currency}.",
  currencyMode: "It goes from {from} to {to}, and the policy is about {rule}.",
  sourceCurrencies: "It is paid in {from}, which is one of {rule}.",
  targetCurrencies: "It arrives in {to}, which is one of {rule}.",
  methods: "Its method is {method}, which is one of {rule}.",
  actions: "The action is {action}, which is one of {rule}.",
  recipientTypes: "The recipient is {recipient}, which is one of {rule}.",
  primaryTeams: "It belongs to one of the teams that the policy names.",
  partnership: "It concerns the partnership that the policy names.",
}

function decisionOf({ user, for: seat, decision, comment, at }: Decided, nameOf: NameOf): Reason {
  if (user === null) return because("decision", "The policy approved it by itself on {at}.", { at })
  const details = { name: nameOf(user), seat: seat === null ? "" : nameOf(seat), at, comment: comment ?? "" }
  const whom = seat === null ? "" : " for {seat}"
  const did = decision === "approved" ? "approved" : "rejected"
  return because("decision", `{name} ${did} it${whom} on {at}${comment === null ? "." : ": “{comment}”"}`, details)
}
