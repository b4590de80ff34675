import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { inSentence, listOf, t } from "../../lib/translate.ts"

/** The label of a policy's condition. */
export const conditionWords: Record<string, string> = {
  amountMin: t`Amount`,
  amountMax: t`Amount`,
  currencyMode: t`Conversion`,
  sourceCurrencies: t`From currency`,
  targetCurrencies: t`To currency`,
  methods: t`Method`,
  actions: t`Action`,
  recipientTypes: t`Recipient`,
  primaryTeams: t`Team`,
  partnership: t`Partnership`,
}

/** The rule of a condition in words: "at least R$50,000.00", "pix or SEPA". */
export function ruleText(condition: string, rule: unknown, currency: string): string {
  if (condition === "amountMin") return t`at least ${valueText(condition, rule, currency)}`
  if (condition === "amountMax") return t`at most ${valueText(condition, rule, currency)}`
  if (condition === "primaryTeams") return t`one of the teams that the policy names`
  if (condition === "partnership") return t`only this one`
  if (condition === "currencyMode")
    return rule === "fx" ? t`source and target differ` : rule === "any" ? t`converted or not` : t`source and target are the same`
  const words = Array.isArray(rule) ? rule.map(each => word(condition, each)) : []
  return listOf(words, "disjunction")
}

export function valueText(condition: string, value: unknown, currency: string): string {
  if (value === null && condition.startsWith("amount")) return t`any amount`
  if (typeof value === "number") return condition.startsWith("amount") ? money(value, currency) : String(value)
  if (condition === "currencyMode") return value === "fx" ? t`converted` : t`same currency`
  if (condition === "primaryTeams" || condition === "partnership") return t`it matches`
  return word(condition, value)
}

function word(condition: string, value: unknown): string {
  if (typeof value !== "string") return "–"
  return condition.endsWith("Currencies") ? value : inSentence(say(value))
}
