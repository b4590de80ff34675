import { PencilLine } from "lucide-react"
import type { Output } from "../../client.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { textOf, type TypedField } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { choicesOf, currencyField, reasonField } from "../../dashboard/fields.ts"
import { paymentField } from "../payment-intents/field.ts"

type Transaction = Output<"GET /v1/transactions/{id}">

/** Addresses of documents, one on each line. */
export const documentsField: TypedField<"documents"> = {
  name: "documents",
  label: t`Documents`,
  kind: "list",
  placeholder: "https://example.com/receipt.pdf",
  hint: t`Addresses, one on each line`,
}

export const transactionCreate: CreateForm<"transactions"> = {
  about: t`For money that came in outside of a gateway, such as cash.`,
  fields: [
    paymentField,
    { ...currencyField, hint: t`The currency of the payment` },
    { name: "amount", label: t`Amount`, kind: "money", isRequired: true },
    {
      name: "method",
      label: t`Method`,
      kind: "choice",
      isRequired: true,
      choices: choicesOf(["cash", "bank-transfer", "card-terminal", "cheque", "contact-credit"]),
    },
    {
      name: "status",
      label: t`Received`,
      kind: "choice",
      isRequired: true,
      initial: "succeeded",
      choices: [
        { value: "succeeded", label: t`Yes` },
        { value: "processing", label: t`Not yet; it is confirmed later` },
      ],
    },
    { name: "receivedAt", label: t`Received on`, kind: "day", hint: t`Today, if left empty` },
    { name: "reference", label: t`Bank reference`, kind: "text" },
    documentsField,
  ],
  submit: values => (values["amount"] === "" ? t`Record payment` : t`Record ${textOf(values, "amount")} ${textOf(values, "currency")}`),
}

const amountText = (row: Transaction) => money(row.amount, row.currency)
const addressOf = (document: Transaction["documents"][number]) => (typeof document === "string" ? document : document.url)

export const transactionActions: Actions<"transactions"> = {
  confirm: {
    isBulk: true,
    label: t`Confirm`,
    about: row => t`From then on ${amountText(row)} counts as paid.`,
    submit: row => t`Confirm that ${amountText(row)} arrived`,
  },
  fail: {
    label: t`Mark as failed`,
    isDanger: true,
    about: () => t`It did not arrive, and counts as not paid.`,
    fields: [reasonField],
  },
  cancel: {
    isBulk: true,
    label: t`Cancel transaction`,
    isDanger: true,
    about: row =>
      row.status === "pending-approval"
        ? t`The approval request is withdrawn, and no money counts as received.`
        : t`It is canceled at the gateway first, so the payer can't pay it any more. If the payer was faster, the payment counts.`,
  },
  update: {
    label: t`Change`,
    icon: PencilLine,
    isEdit: true,
    fieldsOf: row => [
      { name: "reference", label: t`Bank reference`, kind: "text", initial: row.reference ?? "" },
      { ...documentsField, initial: row.documents.map(addressOf).join("\n") },
    ],
    toInput: input => ({ ...input, ...(input["documents"] === null && { documents: [] }) }),
    submit: () => t`Save`,
    done: t`Transaction changed`,
  },
}
