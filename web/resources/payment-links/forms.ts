import { CirclePause, CirclePlay, PencilLine } from "lucide-react"
import type { Output } from "../../client.ts"
import { currencyField, rememberCurrency } from "../../dashboard/fields.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { type Field, textOf, type Values } from "../../lib/form.ts"
import { toLocal } from "../../lib/time.ts"
import { deferred } from "../../ui/deferred.tsx"
import { questionsText, readLines, readPresets, readQuestions, toQuestion } from "./parts.ts"

type PaymentLink = Output<"GET /v1/payment-links/{id}">

const LineFields = deferred(async () => (await import("./line-fields.tsx")).LineFields)
const QuestionFields = deferred(async () => (await import("./question-fields.tsx")).QuestionFields)
const Preview = deferred(async () => (await import("./preview.tsx")).Preview)
const PresetField = deferred(async () => (await import("./preset-field.tsx")).PresetField)

const isOpen = (values: Values) => values["isOpen"] === true

const momentOf = (at: string | null | undefined) => (at ? toLocal(new Date(at)) : "")

const limits = (row?: PaymentLink) =>
  [
    {
      name: "maxUses",
      label: "Orders at most",
      kind: "number",
      initial: row?.maxUses ? String(row.maxUses) : "",
      hint: "If left empty, there is no limit",
      isHalf: true,
    },
    {
      name: "holdMinutes",
      label: "Minutes until an unpaid order is canceled",
      kind: "number",
      isRequired: true,
      initial: String(row?.holdMinutes ?? 60),
      hint: "Longer for bank transfers, shorter for what is scarce",
      isHalf: true,
    },
    { name: "opensAt", label: "Sale from", kind: "moment", initial: momentOf(row?.opensAt), hint: "If left empty, at once", isHalf: true },
    {
      name: "closesAt",
      label: "Sale until",
      kind: "moment",
      initial: momentOf(row?.closesAt),
      hint: "If left empty, until you deactivate it",
      isHalf: true,
    },
  ] as const satisfies readonly Field[]

const questions = (row?: PaymentLink) =>
  ({
    name: "fields",
    label: "Questions to the visitor",
    kind: "parts",
    Control: QuestionFields,
    read: readQuestions,
    initial: questionsText((row?.fields ?? []).map(toQuestion)),
    emptied: [],
    hint: "The answers are shown with each order, and stored in its metadata",
  }) as const satisfies Field

type Own = "isOpen" | "min" | "max" | "presets"

export const paymentLinkCreate: CreateForm<"payment-links", Own> = {
  about: "The address is public at once. Each order becomes a payment that the visitor makes on the payment page.",
  fields: [
    { name: "name", label: "Title of the page", kind: "text", isRequired: true },
    { name: "description", label: "Description", kind: "long-text" },
    { name: "isOpen", label: "The visitor chooses the amount", kind: "flag" },
    currencyField,
    {
      name: "lines",
      label: "Services",
      kind: "parts",
      isRequired: true,
      Control: LineFields,
      read: (text, values) => readLines(text, { isOpen: isOpen(values), currency: textOf(values, "currency") }),
      hint: "Supplier and tax are copied from the service, and the price unless another one is written",
    },
    { name: "min", label: "From", kind: "money", currencyField: "currency", isRequired: true, isHalf: true, appliesTo: isOpen },
    { name: "max", label: "To", kind: "money", currencyField: "currency", isRequired: true, isHalf: true, appliesTo: isOpen },
    {
      name: "presets",
      label: "Amounts to choose from",
      kind: "parts",
      Control: PresetField,
      read: (text, values) => readPresets(text, textOf(values, "currency")),
      hint: "One on each line, six at most. The visitor can always write another amount",
      appliesTo: isOpen,
    },
    ...limits(),
    { name: "slug", label: "End of the address", kind: "text", placeholder: "summer-concert", hint: "Made at random, if left empty" },
    { ...questions(), Help: Preview },
  ],
  toInput: ({ isOpen: isOpenAmount, min, max, presets = [], ...input }) => {
    rememberCurrency(input["currency"])
    return { ...input, ...(isOpenAmount ? { openAmount: { min, max, presets } } : {}) }
  },
}

/** How many units there are in all, of each line. */
const stockFields = ({ lines }: PaymentLink): readonly Field[] =>
  lines.map(({ _id, name, stock, taken }) => ({
    name: `stock.${_id}`,
    label: lines.length === 1 ? "Units in all" : `Units of ${name} in all`,
    kind: "number",
    initial: stock === null ? "" : String(stock),
    hint: `${taken} taken. If left empty, there is no limit`,
  }))

export const paymentLinkActions: Actions<"payment-links"> = {
  update: {
    label: "Change",
    icon: PencilLine,
    isEdit: true,
    about: () => "The services and prices stay: for others, make another payment link.",
    fieldsOf: row => [
      { name: "name", label: "Title of the page", kind: "text", isRequired: true, initial: row.name },
      { name: "description", label: "Description", kind: "long-text", initial: row.description, emptied: "" },
      ...stockFields(row),
      ...limits(row),
      questions(row),
    ],
    toInput: ({ stock, ...input }) => ({
      ...input,
      ...(stock !== undefined && {
        stock: Object.entries(stock as object).map(([line, units]) => ({ line, stock: units as number | null })),
      }),
    }),
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
