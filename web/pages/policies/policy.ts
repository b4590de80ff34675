import { Coins, type LucideIcon, Repeat2, Send, UsersRound, Wallet, Zap } from "lucide-react"
import { schemes } from "../../../src/money/authorizations/values.ts"
import { payoutMethods } from "../../../src/money/payouts/values.ts"
import { currencies } from "../../../src/kit/pure/money.ts"
import type { Input, Output } from "../../client.ts"
import { choicesOf } from "../../dashboard/fields.ts"
import type { Choice } from "../../lib/form.ts"
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
export const plural = (type: EntityType) => (type === "transaction" ? "payments in" : `${entities[type].label.toLowerCase()}s`)

export type ConditionKind = { name: ConditionName; verb: string; icon: LucideIcon }

export const conditionKinds: readonly ConditionKind[] = [
  { name: "amountMin", verb: "is at least", icon: Wallet },
  { name: "amountMax", verb: "is at most", icon: Wallet },
  { name: "currencyMode", verb: "is", icon: Repeat2 },
  { name: "sourceCurrencies", verb: "is one of", icon: Coins },
  { name: "targetCurrencies", verb: "is one of", icon: Coins },
  { name: "methods", verb: "is one of", icon: Send },
  { name: "actions", verb: "is one of", icon: Zap },
  { name: "recipientTypes", verb: "is one of", icon: UsersRound },
  { name: "primaryTeams", verb: "is one of", icon: UsersRound },
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
  const names = kinds.map(({ name }) => conditionWords[name]!.toLowerCase())
  return partnership !== "" && has?.hasPartnership === false ? [...names, "partnership"] : names
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
    .map(([name, rule]) => `${conditionWords[name]!.toLowerCase()} is ${ruleText(name, rule, currency)}`)
  const isAnyCurrency = conditions.sourceCurrencies === undefined && (conditions.amountMin ?? conditions.amountMax) !== undefined
  const note = isAnyCurrency ? ", compared in the currency of each" : ""
  return `Holds ${plural(entityType)}${parts.length === 0 ? ", all of them" : ` if ${parts.join(" and ")}${note}`}`
}
