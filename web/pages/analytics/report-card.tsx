import { useQuery } from "@tanstack/react-query"
import { Download, Table2 } from "lucide-react"
import { useState } from "react"
import { request } from "../../client.ts"
import { download } from "../../lib/download.ts"
import { say } from "../../lib/words.ts"
import { Bars } from "../../ui/bars.tsx"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { notify } from "../../ui/toast.tsx"
import type { Answer } from "./page.tsx"
import { cellText, type Report } from "./reports.tsx"

/** One format: a plot where it has one, the numbers behind it by one switch, and its CSV. */
export function ReportCard({ report, currency, period }: { report: Report; currency: string; period: object }) {
  const query = { format: report.format, currency, ...period }
  const answer = useQuery({
    queryKey: ["analytics", query],
    queryFn: () => request("GET /v1/analytics/payment-intents", query) as Promise<Answer>,
  })
  const [isTable, setTable] = useState(report.bars === undefined)
  const data = answer.data?.byCurrency[currency]
  const bars = data && report.bars?.(data)
  return (
    <Card aria-label={report.title}>
      <CardHead title={report.title} hint={report.about}>
        {bars && (
          <Button size="sm" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            <Table2 className="size-3.5 text-fg-3" aria-hidden /> {isTable ? "Plot" : "Table"}
          </Button>
        )}
        <Button size="sm" aria-label={`Download ${report.title} as CSV`} onClick={() => void downloadCsv(query)}>
          <Download className="size-3.5 text-fg-3" aria-hidden /> CSV
        </Button>
      </CardHead>
      {answer.isError && (
        <div className="px-5 pb-4">
          <Failure error={answer.error} onRetry={() => void answer.refetch()} />
        </div>
      )}
      {answer.isPending && <Skeleton className="mx-5 mb-5 h-40" />}
      {bars && !isTable && <Bars title={report.title} bars={bars} format={value => cellText(report.unit ?? "count", value, currency)} />}
      {data && isTable && <Numbers title={report.title} rows={report.rows(data, currency)} currency={currency} />}
    </Card>
  )
}

function Numbers({ title, rows, currency }: { title: string; rows: Record<string, unknown>[]; currency: string }) {
  const columns = Object.keys(rows[0] ?? {})
  if (rows.length === 0) return <p className="px-5 pb-6 text-fg-3">Nothing in this period.</p>
  return (
    <div className="max-h-80 overflow-auto border-t border-line" tabIndex={0} role="region" aria-label={`Numbers: ${title}`}>
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-xs text-fg-3">
            {columns.map(column => (
              <th
                key={column}
                scope="col"
                className="h-9 px-3 text-right font-medium whitespace-nowrap first:pl-5 first:text-left last:pr-5"
              >
                {say(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className="border-b border-line last:border-0">
              {columns.map(column => (
                <td key={column} className="num h-9 px-3 text-right whitespace-nowrap first:pl-5 first:text-left last:pr-5">
                  {cellText(column, row[column], currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

async function downloadCsv(query: { format: string }) {
  const response = await fetch(`/v1/analytics/payment-intents?${new URLSearchParams(query)}`, { headers: { accept: "text/csv" } })
  if (response.ok) download(`${query.format}.csv`, await response.blob())
  else notify("The file could not be made", "Try again in a moment.", "bad")
}
