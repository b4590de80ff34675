import { Coins, type LucideIcon, Repeat2, Send, UsersRound, Wallet, Zap } from "lucide-react"
import { schemes } from "../../../src/money/authorizations/values.ts"
import { payoutMethods } from "../../../src/money/payouts/values.ts"
import { currencies } from "../../../src/kit/pure/money.ts"
import type { Input, Output } from "../../client.ts"
import { choicesOf } from "../../dashboard/fields.ts"
import type { Choice } from "../../lib/form.ts"
import { inSentence, listOf, plural, t, whole } from "../../lib/translate.ts"
import { conditionWords, ruleText } from "../approvals/conditions.ts"
import { entities, type EntityType } from "../approvals/request.ts"

export type Policy = Output<"GET /v1/approvals/policies/{id}">
type NewPolicy = Input<"POST /v1/approvals/policies/create">
export type Conditions = NonNullable<NewPolicy["conditions"]>
export type ConditionName = keyof Conditions
/** The conditions that a policy of one type may have. */
export type TypeConditions = Output<"GET /v1/approvals/conditions">[number]

/** A policy as it is being written. */
export type PolicyDraft = {
  name: string
  entityType: EntityType
  strategy: NewPolicy["strategy"]
  approvers: string[]
  conditions: Conditions
  partnership: string
  priority: number
  enabled: boolean
  fourEyes: boolean
}

export const newPolicy: PolicyDraft = {
  name: "",
  entityType: "payout",
  strategy: "any-of",
  approvers: [],
  conditions: {},
  partnership: "",
  priority: 0,
  enabled: true,
  fourEyes: true,
}

export function draftOf(policy: Policy): PolicyDraft {
  const { name, entityType, strategy, approvers, conditions, partnership, priority, enabled, fourEyes } = policy
  return { name, entityType, strategy, approvers, conditions, partnership: partnership ?? "", priority, enabled, fourEyes }
}

/** The request: a condition without a value would match everything, so it is left out. */
export function toInput({ partnership, approvers, conditions, ...draft }: PolicyDraft): NewPolicy {
  const set = Object.entries(conditions).filter(([, value]) => !(Array.isArray(value) && value.length === 0))
  return {
    ...draft,
    approvers: draft.strategy === "auto-approve" ? [] : approvers,
    conditions: Object.fromEntries(set),
    partnership: partnership === "" ? null : partnership,
  }
}

export const entityTypes = Object.keys(entities) as EntityType[]
export const entityTitles: Record<EntityType, string> = {
  payout: t`Payouts`,
  "refund-intent": t`Refunds`,
  "payment-split": t`Splits`,
  transaction: t`Payments in`,
  authorization: t`Mandates`,
  "journal-close": t`Reopenings`,
}

/** "12 payouts" */
export const counted = (type: EntityType, count: number) =>
  ({
    payout: plural(count, t`${whole(count)} payout`, t`${whole(count)} payouts`),
    "refund-intent": plural(count, t`${whole(count)} refund`, t`${whole(count)} refunds`),
    "payment-split": plural(count, t`${whole(count)} split`, t`${whole(count)} splits`),
    transaction: plural(count, t`${whole(count)} payment in`, t`${whole(count)} payments in`),
    authorization: plural(count, t`${whole(count)} mandate`, t`${whole(count)} mandates`),
    "journal-close": plural(count, t`${whole(count)} reopening`, t`${whole(count)} reopenings`),
  })[type]

export type ConditionKind = { name: ConditionName; phrase: string; icon: LucideIcon }

export const conditionKinds: readonly ConditionKind[] = [
  { name: "amountMin", phrase: t`Amount is at least`, icon: Wallet },
  { name: "amountMax", phrase: t`Amount is at most`, icon: Wallet },
  { name: "currencyMode", phrase: t`Conversion is`, icon: Repeat2 },
  { name: "sourceCurrencies", phrase: t`From currency is one of`, icon: Coins },
  { name: "targetCurrencies", phrase: t`To currency is one of`, icon: Coins },
  { name: "methods", phrase: t`Method is one of`, icon: Send },
  { name: "actions", phrase: t`Action is one of`, icon: Zap },
  { name: "recipientTypes", phrase: t`Recipient is one of`, icon: UsersRound },
  { name: "primaryTeams", phrase: t`Team is one of`, icon: UsersRound },
]

/** Whether the service accepts a policy with this condition. */
export const isPossible = (name: ConditionName, has: TypeConditions | undefined) => has === undefined || has.conditions.includes(name)

/** Whether the condition is useful: entities of some types are never converted, or have only one action or recipient. */
export function isUseful(name: ConditionName, has: TypeConditions | undefined): boolean {
  if (has === undefined) return false
  const { currencyModes, actions, recipientTypes } = has
  const choices = { currencyMode: currencyModes, targetCurrencies: currencyModes, actions, recipientTypes }
  return isPossible(name, has) && (name in choices ? choices[name as keyof typeof choices].length > 1 : true)
}

/** Conditions of the policy that its type does not have: the policy holds nothing, and can't be saved again. */
export function absentFrom({ conditions, partnership }: Pick<PolicyDraft, "conditions" | "partnership">, has: TypeConditions | undefined) {
  const isStated = (rule: unknown) => rule !== undefined && !(Array.isArray(rule) && rule.length === 0)
  const kinds = conditionKinds.filter(({ name }) => isStated(conditions[name]) && !isPossible(name, has))
  const names = kinds.map(({ name }) => inSentence(conditionWords[name]!))
  return partnership !== "" && has?.hasPartnership === false ? [...names, inSentence(conditionWords["partnership"]!)] : names
}

const ways = ["card", "pix", "boleto", "direct-debit", "bank-transfer", "cash", "card-terminal", "cheque", "contact-credit"]
const methods: Record<EntityType, readonly string[]> = {
  payout: payoutMethods,
  transaction: ways,
  "refund-intent": ways,
  authorization: schemes,
  "payment-split": [],
  "journal-close": [],
}

/** The possible values of a condition. */
export function choicesFor(name: ConditionName, type: EntityType, teams: readonly Choice[], has?: TypeConditions): readonly Choice[] {
  if (name === "sourceCurrencies" || name === "targetCurrencies") return currencies.map(code => ({ value: code, label: code }))
  if (name === "methods") return choicesOf(methods[type])
  if (name === "actions") return choicesOf(has?.actions ?? [])
  return name === "primaryTeams" ? teams : choicesOf(has?.recipientTypes ?? [])
}

/** The policy as a sentence in the list: "Holds payouts if amount is at least €500.00 and method is pix". */
export function sentenceOf({ entityType, conditions }: Policy): string {
  const currency = conditions.sourceCurrencies?.[0] ?? "EUR"
  const parts = Object.entries(conditions)
    .filter(([, rule]) => !(Array.isArray(rule) && rule.length === 0))
    .map(([name, rule]) => t`${inSentence(conditionWords[name]!)} is ${ruleText(name, rule, currency)}`)
  const isAnyCurrency = conditions.sourceCurrencies === undefined && (conditions.amountMin ?? conditions.amountMax) !== undefined
  const nouns = inSentence(entityTitles[entityType])
  if (parts.length === 0) return t`Holds ${nouns}, all of them`
  return isAnyCurrency ? t`Holds ${nouns} if ${listOf(parts)}, compared in the currency of each` : t`Holds ${nouns} if ${listOf(parts)}`
}
