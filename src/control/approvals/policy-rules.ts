import { type RoleHolder, roleWordOf } from "../../kit/pure/permissions.ts"
import type { FieldError } from "../../kit/pure/problem.ts"
import { approvalProblem } from "./errors.ts"
import { mayDecide } from "./turn-rules.ts"
import type { Action, Conditions, Facts, PolicyWarning } from "./schema.ts"
import type { EntityType, RecipientType, Strategy } from "./values.ts"

export type PolicyTerms = {
  id: string
  name: string
  strategy: Strategy
  approvers: readonly string[]
  conditions: Conditions
  priority: number
  partnership_id: string | null
  created_at: Date
}
type Terms = Pick<PolicyTerms, "conditions" | "partnership_id">

type MatchedOn = {
  currencyModes: readonly ("same-currency" | "fx")[]
  methods: string | null
  actions: readonly Action[]
  recipientTypes: readonly RecipientType[]
  primaryTeams: string | null
  partnership: string | null
}

/**
 * The fields of each entity type that a policy can match on, besides the amount and the currencies, which all types but closed months have.
 * Null and an empty list mean that the type never has the field, so a policy that names it would hold nothing.
 * `GET /v1/approvals/conditions` and the guide show the same.
 */
export const matchedOn: Record<EntityType, MatchedOn> = {
  transaction: {
    currencyModes: ["same-currency", "fx"],
    methods: "its method",
    actions: ["create", "charge"],
    recipientTypes: ["self"],
    primaryTeams: "the payment intent's",
    partnership: "each supplier of the intent's lines and each partner of its splits",
  },
  payout: {
    currencyModes: ["same-currency", "fx"],
    methods: "its method",
    actions: ["send"],
    recipientTypes: ["supplier", "partnership", "self"],
    primaryTeams: "the partnership's",
    partnership: "its partnership",
  },
  "payment-split": {
    currencyModes: ["same-currency"],
    methods: null,
    actions: ["create"],
    recipientTypes: ["supplier", "partnership"],
    primaryTeams: "the payment intent's, else the partnership's",
    partnership: "its partnership",
  },
  authorization: {
    currencyModes: ["same-currency"],
    methods: "its scheme",
    actions: ["authorize"],
    recipientTypes: ["self"],
    primaryTeams: null,
    partnership: null,
  },
  "refund-intent": {
    currencyModes: ["same-currency", "fx"],
    methods: "the charge's method",
    actions: ["refund"],
    recipientTypes: [],
    primaryTeams: "the payment intent's",
    partnership: "those of the charge's intent",
  },
  "journal-close": {
    currencyModes: [],
    methods: null,
    actions: ["reopen"],
    recipientTypes: [],
    primaryTeams: null,
    partnership: null,
  },
}

const partsOfMoney = ["amountMin", "amountMax", "currencyMode", "sourceCurrencies", "targetCurrencies"] as const
const partsOfSome = ["methods", "actions", "recipientTypes", "primaryTeams"] as const

const has = (entityType: EntityType, part: keyof MatchedOn) => (matchedOn[entityType][part]?.length ?? 0) > 0

/** A month of the journal has neither an amount nor one currency. */
const moneyPartsOf = (entityType: EntityType) => (has(entityType, "currencyModes") ? partsOfMoney : [])

/** One row of the table above, for people who write policies. */
export const conditionsOf = (entityType: EntityType) => ({
  entityType,
  conditions: [...moneyPartsOf(entityType), ...partsOfSome.filter(part => has(entityType, part))],
  currencyModes: [...matchedOn[entityType].currencyModes],
  actions: [...matchedOn[entityType].actions],
  recipientTypes: [...matchedOn[entityType].recipientTypes],
  hasPartnership: has(entityType, "partnership"),
})

const isStated = (rule: unknown) => rule !== undefined && rule !== null && !(Array.isArray(rule) && rule.length === 0)

/** The parts of the policy that entities of its type never have. */
function absentParts(entityType: EntityType, { conditions, partnership_id }: Terms): string[] {
  const present: readonly string[] = conditionsOf(entityType).conditions
  const absent = [...partsOfMoney, ...partsOfSome].filter(part => isStated(conditions[part]) && !present.includes(part))
  const names = absent.map(part => `conditions.${part}`)
  return partnership_id !== null && !has(entityType, "partnership") ? [...names, "partnership"] : names
}

/** One rule of a policy, with the value of the entity. An empty list or a missing bound always holds. */
type Check = { condition: keyof Conditions | "partnership"; rule: unknown; actual: unknown; holds: boolean }

