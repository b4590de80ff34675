import { languageNames } from "../../src/kit/pure/language-names.ts"
import { currencies } from "../../src/kit/pure/money.ts"
import type { Choice, Field, TypedField } from "../lib/form.ts"
import { isId } from "../lib/is-id.ts"
import { t } from "../lib/translate.ts"
import { say } from "../lib/words.ts"

/** Fields that several forms have. */
export const choicesOf = (values: readonly string[]): Choice[] => values.map(value => ({ value, label: say(value) }))

/** The languages of mails to payers and partners. */
export const languages: Choice[] = Object.entries(languageNames).map(([value, label]) => ({ value, label }))

export const localeField = (initial: string | null | undefined): TypedField<"locale"> => ({
  name: "locale",
  label: t`Language of mails`,
  kind: "choice",
  choices: languages,
  initial: initial ?? "",
  hint: t`If you choose none, the language of the settings`,
})

export const teamField: TypedField<"team"> = {
  name: "team",
  label: t`Team`,
  kind: "reference",
  route: "GET /v1/teams",
  describe: row => ({ value: String(row["_id"]), label: String(row["name"]) }),
}

/** Begins with the currency that was chosen last. */
export const currencyField: TypedField<"currency"> = {
  name: "currency",
  label: t`Currency`,
  kind: "currency",
  isRequired: true,
  initial: () => localStorage.getItem("currency") ?? "EUR",
}

export const rememberCurrency = (currency: unknown) => {
  if (typeof currency === "string") localStorage.setItem("currency", currency)
}

export const reasonField: TypedField<"reason"> = { name: "reason", label: t`Reason`, kind: "long-text", hint: t`Shown in the audit log` }

export const currencyFilter: Field<"currency"> = {
  name: "currency",
  label: t`Currency`,
  kind: "choice",
  choices: currencies.map(value => ({ value, label: value })),
}

/** A filter by one of a few words of the API. */
export const choiceFilter = <const Name extends string>(name: Name, label: string, values: readonly string[]): Field<Name> => ({
  name,
  label,
  kind: "choice",
  choices: choicesOf(values),
})

/** A number such as PI-000123 or an id; anything else may be a name. */
export const byNumberOrId = (text: string): { _id: string } | { number: string } | undefined =>
  isId(text) ? { _id: text } : /^[a-z]{2,3}-\d+$/i.test(text) ? { number: text.toUpperCase() } : undefined
