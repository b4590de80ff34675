import { explain } from "../../control/approvals/policy-rules.ts"
import type { RequestRow } from "../../control/approvals/request-store.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { because } from "./say.ts"
import type { Reason } from "./schema.ts"

/** Which policy held an object, by which of its conditions, and what came of it. */
export function explainHold(request: RequestRow, currency: string): Reason {
  const { policy, facts, status, remaining, expires_at } = request
  const stated = explain(policy, facts).filter(({ condition, rule }) => condition !== "currencyMode" || rule !== "any")
  const conditions = stated.map(({ condition }) => conditionWords[condition])
  const why = conditions.length === 0 ? "it holds all" : [...new Set(conditions)].join(", ")
  const [outcome, count] =
    status === "pending" ? ["{count} more must decide until {expiresAt}", remaining.length] : ["the request is {status}", 0]
  const details = { policy: policy.name, why, amount: facts.amount ?? 0, currency, status, count, expiresAt: isoTime(expires_at) }
  const sentence = `The policy “{policy}” held it by its conditions on {why}; ${outcome}.`
  return because("hold", conditions.length === 0 ? sentence.replace("by its conditions on {why}", "because {why}") : sentence, details, [
    "approvals/requests",
    request.id,
  ])
}

const conditionWords: Record<ReturnType<typeof explain>[number]["condition"], string> = {
  amountMin: "the amount",
  amountMax: "the amount",
  currencyMode: "exchanges",
  sourceCurrencies: "the currency",
  targetCurrencies: "the target currency",
  methods: "the method",
  actions: "the action",
  recipientTypes: "the recipient",
  primaryTeams: "the team",
  partnership: "the partnership",
}