function checksOf({ conditions, partnership_id }: Terms, facts: Facts): Check[] {
  const { amountMin, amountMax, currencyMode, sourceCurrencies, targetCurrencies, methods, actions, recipientTypes, primaryTeams } =
    conditions
  const isFx = facts.sourceCurrency !== facts.targetCurrency
  const size = facts.amount ?? Infinity
  const among = (condition: Check["condition"], rule: readonly string[] | undefined, actual: string | null): Check => ({
    condition,
    rule,
    actual,
    holds: !rule || rule.length === 0 || (actual !== null && rule.includes(actual)),
  })
  const partner = facts.partnerships.find(each => each === partnership_id) ?? facts.partnerships[0] ?? null
  return [
    { condition: "amountMin", rule: amountMin, actual: facts.amount, holds: amountMin === undefined || size >= amountMin },
    { condition: "amountMax", rule: amountMax, actual: facts.amount, holds: amountMax === undefined || size <= amountMax },
    {
      condition: "currencyMode",
      rule: currencyMode,
      actual: isFx ? "fx" : "same-currency",
      holds: currencyMode === undefined || currencyMode === "any" || (currencyMode === "fx") === isFx,
    },
    among("sourceCurrencies", sourceCurrencies, facts.sourceCurrency),
    among("targetCurrencies", targetCurrencies, facts.targetCurrency),
    among("methods", methods, facts.method),
    among("actions", actions, facts.action),
    among("recipientTypes", recipientTypes, facts.recipientType),
    among("primaryTeams", primaryTeams, facts.team),
    among("partnership", partnership_id === null ? undefined : [partnership_id], partner),
  ]
}

export const matches = (policy: Terms, facts: Facts) => checksOf(policy, facts).every(check => check.holds)

/** Whether the policy matches one of the two values and not the other. Partners matter only to policies on payments and refunds. */
export function separates(
  { entity_type, conditions, partnership_id }: Terms & { entity_type: EntityType },
  by: "recipientTypes" | "primaryTeams" | "partnership",
  a: string | null,
  b: string | null,
) {
  const isOfIntent = entity_type === "transaction" || entity_type === "refund-intent"
  const named: readonly (string | null)[] = by !== "partnership" ? (conditions[by] ?? []) : isOfIntent ? [partnership_id] : []
  const includes = (value: string | null) => value !== null && named.includes(value)
  return includes(a) !== includes(b)
}

/** The conditions that the policy states, with the entity's values. */
export const explain = (policy: Terms, facts: Facts) =>
  checksOf(policy, facts)
    .filter(({ rule }) => isStated(rule))
    .map(({ condition, rule, actual }) => ({ condition, rule, actual }))

/** Contract: the highest priority, then the policy of the partnership over a general one, then the older. */
const byPrecedence = (a: PolicyTerms, b: PolicyTerms) =>
  b.priority - a.priority ||
  Number(a.partnership_id === null) - Number(b.partnership_id === null) ||
  a.created_at.getTime() - b.created_at.getTime() ||
  (a.id < b.id ? -1 : 1)

/** The policies that match, the one that applies first. A refund that an agent drafted is never approved automatically. */
export function matching<P extends PolicyTerms>(policies: readonly P[], facts: Facts, type: EntityType, isAgentDraft: boolean): P[] {
  const isForPeople = type === "refund-intent" && isAgentDraft
  return policies.filter(policy => !(isForPeople && policy.strategy === "auto-approve") && matches(policy, facts)).toSorted(byPrecedence)
}

/**
 * The facts that must be the same at the release as in the request. Partners are not part of them: the partners of the intent may change
 * while a payment waits, and the request keeps the ones it was opened with.
 */
export function asAsked({ action, amount, sourceCurrency, targetCurrency, method, recipientType, team }: Omit<Facts, "partnerships">) {
  return { action, amount, sourceCurrency, targetCurrency, method, recipientType, team }
}

const refused = (reason: string, path?: string) =>
  approvalProblem("APR-1001", { reason }, path === undefined ? [] : [{ path, message: reason }])

type Saved = Terms & Pick<PolicyTerms, "strategy" | "approvers">

export function assertPolicy({ strategy, approvers, conditions }: Omit<Saved, "partnership_id">) {
  const { amountMin = 0, amountMax = Number.MAX_SAFE_INTEGER } = conditions
  if (strategy !== "auto-approve" && approvers.length === 0) throw refused(`${strategy} needs 1 to 100 approvers`, "approvers")
  if (new Set(approvers).size < approvers.length) throw refused("an approver is named twice", "approvers")
  if (amountMax < amountMin) throw refused(`conditions.amountMax ${amountMax} is below conditions.amountMin ${amountMin}`)
}

