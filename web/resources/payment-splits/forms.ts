import { PencilLine } from "lucide-react"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { amountText } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { currencyField } from "../../dashboard/fields.ts"
import { partnershipField } from "../partnerships/field.ts"
import { paymentField } from "../payment-intents/field.ts"

export const splitCreate: CreateForm<"payment-splits", "currency"> = {
  about: t`A fixed part of a payment for a partner. It is earned as the payment is paid.`,
  fields: [
    paymentField,
    partnershipField(true),
    { ...currencyField, hint: t`The currency of the payment` },
    { name: "amount", label: t`Amount`, kind: "money", isRequired: true },
  ],
  toInput: ({ paymentIntent, partnership, amount }) => ({ paymentIntent, partnership, amount }),
}

export const splitActions: Actions<"payment-splits"> = {
  update: {
    label: t`Change`,
    icon: PencilLine,
    isEdit: true,
    about: () => t`Only the amount of a fixed split that is in no payout can change.`,
    fieldsOf: row => [
      {
        name: "amount",
        label: t`Amount`,
        kind: "money",
        isRequired: true,
        currency: row.currency,
        initial: amountText(row.amount, row.currency),
      },
    ],
    submit: () => t`Save`,
    done: t`Split changed`,
  },
  delete: {
    isBulk: true,
    label: t`Delete`,
    isDanger: true,
    about: () => t`The partner no longer earns this share.`,
    done: t`Split deleted`,
  },
}
