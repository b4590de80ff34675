import { Check, Send, X } from "lucide-react"
import { payoutMethods } from "../../../src/money/payouts/values.ts"
import type { Output } from "../../client.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { textOf } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { deferred } from "../../ui/deferred.tsx"
import { bankAccountField } from "../bank-accounts/field.ts"
import { choicesOf, currencyField, reasonField, rememberCurrency } from "../../dashboard/fields.ts"
import { partnershipField } from "../partnerships/field.ts"

type Payout = Output<"GET /v1/payouts/{id}">

/** A person pays it by hand; every other method needs a bank account. */
const toAccount = (values: Record<string, unknown>) => values["method"] !== "manual"
const toSelf = (values: Record<string, unknown>) => values["recipientType"] === "self"

export const payoutCreate: CreateForm<"payouts"> = {
  about: t`The money is reserved at once. If a policy matches, it is sent only after approval.`,
  fields: [
    {
      name: "recipientType",
      label: t`Recipient`,
      kind: "choice",
      isRequired: true,
      initial: "supplier",
      choices: [
        { value: "supplier", label: t`A supplier` },
        { value: "partnership", label: t`An agent or institution` },
        { value: "self", label: t`Your own account` },
      ],
    },
    { ...partnershipField(true), appliesTo: values => !toSelf(values) },
    currencyField,
    {
      name: "amount",
      label: t`Amount`,
      kind: "money",
      isRequired: true,
      hint: t`For a partner: taken from the due splits, the oldest first`,
      Help: deferred(async () => (await import("./sources.tsx")).PayoutSources),
    },
    {
      name: "method",
      label: t`Method`,
      kind: "choice",
      isRequired: true,
      choices: choicesOf(payoutMethods),
    },
    { ...bankAccountField("partnership"), isRequired: toAccount, appliesTo: values => !toSelf(values) },
    { ...bankAccountField("self"), isRequired: toAccount, appliesTo: toSelf },
    {
      name: "targetCurrency",
      label: t`Payout currency`,
      kind: "currency",
      placeholder: t`The same currency`,
      hint: t`Another currency is converted at the current rate`,
    },
    { name: "draft", label: t`Only a draft: reserve it, and send it later`, kind: "flag" },
  ],
  submit: values => {
    const amount = `${textOf(values, "amount")} ${textOf(values, "currency")}`
    if (values["amount"] === "") return t`Create payout`
    return values["draft"] === true ? t`Draft ${amount}` : t`Pay out ${amount}`
  },
  toInput: input => {
    rememberCurrency(input["currency"])
    return input
  },
}

const amountText = (row: Payout) => money(row.amount, row.currency)

export const payoutActions: Actions<"payouts"> = {
  send: {
    isBulk: true,
    label: t`Send`,
    icon: Send,
    submit: row => t`Send ${amountText(row)}`,
    about: () => t`If a policy matches, it waits for approval first.`,
    done: t`Payout sent`,
  },
  confirm: {
    label: t`Confirm`,
    icon: Check,
    fields: [{ name: "reference", label: t`Bank reference`, kind: "text", isRequired: true }],
    about: () => t`It was paid, by hand or by your bank. Its splits count as paid.`,
    submit: row => t`Confirm that ${amountText(row)} was paid`,
    done: t`Payout confirmed`,
  },
  fail: {
    label: t`Mark as failed`,
    isDanger: true,
    fields: [{ ...reasonField, isRequired: true }],
    about: () => t`Its splits are due again, and its reserved money is available again.`,
    done: t`Payout marked as failed`,
  },
  cancel: {
    isBulk: true,
    label: t`Cancel payout`,
    icon: X,
    isDanger: true,
    submit: row => t`Cancel ${amountText(row)}`,
    about: () => t`No money moves, and its reserved money is available again.`,
    done: t`Payout canceled`,
  },
}
