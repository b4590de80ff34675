import { PencilLine } from "lucide-react"
import type { Output } from "../../client.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import type { InputOf } from "../../lib/api-types.ts"
import type { Field } from "../../lib/form.ts"
import { amountText } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { currencyField, rememberCurrency } from "../../dashboard/fields.ts"
import { partnershipField } from "../partnerships/field.ts"

type Service = Output<"GET /v1/services/{id}">

const serviceFields = (row?: Service): readonly Field<InputOf<"services">>[] => [
  { name: "name", label: t`Name`, kind: "text", isRequired: true, initial: row?.name ?? "" },
  { name: "description", label: t`Description`, kind: "long-text", initial: row?.description ?? "", emptied: "" },
  { name: "category", label: t`Category`, kind: "text", initial: row?.category ?? "", emptied: "" },
  row?.price
    ? { ...currencyField, name: "price.currency", initial: row.price.currency }
    : { ...currencyField, name: "price.currency", isRequired: false },
  {
    name: "price.amount",
    label: t`Price`,
    kind: "money",
    mayBeZero: true,
    currencyField: "price.currency",
    initial: row?.price ? amountText(row.price.amount, row.price.currency) : "",
    hint: t`If left empty, each order sets the price`,
  },
  {
    ...partnershipField(false),
    name: "supplier",
    label: t`Supplier`,
    hint: t`The supplier's share of each line is calculated by its terms`,
    initial: row?.supplier ?? "",
  },
  {
    name: "tax.rate",
    label: t`Tax rate in percent`,
    kind: "text",
    initial: row?.tax?.rate ?? "",
    hint: t`If the price includes tax, such as 19; lines and order items copy it`,
  },
]

type Price = { amount?: number | null; currency?: string }

export const serviceCreate: CreateForm<"services"> = {
  fields: serviceFields(),
  toInput: ({ price, ...input }) => {
    const { amount, currency } = (price ?? {}) as Price
    rememberCurrency(currency)
    return { ...input, ...(typeof amount === "number" && { price: { amount, currency } }) }
  },
}

/** A change of the rate keeps the code, and an empty rate removes the tax. */
function changedTax(tax: unknown, row: Service) {
  if (tax === undefined) return {}
  const { rate } = tax as { rate: string | null }
  return { tax: rate === null ? null : { rate, code: row.tax?.code ?? "" } }
}

export const serviceActions: Actions<"services"> = {
  update: {
    label: t`Change`,
    icon: PencilLine,
    isEdit: true,
    fieldsOf: row => serviceFields(row),
    toInput: ({ price, tax, ...rest }, row) => {
      const input = { ...rest, ...changedTax(tax, row) }
      if (price === undefined) return input
      const { amount = row.price?.amount, currency = row.price?.currency } = price as Price
      return { ...input, price: typeof amount === "number" ? { amount, currency } : null }
    },
    about: () => t`Existing orders keep the old values.`,
    submit: () => t`Save`,
    done: t`Service changed`,
  },
}
