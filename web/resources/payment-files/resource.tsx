import { FileOutput } from "lucide-react"
import { directions, fileFormats, fileStatuses } from "../../../src/money/payment-files/values.ts"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { created } from "../../dashboard/created-column.tsx"
import { byNumberOrId, choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { CopyId, Money } from "../../ui/value.tsx"

export const paymentFiles = defineResource("payment-files", {
  event: "paymentFiles",
  story: {
    isMoney: true,
    statuses: {
      sent: t`gave it to the bank`,
      partly: t`learned that a part of it was not executed`,
      rejected: t`learned that none of it was executed`,
      settled: t`learned that all of it was paid`,
      canceled: t`canceled it; its payments wait for another file`,
    },
  },
  numberPrefix: "PF",
  noun: t`payment file`,
  title: t`Payment files`,
  about: t`Payouts and direct debits in files that you give to your bank.`,
  icon: FileOutput,
  needs: "splits.view",
  tabs: { field: "status", values: fileStatuses },
  filters: [currencyFilter, choiceFilter("direction", t`Direction`, directions), choiceFilter("format", t`Format`, fileFormats)],
  search: { placeholder: t`Number or id`, filter: byNumberOrId },
  columns: [
    { id: "total", header: t`Total`, cell: row => <Money amount={row.total} currency={row.currency} className="font-medium" /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "payments", header: t`Payments`, isNumber: true, cell: row => whole(row.count) },
    { id: "own-account", header: t`Own account`, isExtra: true, cell: row => <Reference to="own-accounts" id={row.ownAccount} /> },
    { id: "executed-on", header: t`Executed on`, cell: row => <span className="num">{row.executionDate}</span> },
    { id: "format", header: t`Format`, isExtra: true, cell: row => say(row.format) },
    { id: "number", header: t`Number`, isExtra: true, cell: row => <CopyId label={t`number`} value={row.number} /> },
    created,
  ],
  summary: row => ({
    first: row.number,
    second: plural(
      row.count,
      t`${whole(row.count)} payment on ${row.executionDate}`,
      t`${whole(row.count)} payments on ${row.executionDate}`,
    ),
    end: amountAndStatus({ amount: row.total, currency: row.currency, status: row.status }),
  }),
  csv: [
    "_id",
    "number",
    "status",
    "direction",
    "format",
    "ownAccount",
    "executionDate",
    "count",
    "total",
    "currency",
    "sha256",
    "sentAt",
    "createdAt",
  ],
  empty: t`Create payouts with the method bank file, or debits by your mandates. Make a file of them here and give it to your bank.`,
  create: { label: t`New payment file`, needs: "payouts.send" },
  object: { name: row => row.number },
})
