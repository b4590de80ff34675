import { PencilLine, Plus, Receipt, Repeat2 } from "lucide-react"
import type { Output } from "../../client.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import type { Field } from "../../lib/form.ts"
import { plural, t, whole } from "../../lib/translate.ts"
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
      label: t`Services`,
      kind: "list",
      placeholder: t`Spring course`,
      hint: t`Names of services, one on each line. Price and supplier come from the service; items can be changed later`,
    },
  ],
  toInput: input => ({ source: "manual", ...input }),
}

type ItemValues = { service?: string; supplier?: string; amount?: string; currency?: string }

export const itemFields = ({ service = "", supplier = "", amount = "", currency }: ItemValues = {}): readonly Field[] => [
  { ...serviceField, initial: service },
  { ...currencyField, hint: t`The currency of the price below`, ...(currency && { initial: currency }) },
  { name: "amount", label: t`Price`, kind: "money", mayBeZero: true, hint: t`If left empty, the price of the service`, initial: amount },
  {
    ...partnershipField(false),
    name: "supplier",
    label: t`Supplier`,
    hint: t`If left empty, the supplier of the service`,
    initial: supplier,
  },
]

/** A price is sent with its currency; without a price, both come from the service. */
export function toItem({ currency, amount, ...input }: Record<string, unknown>, before?: { currency: string | null }) {
  return { ...input, ...(typeof amount === "number" && { amount, currency: currency ?? before?.currency }) }
}

const openItems = (row: Order) => row.items.filter(({ paymentIntents }) => paymentIntents.length === 0)

const aboutBilling = (n: number) =>
  plural(
    n,
    t`The one item that is not billed yet becomes the line of a payment.`,
    t`${whole(n)} items that are not billed yet become the lines of a payment.`,
  )

export const orderActions: Actions<"orders"> = {
  "items/create": {
    label: t`Add an item`,
    icon: Plus,
    unlisted: { needs: "orders.edit", isPossible: row => row.status === "open" },
    fields: itemFields(),
    toInput: input => toItem(input),
    submit: () => t`Add item`,
    done: t`Item added`,
  },
  "payment-intents/create": {
    label: t`Bill`,
    icon: Receipt,
    unlisted: { needs: "paymentIntents.edit", isPossible: row => row.status === "open" && openItems(row).length > 0 },
    about: row => aboutBilling(openItems(row).length),
    fields: [
      dueField,
      { name: "description", label: t`Message to the payer`, kind: "text" },
      { name: "reference", label: t`Your reference`, kind: "text" },
    ],
    submit: () => t`Create payment link`,
    done: t`Payment created`,
  },
  update: {
    label: t`Change contact`,
    icon: PencilLine,
    about: () => t`Possible while the order has no payment.`,
    fields: [contactField],
    submit: () => t`Save`,
    done: t`Order changed`,
  },
  repeat: {
    label: t`Order again`,
    icon: Repeat2,
    about: () => t`The same services at their prices of now, with a payment that is due in 7 days. Nobody gets an e-mail.`,
    submit: () => t`Order again`,
    done: t`Ordered again`,
  },
  complete: {
    isBulk: true,
    label: t`Complete`,
    about: () => t`Everything was delivered. The order can no longer be changed.`,
    done: t`Order completed`,
  },
  cancel: { isBulk: true, label: t`Cancel order`, isDanger: true, about: () => t`Payments of the order stay.`, done: t`Order canceled` },
}
