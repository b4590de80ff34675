import { X } from "lucide-react"
import { schemes } from "../../../src/money/authorizations/values.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { bankAccountField } from "../bank-accounts/field.ts"
import { choicesOf, currencyField } from "../../dashboard/fields.ts"
import { contactField } from "../contacts/field.ts"

export const mandateCreate: CreateForm<"authorizations", "currency"> = {
  about: "The payer has agreed that you may debit the account. The mandate becomes active when the payer's bank accepts it.",
  fields: [
    contactField,
    { ...bankAccountField("contact"), isRequired: true },
    { name: "scheme", label: "Scheme", kind: "choice", isRequired: true, choices: choicesOf(schemes) },
    { ...currencyField, hint: "The currency of the account" },
    { name: "maxAmount", label: "Maximum for each debit", kind: "money", hint: "Without an amount there is no limit" },
    { name: "reference", label: "Reference on the payer's documents", kind: "text", placeholder: "M-2027-001" },
  ],
  toInput: ({ contact, bankAccount, scheme, maxAmount, reference }) => ({ contact, bankAccount, scheme, maxAmount, reference }),
}

export const mandateActions: Actions<"authorizations"> = {
  revoke: { label: "Revoke", icon: X, isDanger: true, about: () => "You can no longer charge it.", done: "Mandate revoked" },
  cancel: { label: "Cancel mandate", isDanger: true, about: () => "It never becomes active.", done: "Mandate canceled" },
}