/** Reopening a month needs a second person, so no policy releases it by itself. */
export function assertStrategyFits(entityType: EntityType, strategy: Strategy) {
  if (entityType === "journal-close" && strategy === "auto-approve")
    throw refused("the reopening of a month is never approved automatically; name at least one approver", "strategy")
}

/** Contract: refuses a policy with a condition or scope that its entity type does not have, and names it. */
export function assertPartsExist(entityType: EntityType, terms: Terms) {
  const [part] = absentParts(entityType, terms)
  if (part !== undefined)
    throw refused(`a ${nounOf(entityType)} has no ${partWords[part]}, so ${part} would match nothing: leave it out`, part)
}

const partWords: Record<string, string> = {
  "conditions.amountMin": "amount",
  "conditions.amountMax": "amount",
  "conditions.currencyMode": "currency",
  "conditions.sourceCurrencies": "currency",
  "conditions.targetCurrencies": "currency",
  "conditions.methods": "method",
  "conditions.actions": "action",
  "conditions.recipientTypes": "recipient",
  "conditions.primaryTeams": "team",
  partnership: "partnership",
}

type User = RoleHolder & { id: string; active: boolean }

/** One error for each of these approvers who could not decide. */
function approverErrors(approvers: readonly string[], users: readonly User[]): FieldError[] {
  return approvers.flatMap((id, index) => {
    const user = users.find(each => each.id === id)
    if (user && mayDecide(user)) return []
    const reason = user?.active
      ? `the approver ${id} has the role ${roleWordOf(user)}, which may not decide approvals`
      : `the approver ${id} is not an active user of this tenant`
    return [{ path: `approvers[${index}]`, message: reason }]
  })
}

/** Contract: approvers are users of the tenant who may decide. The refusal names the first approver who is not. */
export function assertApprovers(approvers: readonly string[], users: readonly User[]) {
  const [first] = approverErrors(approvers, users)
  if (first) throw refused(first.message, first.path)
}

/** What a person should know before they save the policy. */
export function warningsOf(
  policy: Saved & { entityType: EntityType; fourEyes: boolean },
  users: readonly User[],
  maker: string,
): PolicyWarning[] {
  const { strategy, approvers, fourEyes } = policy
  const able = users.filter(mayDecide)
  const isAlone = fourEyes && strategy !== "auto-approve" && able.length === 1 && able[0]!.id === maker
  const neverMatches = neverMatching(policy)
  const warnings: PolicyWarning[] = approverErrors(approvers, users).map(({ message }) => ({
    code: "approver-may-not-decide",
    message: `This can't be saved: ${message}`,
  }))
  if (isAlone) warnings.push({ code: "maker-is-only-approver", message: makerAlone })
  if (neverMatches) warnings.push({ code: "never-matches", message: neverMatches })
  return warnings
}

const makerAlone =
  "You are the only approver, and with four eyes nobody decides their own requests. Your requests would wait for 7 days and " +
  "then be canceled. Add another approver, or turn four eyes off if you work alone."

/** A warning about values that exist, but that no entity of the type has. */
function neverMatching({ entityType, conditions }: { entityType: EntityType; conditions: Conditions }): string | undefined {
  const { currencyModes, actions, recipientTypes } = matchedOn[entityType]
  const { currencyMode = "any" } = conditions
  const lists: [name: string, stated: readonly string[], possible: readonly string[]][] = [
    ["currencyMode", currencyMode === "any" ? [] : [currencyMode], currencyModes],
    ["actions", conditions.actions ?? [], actions],
    ["recipientTypes", conditions.recipientTypes ?? [], recipientTypes],
  ]
  const never = lists.find(([, stated, possible]) => stated.length > 0 && !stated.some(value => possible.includes(value)))
  if (!never) return undefined
  const [name, stated, possible] = never
  return `The policy would hold nothing: for a ${nounOf(entityType)} ${name} is ${possible.join(" or ")}, never ${stated.join(" or ")}.`
}

/** The currency of the amount: for a payout the one that leaves, otherwise the one that arrives. */
export const currencyOf = (entityType: EntityType, { sourceCurrency, targetCurrency }: Facts) =>
  entityType === "payout" ? sourceCurrency : targetCurrency

/** "payment-split" → "payment split" */
export const nounOf = (entityType: EntityType) => entityType.replaceAll("-", " ")
