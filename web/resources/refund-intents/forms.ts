import { Check, X } from "lucide-react"
import type { Output } from "../../client.ts"
import type { Actions } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { reasonField } from "../../dashboard/fields.ts"

type Refund = Output<"GET /v1/refund-intents/{id}">

const amountText = (row: Refund) => money(row.amount, row.currency)

export const refundActions: Actions<"refund-intents"> = {
  approve: {
    isBulk: true,
    label: t`Approve`,
    icon: Check,
    submit: row => t`Refund ${amountText(row)}`,
    about: () => t`The money goes back to the payer.`,
    done: t`Refund released`,
  },
  reject: {
    isBulk: true,
    label: t`Reject`,
    icon: X,
    isDanger: true,
    submit: row => t`Reject ${amountText(row)}`,
    about: () => t`No money moves. The charge can be refunded again.`,
    done: t`Refund rejected`,
  },
  settle: {
    label: t`Settle by hand`,
    fields: [{ name: "reference", label: t`Payment reference`, kind: "text", isRequired: true }],
    about: () => t`You have paid the money back outside of a gateway.`,
    submit: row => t`Confirm that ${amountText(row)} was paid back`,
    done: t`Refund settled`,
  },
  fail: {
    label: t`Mark as failed`,
    isDanger: true,
    about: () => t`It was not paid back. The charge can be refunded again.`,
    fields: [{ ...reasonField, isRequired: true }],
    done: t`Refund marked as failed`,
  },
  cancel: {
    isBulk: true,
    label: t`Cancel refund`,
    isDanger: true,
    about: () => t`No money moves. The charge can be refunded again.`,
    submit: row => t`Cancel ${amountText(row)}`,
    done: t`Refund canceled`,
  },
}
