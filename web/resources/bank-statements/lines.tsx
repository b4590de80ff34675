import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { TriangleAlert } from "lucide-react"
import { useId } from "react"
import { call, type Output } from "../../client.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { Note } from "../../ui/note.tsx"
import { Status } from "../../ui/status.tsx"
import { Money } from "../../ui/value.tsx"

const shown = 100

/** What the file did not connect with, and the lines that it added. */
export function StatementBody({ row }: { row: Output<"GET /v1/bank-statements/{id}"> }) {
  const titleId = useId()
  const lines = useQuery({
    queryKey: ["bank-lines", "list", { statement: row._id }],
    queryFn: () => call("GET /v1/bank-lines", { statement: row._id, limit: shown }),
  })
  return (
    <>
      {row.warnings.map(warning => (
        <Note key={warning} tone="warn" icon={TriangleAlert}>
          {warning}
        </Note>
      ))}
      <Card aria-labelledby={titleId}>
        <CardHead
          title={<span id={titleId}>{t`Lines that it added`}</span>}
          hint={
            row.known > 0
              ? plural(row.known, t`One more was known from an earlier file`, t`${whole(row.known)} more were known from an earlier file`)
              : t`All of its lines were new`
          }
        />
        <CardFailure query={lines} />
        {lines.isPending && <Skeleton className="mx-5 mb-5 w-64" />}
        <ul className="border-t border-line empty:hidden">
          {lines.data?.data.map(line => (
            <li key={line._id} className="border-b border-line last:border-0">
              <Link
                to="/reconciliation"
                search={{ statement: row._id, id: line._id, tab: line.match.length > 0 || line.status === "ignored" ? "done" : "to-do" }}
                className="flex min-h-12 items-center gap-3 px-5 py-2 hover:bg-hover"
              >
                <span className="min-w-0 flex-1 leading-tight">
                  <span className="block truncate text-sm font-medium">{line.counterparty.name ?? line.text}</span>
                  <span className="block truncate text-xs text-fg-3">
                    <span className="num">{line.bookedAt.slice(0, 10)}</span> · {line.text}
                  </span>
                </span>
                <Status status={line.status} />
                <Money amount={line.amount} currency={line.currency} className="text-sm font-medium" />
              </Link>
            </li>
          ))}
        </ul>
        {lines.data?.hasMore && <p className="px-5 py-3 text-xs text-fg-3">{t`The ${shown} newest of ${whole(lines.data.count)}.`}</p>}
      </Card>
    </>
  )
}
