import { PencilLine } from "lucide-react"
import type { Output } from "../../client.ts"
import type { ActionForm, CreateForm } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { currencyField } from "../../dashboard/fields.ts"
import { contactField } from "../contacts/field.ts"
import { partnershipField } from "../partnerships/field.ts"

type BankAccount = Output<"GET /v1/bank-accounts/{id}">

export const bankAccountCreate: CreateForm<"bank-accounts"> = {
  about: t`Write the IBAN, or the account number with the bank's code. The number is encrypted and never shown in full again.`,
  fields: [
    {
      name: "owner",
      label: t`Owner`,
      kind: "choice",
      isRequired: true,
      initial: "self",
      choices: [
        { value: "self", label: say("self") },
        { value: "contact", label: t`A contact's, for direct debits` },
        { value: "partnership", label: t`A partnership's, for payouts` },
      ],
    },
    { ...contactField, appliesTo: values => values["owner"] === "contact" },
    { ...partnershipField(true), appliesTo: values => values["owner"] === "partnership" },
    { name: "holder", label: t`Holder`, kind: "text", isRequired: true },
    { name: "country", label: t`Country`, kind: "country", isRequired: true },
    currencyField,
    { name: "iban", label: "IBAN", kind: "secret", hint: t`Or the account number and the bank's code below` },
    { name: "bic", label: "BIC", kind: "text" },
    { name: "accountNumber", label: t`Account number`, kind: "secret" },
    { name: "routing", label: t`Bank's code`, kind: "text", hint: t`ABA number, sort code, BSB or bank and branch` },
  ],
}

export const bankAccountUpdate: ActionForm<BankAccount> = {
  label: t`Change`,
  icon: PencilLine,
  isEdit: true,
  about: () => t`The number can't be changed: add another account instead.`,
  fieldsOf: row => [{ name: "holder", label: t`Holder`, kind: "text", isRequired: true, initial: row.holder }],
  submit: () => t`Save`,
  done: t`Bank account changed`,
}
