import { CalendarCheck2, LockKeyholeOpen } from "lucide-react"
import { closeStatuses } from "../../../src/insight/journal/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { monthName } from "../../lib/calendar.ts"
import { shortDate } from "../../lib/time.ts"
import { t, whole } from "../../lib/translate.ts"
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
  approval: { type: "journal-close", label: t`Reopening`, icon: LockKeyholeOpen },
  noun: t`closed month`,
  title: t`Closed months`,
  about: t`Months of the books in which nothing is dated any more. Close the next one on the page Journal.`,
  icon: CalendarCheck2,
  needs: "journal.view",
  tabs: { field: "status", values: closeStatuses },
  columns: [
    { id: "month", header: t`Month`, cell: row => <span className="font-medium">{monthName(row.month)}</span> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "booked", header: t`Booked`, cell: booked },
    { id: "lines", header: t`Lines`, isNumber: true, isExtra: true, cell: row => row.lines !== null && whole(row.lines) },
    { id: "closed", header: t`Closed`, sort: "createdAt", cell: row => <When at={row.closedAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: monthName(row.month), second: t`Closed ${shortDate(row.closedAt)}`, end: <Status status={row.status} /> }),
  csv: ["_id", "month", "status", "lines", "sha256", "closedBy", "closedAt"],
  empty: t`Close a month on the page Journal, once you have exported it.`,
  object: { name: row => monthName(row.month), hasNoNumber: true },
})
