import { Check, X } from "lucide-react"
import type { Output } from "../../client.ts"
import type { Actions } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { reasonField } from "../../dashboard/fields.ts"

type Refund = Output<"GET /v1/refund-intents/{id}">

const amountText = (row: Refund) => money(row.amount, row.currency)

export const refundActions: Actions<"refund-intents"> = {
  approve: {
    isBulk: true,
    label: "Approve",
    icon: Check,
    submit: row => `Refund ${amountText(row)}`,
    about: () => "The money goes back to the payer.",
    done: "Refund released",
  },
  reject: {
    isBulk: true,
    label: "Reject",
    icon: X,
    isDanger: true,
    submit: row => `Reject ${amountText(row)}`,
    about: () => "No money moves. The charge can be refunded again.",
    done: "Refund rejected",
  },
  settle: {
    label: "Settle by hand",
    fields: [{ name: "reference", label: "Payment reference", kind: "text", isRequired: true }],
    about: () => "You have paid the money back outside of a gateway.",
    submit: row => `Confirm that ${amountText(row)} was paid back`,
    done: "Refund settled",
  },
  fail: {
    label: "Mark as failed",
    isDanger: true,
    about: () => "It was not paid back. The charge can be refunded again.",
    fields: [{ ...reasonField, isRequired: true }],
    done: "Refund marked as failed",
  },
  cancel: {
    isBulk: true,
    label: "Cancel refund",
    isDanger: true,
    about: () => "No money moves. The charge can be refunded again.",
    submit: row => `Cancel ${amountText(row)}`,
    done: "Refund canceled",
  },
}
