import { BellRing, HandCoins, X } from "lucide-react"
import { cancelReasons } from "../../../src/money/payment-intents/values.ts"
import { dayMs } from "../../../src/kit/pure/calendar.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { localDate, tenantNow } from "../../lib/time.ts"
import type { Field, TypedField } from "../../lib/form.ts"
import { choicesOf, currencyField, rememberCurrency, teamField } from "../../dashboard/fields.ts"
import { contactField } from "../contacts/field.ts"
import { installments } from "./installments.ts"

const weekMs = 7 * dayMs

/** A week from now, unless another day is chosen. */
export const dueField: TypedField<"dueAt"> = {
  name: "dueAt",
  label: "Due",
  kind: "day",
  isDue: true,
  isRequired: true,
  initial: () => localDate(new Date(tenantNow().getTime() + weekMs)),
}

const details: readonly Field<"description" | "reference" | "team">[] = [
  { name: "description", label: "Message to the payer", kind: "text" },
  { name: "reference", label: "Your reference", kind: "text" },
  teamField,
]

type Line = { amount: number }

const taxField = {
  name: "taxRate",
  label: "Tax rate in percent",
  kind: "text",
  hint: "Of all lines, if their amounts include tax, such as 19",
} as const

const withTax = (items: readonly Line[], rate: unknown) =>
  typeof rate === "string" ? items.map(item => ({ ...item, tax: { rate: rate.replace(",", ".").replace(/\s*%$/, "") } })) : items

export const paymentCreate: CreateForm<"payment-intents", "installments" | "taxRate"> = {
  about: "The payer gets a link. If a line names a partnership, the partnership earns its share of the line.",
  fields: [
    contactField,
    currencyField,
    { name: "items", label: "Lines", kind: "lines", isRequired: true, hasSuppliers: true },
    taxField,
    {
      name: "intentType",
      label: "Paid",
      kind: "choice",
      isRequired: true,
      initial: "ad-hoc",
      choices: [
        { value: "ad-hoc", label: "At once" },
        { value: "payment-plan", label: "In installments" },
      ],
    },
    {
      name: "installments",
      label: "Number of installments",
      kind: "number",
      isRequired: true,
      initial: "3",
      hint: "A month apart, the first on the day below; it takes what does not divide",
      appliesTo: values => values["intentType"] === "payment-plan",
    },
    dueField,
    ...details,
  ],
  submit: () => "Create payment link",
  toInput: ({ installments: count, taxRate, ...rest }) => {
    const items = withTax(rest["items"] as Line[], taxRate)
    const input: Record<string, unknown> = { ...rest, items }
    rememberCurrency(input["currency"])
    if (typeof count !== "number") return input
    const total = items.reduce((sum, { amount }) => sum + amount, 0)
    return { ...input, schedule: installments(total, count, localDate(new Date(String(input["dueAt"])))) }
  },
}

export const paymentActions = {
  remind: {
    isBulk: true,
    label: "Remind",
    icon: BellRing,
    about: row => `The payer gets a mail that asks for ${money(row.due, row.currency)}. No money moves.`,
    submit: () => "Send reminder",
    done: "Reminder sent",
  },
  update: {
    label: "Change",
    icon: HandCoins,
    isEdit: true,
    fieldsOf: row => [
      { ...dueField, initial: localDate(new Date(row.dueAt)) },
      { name: "description", label: "Message to the payer", kind: "text", initial: row.description ?? "" },
      { name: "reference", label: "Your reference", kind: "text", initial: row.reference ?? "" },
      { ...teamField, initial: row.team ?? "" },
    ],
    submit: () => "Save",
    done: "Payment changed",
  },
  cancel: {
    isBulk: true,
    label: "Cancel payment",
    icon: X,
    isDanger: true,
    fields: [
      {
        name: "reason",
        label: "Reason",
        kind: "choice",
        choices: choicesOf(cancelReasons),
      },
    ],
    submit: row => `Cancel ${money(row.amount, row.currency)}`,
    done: "Payment canceled",
  },
  delete: { isBulk: true, label: "Delete", isDanger: true, about: () => "It was never paid. It is removed from every list." },
} satisfies Actions<"payment-intents">
