import { PencilLine, Plus, Receipt, Repeat2 } from "lucide-react"
import type { Output } from "../../client.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import type { Field } from "../../lib/form.ts"
import { contactField } from "../contacts/field.ts"
import { currencyField } from "../../dashboard/fields.ts"
import { partnershipField } from "../partnerships/field.ts"
import { serviceField } from "../services/field.ts"
import { dueField } from "../payment-intents/forms.ts"

type Order = Output<"GET /v1/orders/{id}">

export const orderCreate: CreateForm<"orders"> = {
  fields: [
    contactField,
    {
      name: "services",
      label: "Services",
      kind: "list",
      placeholder: "Spring course",
      hint: "Names of services, one on each line. Price and supplier come from the service; items can be changed later",
    },
  ],
  toInput: input => ({ source: "manual", ...input }),
}

type ItemValues = { service?: string; supplier?: string; amount?: string; currency?: string }

export const itemFields = ({ service = "", supplier = "", amount = "", currency }: ItemValues = {}): readonly Field[] => [
  { ...serviceField, initial: service },
  { ...currencyField, hint: "The currency of the price below", ...(currency && { initial: currency }) },
  { name: "amount", label: "Price", kind: "money", mayBeZero: true, hint: "If left empty, the price of the service", initial: amount },
  {
    ...partnershipField(false),
    name: "supplier",
    label: "Supplier",
    hint: "If left empty, the supplier of the service",
    initial: supplier,
  },
]

/** A price is sent with its currency; without a price, both come from the service. */
export function toItem({ currency, amount, ...input }: Record<string, unknown>, before?: { currency: string | null }) {
  return { ...input, ...(typeof amount === "number" && { amount, currency: currency ?? before?.currency }) }
}

const openItems = (row: Order) => row.items.filter(({ paymentIntents }) => paymentIntents.length === 0)

const aboutBilling = (n: number) =>
  n === 1
    ? "The one item that is not billed yet becomes the line of a payment."
    : `${n} items that are not billed yet become the lines of a payment.`

export const orderActions: Actions<"orders"> = {
  "items/create": {
    label: "Add an item",
    icon: Plus,
    unlisted: { needs: "orders.edit", isPossible: row => row.status === "open" },
    fields: itemFields(),
    toInput: input => toItem(input),
    submit: () => "Add item",
    done: "Item added",
  },
  "payment-intents/create": {
    label: "Bill",
    icon: Receipt,
    unlisted: { needs: "paymentIntents.edit", isPossible: row => row.status === "open" && openItems(row).length > 0 },
    about: row => aboutBilling(openItems(row).length),
    fields: [
      dueField,
      { name: "description", label: "Message to the payer", kind: "text" },
      { name: "reference", label: "Your reference", kind: "text" },
    ],
    submit: () => "Create payment link",
    done: "Payment created",
  },
  update: {
    label: "Change contact",
    icon: PencilLine,
    about: () => "Possible while the order has no payment.",
    fields: [contactField],
    submit: () => "Save",
    done: "Order changed",
  },
  repeat: {
    label: "Order again",
    icon: Repeat2,
    about: () => "The same services at their prices of now, with a payment that is due in 7 days. Nobody gets an e-mail.",
    submit: () => "Order again",
    done: "Ordered again",
  },
  complete: {
    isBulk: true,
    label: "Complete",
    about: () => "Everything was delivered. The order can no longer be changed.",
    done: "Order completed",
  },
  cancel: { isBulk: true, label: "Cancel order", isDanger: true, about: () => "Payments of the order stay.", done: "Order canceled" },
}
