import { CirclePause, CirclePlay, PencilLine } from "lucide-react"
import type { Output } from "../../client.ts"
import { currencyField, rememberCurrency } from "../../dashboard/fields.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import type { Field, Values } from "../../lib/form.ts"
import { serviceField } from "../services/field.ts"

type PaymentLink = Output<"GET /v1/payment-links/{id}">

const isOpen = (values: Values) => values["isOpen"] === true
const isFixed = (values: Values) => !isOpen(values)

const limits = (row?: PaymentLink) =>
  [
    {
      name: "maxUses",
      label: "Orders at most",
      kind: "number",
      initial: row?.maxUses ? String(row.maxUses) : "",
      hint: "If left empty, there is no limit",
    },
    {
      name: "holdMinutes",
      label: "Minutes until an unpaid order is canceled",
      kind: "number",
      initial: String(row?.holdMinutes ?? 60),
      hint: "Longer for bank transfers, shorter for what is scarce",
    },
  ] as const satisfies readonly Field[]

type Own = "service" | "isOpen" | "min" | "max" | "most" | "stock" | "questions"

export const paymentLinkCreate: CreateForm<"payment-links", Own> = {
  about: "The address is public at once. Each order becomes a payment that the visitor makes on the payment page.",
  fields: [
    { name: "name", label: "Title of the page", kind: "text", isRequired: true },
    { name: "description", label: "Description", kind: "long-text" },
    { ...serviceField, hint: "Its price, supplier and tax are copied" },
    { name: "isOpen", label: "The visitor chooses the amount", kind: "flag" },
    { ...currencyField, appliesTo: isOpen },
    { name: "min", label: "From", kind: "money", currencyField: "currency", isRequired: true, isHalf: true, appliesTo: isOpen },
    { name: "max", label: "To", kind: "money", currencyField: "currency", isRequired: true, isHalf: true, appliesTo: isOpen },
    { name: "most", label: "Units in one order at most", kind: "number", initial: "1", appliesTo: isFixed },
    { name: "stock", label: "Units in all", kind: "number", hint: "If left empty, there is no limit" },
    ...limits(),
    { name: "closesAt", label: "Sale until", kind: "moment", hint: "If left empty, until you deactivate it" },
    { name: "slug", label: "End of the address", kind: "text", placeholder: "summer-concert", hint: "Made at random, if left empty" },
    { name: "questions", label: "Questions to the visitor", kind: "list", hint: "One on each line, such as: Name of the student" },
  ],
  submit: () => "Create payment link",
  toInput: ({ service, isOpen: isOpenAmount, min, max, most, stock, questions, ...input }) => {
    rememberCurrency(input["currency"])
    const quantity = isOpenAmount ? {} : { quantity: { min: 1, max: typeof most === "number" ? most : 1 } }
    const line = { service, ...quantity, ...(stock !== undefined && { stock }) }
    const labels = (questions ?? []) as string[]
    const fields = labels.map((label, i) => ({ key: `question${i + 1}`, label, type: "text", required: true }))
    return { ...input, lines: [line], fields, ...(isOpenAmount ? { openAmount: { min, max } } : {}) }
  },
}

export const paymentLinkActions: Actions<"payment-links"> = {
  update: {
    label: "Change",
    icon: PencilLine,
    isEdit: true,
    about: () => "The price stays: for another one, make another payment link.",
    fieldsOf: row => [
      { name: "name", label: "Title of the page", kind: "text", isRequired: true, initial: row.name },
      { name: "description", label: "Description", kind: "long-text", initial: row.description, emptied: "" },
      ...limits(row),
    ],
    submit: () => "Save",
    done: "Payment link changed",
  },
  deactivate: {
    isBulk: true,
    label: "Deactivate",
    icon: CirclePause,
    about: () => "Nobody can order any more. Orders that were made can still be paid.",
    done: "Payment link deactivated",
  },
  activate: { isBulk: true, label: "Activate", icon: CirclePlay, about: () => "Its address sells again.", done: "Payment link activated" },
}
