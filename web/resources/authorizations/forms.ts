import { Landmark, X } from "lucide-react"
import { fileSchemes, schemes } from "../../../src/money/authorizations/values.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { bankAccountField } from "../bank-accounts/field.ts"
import { choicesOf, currencyField } from "../../dashboard/fields.ts"
import { textOf, type Values } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { contactField } from "../contacts/field.ts"
import { paymentField } from "../payment-intents/field.ts"

const heldChoices = [
  { value: "gateway", label: t`A gateway`, hint: t`The mandate becomes active when the payer's bank accepts it` },
  { value: "file", label: t`Payment files`, hint: t`You hold the signed mandate yourself` },
]
const kindWords = {
  core: "SEPA Core",
  b2b: t`SEPA B2B, between companies`,
  ppd: t`ACH PPD, a person signed`,
  ccd: t`ACH CCD, a company agreed`,
  web: t`ACH WEB, a person agreed online`,
}
const kindChoices = fileSchemes.map(value => ({ value, label: kindWords[value] }))
const isHeld = (values: Values) => textOf(values, "held") === "file"

export const mandateCreate: CreateForm<"authorizations", "currency" | "held"> = {
  about: t`The payer has agreed that you may debit the account.`,
  fields: [
    contactField,
    { ...bankAccountField("contact"), isRequired: true },
    { name: "scheme", label: t`Scheme`, kind: "choice", isRequired: true, choices: choicesOf(schemes) },
    { ...currencyField, hint: t`The currency of the account` },
    { name: "maxAmount", label: t`Maximum for each debit`, kind: "money", hint: t`Without an amount there is no limit` },
    { name: "reference", label: t`Reference on the payer's documents`, kind: "text", placeholder: "M-2027-001" },
    { name: "held", label: t`Collected by`, kind: "choice", isRequired: true, initial: "gateway", choices: heldChoices },
    { name: "terms.scheme", label: t`Kind`, kind: "choice", isRequired: true, choices: kindChoices, appliesTo: isHeld },
    { name: "terms.signedOn", label: t`Signed on`, kind: "text", isRequired: true, placeholder: "2026-10-01", appliesTo: isHeld },
    {
      name: "terms.noticeDays",
      label: t`Days of notice before a debit`,
      kind: "number",
      hint: t`14 for SEPA unless you agreed on fewer; the payer must be told of each debit`,
      appliesTo: isHeld,
    },
    { name: "terms.isOneOff", label: t`For one debit only`, kind: "flag", appliesTo: isHeld },
    { name: "terms.collectsDue", label: t`Collect bills of this payer when they are due`, kind: "flag", initial: true, appliesTo: isHeld },
  ],
  toInput: ({ contact, bankAccount, scheme, maxAmount, reference, terms, held }) => {
    const mandate = { contact, bankAccount, scheme, maxAmount, reference }
    // The form leaves out what is not ticked, and the API's default is to collect.
    return held === "file" ? { ...mandate, terms: Object.assign({ collectsDue: false }, terms) } : mandate
  },
}

export const mandateActions: Actions<"authorizations"> = {
  "debits/create": {
    label: t`New debit`,
    icon: Landmark,
    unlisted: { needs: "transactions.edit", isPossible: row => row.terms !== null && row.status === "active" },
    about: () => t`The debit waits for a payment file. It is paid when your bank says so.`,
    fields: [{ ...paymentField, label: t`Bill`, hint: t`All that is due is debited` }],
    submit: () => t`Create debit`,
    done: t`The debit waits for a payment file`,
  },
  revoke: {
    isBulk: true,
    label: t`Revoke`,
    icon: X,
    isDanger: true,
    about: () => t`You can no longer charge it.`,
    done: t`Mandate revoked`,
  },
  cancel: { isBulk: true, label: t`Cancel mandate`, isDanger: true, about: () => t`It never becomes active.`, done: t`Mandate canceled` },
}
