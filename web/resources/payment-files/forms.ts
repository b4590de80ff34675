import { Check, X } from "lucide-react"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import { textOf } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { deferred } from "../../ui/deferred.tsx"

export const paymentFileCreate: CreateForm<"payment-files"> = {
  about: "Each payout is in one file only. Nothing is sent until you give the file to your bank.",
  fields: [
    {
      name: "ownAccount",
      label: "From",
      kind: "reference",
      isRequired: true,
      route: "GET /v1/own-accounts",
      query: { status: "active" },
      describe: row => ({
        value: String(row["_id"]),
        label: `${String(row["name"])} ${String(row["masked"])} · ${String(row["currency"])}`,
      }),
    },
    { name: "executionDate", label: "Executed on", kind: "text", isRequired: true, placeholder: "2027-01-29", hint: "A banking day" },
    {
      name: "payouts",
      label: "Payouts",
      kind: "list",
      hint: "One number on each line; all that are ready if you name none",
      Help: deferred(async () => (await import("./ready.tsx")).ReadyPayments),
    },
  ],
  submit: values => (textOf(values, "payouts") === "" ? "Make a file of all" : "Make the file"),
}

export const paymentFileActions: Actions<"payment-files"> = {
  "mark-sent": {
    label: "Mark as sent",
    icon: Check,
    about: () => "You have given the file to your bank, so its payments may be executed. It can't be canceled any more.",
    submit: row => `Mark ${money(row.total, row.currency)} as sent`,
    done: "File marked as sent",
  },
  cancel: {
    label: "Cancel file",
    icon: X,
    isDanger: true,
    about: () => "Only if your bank did not get it: its payouts wait for another file, and would be paid twice.",
    submit: row => `Cancel ${row.number}`,
    done: "File canceled",
  },
}
