import { PencilLine } from "lucide-react"
import type { Output } from "../../client.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { textOf, type TypedField } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { choicesOf, currencyField, reasonField } from "../../dashboard/fields.ts"
import { paymentField } from "../payment-intents/field.ts"

type Transaction = Output<"GET /v1/transactions/{id}">

/** Addresses of documents, one on each line. */
export const documentsField: TypedField<"documents"> = {
  name: "documents",
  label: "Documents",
  kind: "list",
  placeholder: "https://example.com/receipt.pdf",
  hint: "Addresses, one on each line",
}

export const transactionCreate: CreateForm<"transactions"> = {
  about: "For money that came in outside of a gateway, such as cash.",
  fields: [
    paymentField,
    { ...currencyField, hint: "The currency of the payment" },
    { name: "amount", label: "Amount", kind: "money", isRequired: true },
    {
      name: "method",
      label: "Method",
      kind: "choice",
      isRequired: true,
      choices: choicesOf(["cash", "bank-transfer", "card-terminal", "cheque", "contact-credit"]),
    },
    {
      name: "status",
      label: "Received",
      kind: "choice",
      isRequired: true,
      initial: "succeeded",
      choices: [
        { value: "succeeded", label: "Yes" },
        { value: "processing", label: "Not yet; it is confirmed later" },
      ],
    },
    { name: "receivedAt", label: "Received on", kind: "day", hint: "Today, if left empty" },
    { name: "reference", label: "Bank reference", kind: "text" },
    documentsField,
  ],
  submit: values => (values["amount"] === "" ? "Record payment" : `Record ${textOf(values, "amount")} ${textOf(values, "currency")}`),
}

const amountText = (row: Transaction) => money(row.amount, row.currency)
const addressOf = (document: Transaction["documents"][number]) => (typeof document === "string" ? document : document.url)

export const transactionActions: Actions<"transactions"> = {
  confirm: {
    isBulk: true,
    label: "Confirm",
    about: row => `From then on ${amountText(row)} counts as paid.`,
    submit: row => `Confirm that ${amountText(row)} arrived`,
  },
  fail: {
    label: "Mark as failed",
    isDanger: true,
    about: () => "It did not arrive, and counts as not paid.",
    fields: [reasonField],
  },
  cancel: {
    isBulk: true,
    label: "Cancel transaction",
    isDanger: true,
    about: row =>
      row.status === "pending-approval"
        ? "The approval request is withdrawn, and no money counts as received."
        : "It is canceled at the gateway first, so the payer can't pay it any more. If the payer was faster, the payment counts.",
  },
  update: {
    label: "Change",
    icon: PencilLine,
    isEdit: true,
    fieldsOf: row => [
      { name: "reference", label: "Bank reference", kind: "text", initial: row.reference ?? "" },
      { ...documentsField, initial: row.documents.map(addressOf).join("\n") },
    ],
    toInput: input => ({ ...input, ...(input["documents"] === null && { documents: [] }) }),
    submit: () => "Save",
    done: "Transaction changed",
  },
}
