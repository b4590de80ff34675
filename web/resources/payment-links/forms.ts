import { CirclePause, CirclePlay, PencilLine } from "lucide-react"
import type { Output } from "../../client.ts"
import { currencyField, rememberCurrency } from "../../dashboard/fields.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { type Field, textOf, type Values } from "../../lib/form.ts"
import { toLocal } from "../../lib/time.ts"
import { t, whole } from "../../lib/translate.ts"
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
      label: t`Orders at most`,
      kind: "number",
      initial: row?.maxUses ? String(row.maxUses) : "",
      hint: t`If left empty, there is no limit`,
      isHalf: true,
    },
    {
      name: "holdMinutes",
      label: t`Minutes until an unpaid order is canceled`,
      kind: "number",
      isRequired: true,
      initial: String(row?.holdMinutes ?? 60),
      hint: t`Longer for bank transfers, shorter for what is scarce`,
      isHalf: true,
    },
    {
      name: "opensAt",
      label: t`Sale from`,
      kind: "moment",
      initial: momentOf(row?.opensAt),
      hint: t`If left empty, at once`,
      isHalf: true,
    },
    {
      name: "closesAt",
      label: t`Sale until`,
      kind: "moment",
      initial: momentOf(row?.closesAt),
      hint: t`If left empty, until you deactivate it`,
      isHalf: true,
    },
  ] as const satisfies readonly Field[]

const questions = (row?: PaymentLink) =>
  ({
    name: "fields",
    label: t`Questions to the visitor`,
    kind: "parts",
    Control: QuestionFields,
    read: readQuestions,
    initial: questionsText((row?.fields ?? []).map(toQuestion)),
    emptied: [],
    hint: t`The answers are shown with each order, and stored in its metadata`,
  }) as const satisfies Field

type Own = "isOpen" | "min" | "max" | "presets"

export const paymentLinkCreate: CreateForm<"payment-links", Own> = {
  about: t`The address is public at once. Each order becomes a payment that the visitor makes on the payment page.`,
  fields: [
    { name: "name", label: t`Title of the page`, kind: "text", isRequired: true },
    { name: "description", label: t`Description`, kind: "long-text" },
    { name: "isOpen", label: t`The visitor chooses the amount`, kind: "flag" },
    currencyField,
    {
      name: "lines",
      label: t`Services`,
      kind: "parts",
      isRequired: true,
      Control: LineFields,
      read: (text, values) => readLines(text, { isOpen: isOpen(values), currency: textOf(values, "currency") }),
      hint: t`Supplier and tax are copied from the service, and the price unless another one is written`,
    },
    { name: "min", label: t`At least`, kind: "money", currencyField: "currency", isRequired: true, isHalf: true, appliesTo: isOpen },
    { name: "max", label: t`At most`, kind: "money", currencyField: "currency", isRequired: true, isHalf: true, appliesTo: isOpen },
    {
      name: "presets",
      label: t`Amounts to choose from`,
      kind: "parts",
      Control: PresetField,
      read: (text, values) => readPresets(text, textOf(values, "currency")),
      hint: t`One on each line, six at most. The visitor can always write another amount`,
      appliesTo: isOpen,
    },
    ...limits(),
    { name: "slug", label: t`End of the address`, kind: "text", placeholder: "summer-concert", hint: t`Made at random, if left empty` },
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
    label: lines.length > 1 ? t`Units of ${name} in all` : t`Units in all`,
    kind: "number",
    initial: stock === null ? "" : String(stock),
    hint: `${t`${whole(taken)} taken`}. ${t`If left empty, there is no limit`}`,
  }))

export const paymentLinkActions: Actions<"payment-links"> = {
  update: {
    label: t`Change`,
    icon: PencilLine,
    isEdit: true,
    about: () => t`The services and prices stay: for others, make another payment link.`,
    fieldsOf: row => [
      { name: "name", label: t`Title of the page`, kind: "text", isRequired: true, initial: row.name },
      { name: "description", label: t`Description`, kind: "long-text", initial: row.description, emptied: "" },
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
    submit: () => t`Save`,
    done: t`Payment link changed`,
  },
  deactivate: {
    isBulk: true,
    label: t`Deactivate`,
    icon: CirclePause,
    about: () => t`Nobody can order any more. Orders that were made can still be paid.`,
    done: t`Payment link deactivated`,
  },
  activate: {
    isBulk: true,
    label: t`Activate`,
    icon: CirclePlay,
    about: () => t`Its address sells again.`,
    done: t`Payment link activated`,
  },
}
