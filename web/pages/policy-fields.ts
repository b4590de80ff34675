import type { Input } from "../client.ts"
import { type Choice, type Field, textOf, type Values } from "../lib/form.ts"
import { money } from "../lib/money.ts"
import { choicesOf, partnershipField } from "./fields.ts"
import type { Policy } from "./policies.tsx"

export type NewPolicy = Input<"POST /v1/approvals/policies/create">
type Conditions = NonNullable<NewPolicy["conditions"]>

const isDecidedByPeople = (values: Values) => values["strategy"] !== "auto-approve"

/** Reads as a sentence: hold these, if all of that is so, until these people have decided. */
export const policyFields = (values: Values, people: Choice[], teams: Choice[]): Field[] => [
  { name: "name", label: "Name", kind: "text", isRequired: true },
  { name: "entityType", label: "Hold", kind: "choice", isRequired: true, choices: choicesOf(entityTypes) },
  { name: "amountMin", label: "From this amount, in minor units", kind: "number", hint: amountHint(textOf(values, "amountMin")) },
  { name: "amountMax", label: "Up to this amount, in minor units", kind: "number", hint: amountHint(textOf(values, "amountMax")) },
  { name: "sourceCurrencies", label: "Only in these currencies", kind: "text", placeholder: "BRL, EUR" },
  { name: "targetCurrencies", label: "Only into these currencies", kind: "text", placeholder: "USD" },
  { name: "currencyMode", label: "Currencies", kind: "choice", choices: choicesOf(["any", "same-currency", "fx"]) },
  { name: "methods", label: "Only by these methods", kind: "text", placeholder: "pix, sepa" },
  {
    name: "actions",
    label: "Only these actions",
    kind: "choices",
    choices: choicesOf(["create", "charge", "refund", "send", "authorize"]),
  },
  { name: "recipientTypes", label: "Only to", kind: "choices", choices: choicesOf(["supplier", "partnership", "self"]) },
  { name: "primaryTeams", label: "Only of these teams", kind: "choices", choices: teams, appliesTo: () => teams.length > 0 },
  { ...partnershipField(false), label: "Only of this partnership" },
  { name: "strategy", label: "Decided", kind: "choice", isRequired: true, choices: choicesOf(strategies) },
  { name: "approvers", label: "By", kind: "choices", isRequired: true, choices: people, hint: inOrder, appliesTo: isDecidedByPeople },
  { name: "priority", label: "Priority", kind: "number", hint: "The highest that matches wins" },
  { name: "fourEyes", label: "Four eyes", kind: "choice", isRequired: true, choices: fourEyes },
]

const entityTypes = ["payout", "refund-intent", "transaction", "payment-split", "authorization"]
const strategies = ["any-of", "all-of", "sequential", "round-robin", "auto-approve"]
const inOrder = "In the order in which you choose them"
const fourEyes = [
  { value: "yes", label: "Whoever asked may not decide" },
  { value: "no", label: "Off: the maker may decide too" },
]
const lists = ["sourceCurrencies", "targetCurrencies", "methods", "actions", "recipientTypes", "primaryTeams"] as const

export function valuesOf(policy: Policy | undefined): Values {
  const conditions: Partial<Conditions> = policy?.conditions ?? {}
  return {
    name: policy?.name ?? "",
    entityType: policy?.entityType ?? "payout",
    strategy: policy?.strategy ?? "any-of",
    approvers: policy?.approvers.join(",") ?? "",
    amountMin: String(conditions.amountMin ?? ""),
    amountMax: String(conditions.amountMax ?? ""),
    currencyMode: conditions.currencyMode ?? "",
    ...Object.fromEntries(lists.map(name => [name, conditions[name]?.join(",") ?? ""])),
    partnership: policy?.partnership ?? "",
    priority: String(policy?.priority ?? 0),
    fourEyes: policy && !policy.fourEyes ? "no" : "yes",
  }
}

export function toPolicy(values: Values): NewPolicy {
  const text = (name: string) => textOf(values, name).trim()
  const list = (name: string) =>
    text(name)
      .split(/[\s,]+/)
      .filter(Boolean)
  const amount = (name: string) => (/^\d+$/.test(text(name)) ? { [name]: Number(text(name)) } : {})
  const conditions = {
    ...amount("amountMin"),
    ...amount("amountMax"),
    ...(text("currencyMode") !== "" && { currencyMode: text("currencyMode") }),
    ...Object.fromEntries(
      lists.filter(name => text(name) !== "").map(name => [name, name.endsWith("Currencies") ? list(name).map(upper) : list(name)]),
    ),
  } as Conditions
  return {
    name: text("name"),
    entityType: text("entityType") as NewPolicy["entityType"],
    strategy: text("strategy") as NewPolicy["strategy"],
    approvers: isDecidedByPeople(values) ? list("approvers") : [],
    conditions,
    partnership: text("partnership") || null,
    priority: Number(text("priority")) || 0,
    fourEyes: text("fourEyes") === "yes",
  }
}

const upper = (code: string) => code.toUpperCase()

/** One number of minor units means another amount in each currency. */
function amountHint(text: string): string {
  if (!/^\d+$/.test(text)) return "5000 is 50.00 in most currencies"
  return ["BRL", "JPY", "KWD"].map(currency => money(Number(text), currency)).join(" · ")
}
