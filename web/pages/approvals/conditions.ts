import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"

/** The label of a policy's condition. */
export const conditionWords: Record<string, string> = {
  amountMin: "Amount",
  amountMax: "Amount",
  currencyMode: "Conversion",
  sourceCurrencies: "From currency",
  targetCurrencies: "To currency",
  methods: "Method",
  actions: "Action",
  recipientTypes: "Recipient",
  primaryTeams: "Team",
  partnership: "Partnership",
}

/** The rule of a condition in words: "at least R$50,000.00", "pix or SEPA". */
export function ruleText(condition: string, rule: unknown, currency: string): string {
  if (condition === "amountMin") return `at least ${valueText(condition, rule, currency)}`
  if (condition === "amountMax") return `at most ${valueText(condition, rule, currency)}`
  if (condition === "primaryTeams") return "one of the teams that the policy names"
  if (condition === "partnership") return "only this one"
  if (condition === "currencyMode")
    return rule === "fx" ? "source and target differ" : rule === "any" ? "any" : "source and target are the same"
  return Array.isArray(rule) ? new Intl.ListFormat("en", { type: "disjunction" }).format(rule.map(each => word(condition, each))) : ""
}

export function valueText(condition: string, value: unknown, currency: string): string {
  if (value === null && condition.startsWith("amount")) return "any amount"
  if (typeof value === "number") return condition.startsWith("amount") ? money(value, currency) : String(value)
  if (condition === "currencyMode") return value === "fx" ? "converted" : "same currency"
  if (condition === "primaryTeams" || condition === "partnership") return "matches"
  return word(condition, value)
}

function word(condition: string, value: unknown): string {
  if (typeof value !== "string") return "–"
  return condition.endsWith("Currencies") ? value : say(value).toLowerCase()
}
