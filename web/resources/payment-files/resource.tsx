import { FileOutput } from "lucide-react"
import { directions, fileFormats, fileStatuses } from "../../../src/money/payment-files/values.ts"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { created } from "../../dashboard/created-column.tsx"
import { byNumberOrId, choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { CopyId, Money } from "../../ui/value.tsx"

export const paymentFiles = defineResource("payment-files", {
  event: "paymentFiles",
  story: {
    isMoney: true,
    statuses: {
      sent: "gave it to the bank",
      partly: "learned that a part of it was not executed",
      rejected: "learned that none of it was executed",
      settled: "learned that all of it was paid",
      canceled: "canceled it; its payments wait for another file",
    },
  },
  numberPrefix: "PF",
  noun: "payment file",
  title: "Payment files",
  about: "Payouts and direct debits in files that you give to your bank.",
  icon: FileOutput,
  needs: "splits.view",
  tabs: { field: "status", values: fileStatuses },
  filters: [currencyFilter, choiceFilter("direction", "Direction", directions), choiceFilter("format", "Format", fileFormats)],
  search: { placeholder: "Number or id", filter: byNumberOrId },
  columns: [
    { header: "Total", cell: row => <Money amount={row.total} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Payments", isNumber: true, cell: row => row.count },
    { header: "Own account", isExtra: true, cell: row => <Reference to="own-accounts" id={row.ownAccount} /> },
    { header: "Executed on", cell: row => <span className="num">{row.executionDate}</span> },
    { header: "Format", isExtra: true, cell: row => say(row.format) },
    { header: "Number", isExtra: true, cell: row => <CopyId label="number" value={row.number} /> },
    created,
  ],
  summary: row => ({
    first: row.number,
    second: `${row.count} ${row.count === 1 ? "payment" : "payments"} on ${row.executionDate}`,
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
  empty: "Create payouts with the method bank file, or debits by your mandates. Make a file of them here and give it to your bank.",
  create: { label: "New payment file", needs: "payouts.send" },
  object: { name: row => row.number },
})
