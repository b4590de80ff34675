import { CalendarCheck2, LockKeyholeOpen } from "lucide-react"
import { closeStatuses } from "../../../src/insight/journal/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { monthName } from "../../lib/calendar.ts"
import { shortDate } from "../../lib/time.ts"
import { Status } from "../../ui/status.tsx"
import { Money, When } from "../../ui/value.tsx"

type Close = Output<"GET /v1/journal-closes/{id}">

/** What was booked in the month, by currency. */
const booked = ({ totals }: Close) => (
  <span className="flex flex-wrap gap-x-3">
    {(totals ?? []).map(({ currency, debit }) => (
      <Money key={currency} amount={debit} currency={currency} />
    ))}
  </span>
)

export const journalCloses = defineResource("journal-closes", {
  path: "closed-months",
  event: "journalCloses",
  approval: { type: "journal-close", label: "Reopening", icon: LockKeyholeOpen },
  noun: "closed month",
  title: "Closed months",
  about: "Months of the books in which nothing is dated any more. Close the next one on the page Journal.",
  icon: CalendarCheck2,
  needs: "journal.view",
  tabs: { field: "status", values: closeStatuses },
  columns: [
    { header: "Month", cell: row => <span className="font-medium">{monthName(row.month)}</span> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Booked", cell: booked },
    { header: "Lines", isNumber: true, isExtra: true, cell: row => row.lines?.toLocaleString() },
    { header: "Closed", sort: "createdAt", cell: row => <When at={row.closedAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: monthName(row.month), second: `Closed ${shortDate(row.closedAt)}`, end: <Status status={row.status} /> }),
  csv: ["_id", "month", "status", "lines", "sha256", "closedBy", "closedAt"],
  empty: "Close a month on the page Journal, once you have exported it.",
  object: { name: row => monthName(row.month), hasNoNumber: true },
})
