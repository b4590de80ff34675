import { Check, Send, X } from "lucide-react"
import { payoutMethods } from "../../../src/money/payouts/values.ts"
import type { Output } from "../../client.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { textOf } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { deferred } from "../../ui/deferred.tsx"
import { bankAccountField } from "../bank-accounts/field.ts"
import { choicesOf, currencyField, reasonField, rememberCurrency } from "../../dashboard/fields.ts"
import { partnershipField } from "../partnerships/field.ts"

type Payout = Output<"GET /v1/payouts/{id}">

/** A person pays it by hand; every other method needs a bank account. */
const toAccount = (values: Record<string, unknown>) => values["method"] !== "manual"
const toSelf = (values: Record<string, unknown>) => values["recipientType"] === "self"

export const payoutCreate: CreateForm<"payouts"> = {
  about: "The money is reserved at once. If a policy matches, it is sent only after approval.",
  fields: [
    {
      name: "recipientType",
      label: "Recipient",
      kind: "choice",
      isRequired: true,
      initial: "supplier",
      choices: [
        { value: "supplier", label: "A supplier" },
        { value: "partnership", label: "An agent or institution" },
        { value: "self", label: "Your own account" },
      ],
    },
    { ...partnershipField(true), appliesTo: values => !toSelf(values) },
    currencyField,
    {
      name: "amount",
      label: "Amount",
      kind: "money",
      isRequired: true,
      hint: "For a partner: taken from the due splits, the oldest first",
      Help: deferred(async () => (await import("./sources.tsx")).PayoutSources),
    },
    {
      name: "method",
      label: "Method",
      kind: "choice",
      isRequired: true,
      choices: choicesOf(payoutMethods),
    },
    { ...bankAccountField("partnership"), isRequired: toAccount, appliesTo: values => !toSelf(values) },
    { ...bankAccountField("self"), isRequired: toAccount, appliesTo: toSelf },
    {
      name: "targetCurrency",
      label: "Payout currency",
      kind: "currency",
      placeholder: "The same currency",
      hint: "Another currency is converted at the current rate",
    },
    { name: "draft", label: "Only a draft: reserve it, and send it later", kind: "flag" },
  ],
  submit: values =>
    values["amount"] === ""
      ? "Create payout"
      : `${values["draft"] === true ? "Draft" : "Pay out"} ${textOf(values, "amount")} ${textOf(values, "currency")}`,
  toInput: input => {
    rememberCurrency(input["currency"])
    return input
  },
}

const amountText = (row: Payout) => money(row.amount, row.currency)

export const payoutActions: Actions<"payouts"> = {
  send: {
    isBulk: true,
    label: "Send",
    icon: Send,
    submit: row => `Send ${amountText(row)}`,
    about: () => "If a policy matches, it waits for approval first.",
    done: "Payout sent",
  },
  confirm: {
    label: "Confirm",
    icon: Check,
    fields: [{ name: "reference", label: "Bank reference", kind: "text", isRequired: true }],
    about: () => "It was paid, by hand or by your bank. Its splits count as paid.",
    submit: row => `Confirm that ${amountText(row)} was paid`,
    done: "Payout confirmed",
  },
  fail: {
    label: "Mark as failed",
    isDanger: true,
    fields: [{ ...reasonField, isRequired: true }],
    about: () => "Its splits are due again, and its reserved money is available again.",
    done: "Payout marked as failed",
  },
  cancel: {
    isBulk: true,
    label: "Cancel payout",
    icon: X,
    isDanger: true,
    submit: row => `Cancel ${amountText(row)}`,
    about: () => "No money moves, and its reserved money is available again.",
    done: "Payout canceled",
  },
}
