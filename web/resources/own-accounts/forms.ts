import { PencilLine } from "lucide-react"
import { profileNames } from "../../../src/parties/own-accounts/values.ts"
import type { Output } from "../../client.ts"
import { choicesOf, currencyField } from "../../dashboard/fields.ts"
import type { ActionForm, CreateForm } from "../../dashboard/resource.ts"
import type { Field, Values } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"

type OwnAccount = Output<"GET /v1/own-accounts/{id}">

const isUsd = (values: Values) => values["currency"] === "USD"
const isEur = (values: Values) => values["currency"] === "EUR"

/** The same names for both forms. An address needs town and country together. */
const addressFields = (
  address: OwnAccount["address"] = null,
): Field<`address.${"street" | "building" | "postCode" | "town" | "country"}`>[] => [
  { name: "address.street", label: t`Street`, kind: "text", initial: address?.street ?? "" },
  { name: "address.building", label: t`Number of the building`, kind: "text", initial: address?.building ?? "", isHalf: true },
  { name: "address.postCode", label: t`Post code`, kind: "text", initial: address?.postCode ?? "", isHalf: true },
  { name: "address.town", label: t`Town`, kind: "text", initial: address?.town ?? "", hint: t`With the country, or no address at all` },
  { name: "address.country", label: t`Country of the address`, kind: "country", initial: address?.country ?? "" },
]

export const ownAccountCreate: CreateForm<"own-accounts"> = {
  about: t`Write the IBAN, or the account number with the bank's code. The number is encrypted and never shown in full again.`,
  fields: [
    { name: "name", label: t`Name`, kind: "text", isRequired: true, placeholder: t`Main account` },
    { name: "holder", label: t`Holder`, kind: "text", hint: t`The name in payment files, if it differs from the name above` },
    currencyField,
    { name: "iban", label: "IBAN", kind: "secret", hint: t`Or the account number and the bank's code below` },
    { name: "bic", label: "BIC", kind: "text" },
    { name: "account", label: t`Account number`, kind: "secret", appliesTo: values => !isEur(values) },
    {
      name: "routing",
      label: t`Bank's code`,
      kind: "text",
      hint: t`ABA number, sort code, BSB or bank and branch`,
      appliesTo: values => !isEur(values),
    },
    { name: "country", label: t`Country`, kind: "country", hint: t`Only without an IBAN`, appliesTo: values => !isEur(values) },
    { name: "company.id", label: t`Company id`, kind: "text", hint: t`10 characters, for NACHA files`, appliesTo: isUsd },
    { name: "company.name", label: t`Company name`, kind: "text", hint: t`Up to 16 characters, for NACHA files`, appliesTo: isUsd },
    { name: "creditorId", label: t`Creditor id`, kind: "text", hint: t`For SEPA direct debits`, appliesTo: isEur },
    {
      name: "profile",
      label: t`Payment files`,
      kind: "choice",
      choices: choicesOf(profileNames),
      hint: t`How your bank wants them; SEPA or NACHA by the account if you choose none`,
    },
    ...addressFields(),
  ],
}

export const ownAccountUpdate: ActionForm<OwnAccount> = {
  label: t`Change`,
  icon: PencilLine,
  isEdit: true,
  about: () => t`The number can't be changed: add another account instead.`,
  fieldsOf: row => [
    { name: "name", label: t`Name`, kind: "text", isRequired: true, initial: row.name },
    { name: "holder", label: t`Holder`, kind: "text", isRequired: true, initial: row.holder },
    { name: "bic", label: "BIC", kind: "text", initial: row.bic ?? "" },
    { name: "profile", label: t`Payment files`, kind: "choice", choices: choicesOf(profileNames), initial: row.profile ?? "" },
    ...(row.currency === "EUR"
      ? [{ name: "creditorId", label: t`Creditor id`, kind: "text", initial: row.creditorId ?? "" } satisfies Field]
      : []),
    ...addressFields(row.address),
  ],
  toInput: (input, row) => ("address" in input ? { ...input, address: mergeAddress(row.address, input["address"] as object) } : input),
  submit: () => t`Save`,
  done: t`Account changed`,
}

/** The API replaces an address as a whole, and the form sends the changed parts, with null for an emptied one. */
function mergeAddress(before: OwnAccount["address"], changed: object) {
  const parts = Object.entries({ ...before, ...changed }).filter(([, value]) => value !== null)
  return parts.length === 0 ? null : Object.fromEntries(parts)
}
