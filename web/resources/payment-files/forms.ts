import { Check, X } from "lucide-react"
import { ownAccountField } from "../../dashboard/own-account-field.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { textOf, type Values } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { deferred } from "../../ui/deferred.tsx"

const directionChoices = [
  { value: "credits", label: t`Payouts`, hint: t`Your bank sends money` },
  { value: "debits", label: t`Direct debits`, hint: t`Your bank collects money by mandates that you hold` },
]
const isOfDebits = (values: Values) => textOf(values, "direction") === "debits"

export const paymentFileCreate: CreateForm<"payment-files"> = {
  about: t`Each payment is in one file only. Nothing is sent until you give the file to your bank.`,
  fields: [
    { name: "direction", label: t`Payments`, kind: "choice", isRequired: true, initial: "credits", choices: directionChoices },
    ownAccountField,
    { name: "executionDate", label: t`Executed on`, kind: "text", isRequired: true, placeholder: "2027-01-29", hint: t`A banking day` },
    {
      name: "payouts",
      label: t`Payouts`,
      kind: "list",
      hint: t`One number on each line; all that are ready if you name none`,
      appliesTo: values => !isOfDebits(values),
      Help: deferred(async () => (await import("./ready.tsx")).ReadyPayments),
    },
    {
      name: "debits",
      label: t`Debits`,
      kind: "list",
      hint: t`One id on each line; all that are ready if you name none`,
      appliesTo: isOfDebits,
      Help: deferred(async () => (await import("./ready-debits.tsx")).ReadyDebits),
    },
  ],
  submit: values => (textOf(values, isOfDebits(values) ? "debits" : "payouts") === "" ? t`Make a file of all` : t`Make the file`),
}

export const paymentFileActions: Actions<"payment-files"> = {
  "mark-sent": {
    label: t`Mark as sent`,
    icon: Check,
    about: () => t`You have given the file to your bank, so its payments may be executed. It can't be canceled any more.`,
    submit: row => t`Mark ${money(row.total, row.currency)} as sent`,
    done: t`File marked as sent`,
  },
  cancel: {
    label: t`Cancel file`,
    icon: X,
    isDanger: true,
    about: () => t`Only if your bank did not get it: its payments wait for another file, and would be made twice.`,
    submit: row => t`Cancel ${row.number}`,
    done: t`File canceled`,
  },
}
