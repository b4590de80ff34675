import type { Choice, Field } from "../lib/form.ts"
import { say } from "../lib/words.ts"
import { contactName } from "../dashboard/reference.tsx"

/** Fields that several forms have. */
export const choicesOf = (values: readonly string[]): Choice[] => values.map(value => ({ value, label: say(value) }))

export const contactField: Field = {
  name: "contact",
  label: "Contact",
  kind: "reference",
  isTyped: true,
  isRequired: true,
  placeholder: "ana@example.com",
  route: "GET /v1/contacts",
  describe: row => ({ value: String(row["email"]), label: contactName(row as never) }),
}

export const partnershipField = (isRequired: boolean): Field => ({
  name: "partnership",
  label: "Partnership",
  kind: "reference",
  isTyped: true,
  isRequired,
  placeholder: "Code or name",
  route: "GET /v1/partnerships",
  describe: row => ({ value: String(row["code"]), label: String(row["name"]) }),
})

export const currencyField: Field = { name: "currency", label: "Currency", kind: "currency", isRequired: true, initial: "BRL" }

export const reasonField: Field = { name: "reason", label: "Reason", kind: "long-text", hint: "Kept in the audit log" }

export const currencyFilter: Field = {
  name: "currency",
  label: "Currency",
  kind: "choice",
  choices: ["BRL", "USD", "EUR", "GBP", "JPY", "MXN", "AUD", "KWD"].map(value => ({ value, label: value })),
}

/** An e-mail, a number such as PI-000123, or an id. */
export function searchByNumberOrContact(text: string): Record<string, string> {
  if (text.includes("@")) return { contact: text }
  if (/^[0-9a-f]{24}$/.test(text)) return { _id: text }
  return { number: text.toUpperCase() }
}
