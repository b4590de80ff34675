import { currencies } from "../../src/kit/pure/money.ts"
import type { Choice, Field, TypedField } from "../lib/form.ts"
import { money } from "../lib/money.ts"
import { say } from "../lib/words.ts"
import { contactName } from "../dashboard/reference.tsx"

/** Fields that several forms have. */
export const choicesOf = (values: readonly string[]): Choice[] => values.map(value => ({ value, label: say(value) }))

/** The languages in which payers and partners are written to. */
export const languages: Choice[] = [
  { value: "en", label: "English" },
  { value: "pt-BR", label: "Português (Brasil)" },
  { value: "es", label: "Español" },
]

export const localeField = (initial: string | null | undefined): TypedField => ({
  name: "locale",
  label: "Language of mails",
  kind: "choice",
  choices: languages,
  initial: initial ?? "",
  hint: "If none is chosen, that of the settings",
})

export const contactField: TypedField = {
  name: "contact",
  label: "Contact",
  kind: "reference",
  isTyped: true,
  isRequired: true,
  placeholder: "ana@example.com",
  route: "GET /v1/contacts",
  searches: "contacts",
  describe: row => ({ value: String(row["email"]), label: contactName(row as never) }),
}

export const partnershipField = (isRequired: boolean): TypedField => ({
  name: "partnership",
  label: "Partnership",
  kind: "reference",
  isTyped: true,
  isRequired,
  placeholder: "Code or name",
  route: "GET /v1/partnerships",
  searches: "partnerships",
  describe: row => ({ value: String(row["code"]), label: String(row["name"]) }),
})

export const paymentField: TypedField = {
  name: "paymentIntent",
  label: "Payment",
  kind: "reference",
  isTyped: true,
  isRequired: true,
  placeholder: "PI-000123",
  route: "GET /v1/payment-intents",
  describe: row => ({ value: String(row["number"]), label: money(Number(row["amount"]), String(row["currency"])) }),
}

export const teamField: TypedField = {
  name: "team",
  label: "Team",
  kind: "reference",
  route: "GET /v1/teams",
  describe: row => ({ value: String(row["_id"]), label: String(row["name"]) }),
}

/** The tenant's own accounts, or those of whom the form names. */
export const bankAccountField = (owner: "self" | "contact" | "partnership"): TypedField => ({
  name: "bankAccount",
  label: "Bank account",
  kind: "reference",
  route: "GET /v1/bank-accounts",
  query: { status: "active", owner },
  ...(owner !== "self" && { of: owner, hint: `One of the ${owner}; new ones are added under Bank accounts` }),
  describe: row => ({
    value: String(row["_id"]),
    label: `${String(row["holder"])} ${String(row["masked"])} · ${String(row["currency"])}`,
  }),
})

/** Begins with the currency that was chosen last. */
export const currencyField: TypedField = {
  name: "currency",
  label: "Currency",
  kind: "currency",
  isRequired: true,
  initial: () => localStorage.getItem("currency") ?? "EUR",
}

export const rememberCurrency = (currency: unknown) => {
  if (typeof currency === "string") localStorage.setItem("currency", currency)
}

export const reasonField: TypedField = { name: "reason", label: "Reason", kind: "long-text", hint: "Kept in the audit log" }

export const currencyFilter: Field = {
  name: "currency",
  label: "Currency",
  kind: "choice",
  choices: currencies.map(value => ({ value, label: value })),
}

/** A filter by one of a few words of the API. */
export const choiceFilter = (name: string, label: string, values: readonly string[]): Field => ({
  name,
  label,
  kind: "choice",
  choices: choicesOf(values),
})

/** A number such as PI-000123 or an id; anything else may be a name. */
export const byNumberOrId = (text: string): Record<string, string> | undefined =>
  isId(text) ? { _id: text } : /^[a-z]{2,3}-\d+$/i.test(text) ? { number: text.toUpperCase() } : undefined

/** The number of a payment such as PI-000123, or an id. */
export const byPaymentOrId = (text: string): Record<string, string> | undefined =>
  isId(text) ? { _id: text } : /^pi-\d+$/i.test(text) ? { paymentIntent: text.toUpperCase() } : undefined

export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text)

export const ofContact = { type: "contacts", field: "contact" } as const
export const ofPartner = { type: "partnerships", field: "partnership" } as const
