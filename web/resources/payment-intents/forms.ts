import { BellRing, HandCoins, X } from "lucide-react"
import { cancelReasons } from "../../../src/money/payment-intents/values.ts"
import { dayMs } from "../../../src/kit/pure/calendar.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { localDate, tenantNow } from "../../lib/time.ts"
import type { Field, TypedField } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { choicesOf, currencyField, rememberCurrency, teamField } from "../../dashboard/fields.ts"
import { contactField } from "../contacts/field.ts"
import { installments } from "./installments.ts"

const weekMs = 7 * dayMs

/** A week from now, unless another day is chosen. */
export const dueField: TypedField<"dueAt"> = {
  name: "dueAt",
  label: t`Due`,
  kind: "day",
  isDue: true,
  isRequired: true,
  initial: () => localDate(new Date(tenantNow().getTime() + weekMs)),
}

const details: readonly Field<"description" | "reference" | "team">[] = [
  { name: "description", label: t`Message to the payer`, kind: "text" },
  { name: "reference", label: t`Your reference`, kind: "text" },
  teamField,
]

type Line = { amount: number }

const taxField = {
  name: "taxRate",
  label: t`Tax rate in percent`,
  kind: "text",
  hint: t`Of all lines, if their amounts include tax, such as 19`,
} as const

const withTax = (items: readonly Line[], rate: unknown) =>
  typeof rate === "string" ? items.map(item => ({ ...item, tax: { rate: rate.replace(",", ".").replace(/\s*%$/, "") } })) : items

export const paymentCreate: CreateForm<"payment-intents", "installments" | "taxRate"> = {
  about: t`The payer gets a link. If a line names a partnership, the partnership earns its share of the line.`,
  fields: [
    contactField,
    currencyField,
    { name: "items", label: t`Lines`, kind: "lines", isRequired: true, hasSuppliers: true },
    taxField,
    {
      name: "intentType",
      label: t`Paid`,
      kind: "choice",
      isRequired: true,
      initial: "ad-hoc",
      choices: [
        { value: "ad-hoc", label: t`At once` },
        { value: "payment-plan", label: t`In installments` },
      ],
    },
    {
      name: "installments",
      label: t`Number of installments`,
      kind: "number",
      isRequired: true,
      initial: "3",
      hint: t`A month apart, the first on the day below; it takes what does not divide`,
      appliesTo: values => values["intentType"] === "payment-plan",
    },
    dueField,
    ...details,
  ],
  submit: () => t`Create payment link`,
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
    label: t`Remind`,
    icon: BellRing,
    about: row => t`The payer gets a mail that asks for ${money(row.due, row.currency)}. No money moves.`,
    submit: () => t`Send reminder`,
    done: t`Reminder sent`,
  },
  update: {
    label: t`Change`,
    icon: HandCoins,
    isEdit: true,
    fieldsOf: row => [
      { ...dueField, initial: localDate(new Date(row.dueAt)) },
      { name: "description", label: t`Message to the payer`, kind: "text", initial: row.description ?? "" },
      { name: "reference", label: t`Your reference`, kind: "text", initial: row.reference ?? "" },
      { ...teamField, initial: row.team ?? "" },
    ],
    submit: () => t`Save`,
    done: t`Payment changed`,
  },
  cancel: {
    isBulk: true,
    label: t`Cancel payment`,
    icon: X,
    isDanger: true,
    fields: [
      {
        name: "reason",
        label: t`Reason`,
        kind: "choice",
        choices: choicesOf(cancelReasons),
      },
    ],
    submit: row => t`Cancel ${money(row.amount, row.currency)}`,
    done: t`Payment canceled`,
  },
  delete: { isBulk: true, label: t`Delete`, isDanger: true, about: () => t`It was never paid. It is removed from every list.` },
} satisfies Actions<"payment-intents">
