import { useQuery } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { request } from "../../client.ts"
import { t } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import type { Answer } from "./answers.ts"
import { nothing } from "./findings.ts"
import { PlotFiles } from "./plot-files.tsx"
import { PlotOrTable, type Shown } from "./plot-or-table.tsx"
import type { Report, View } from "./report.ts"
import { Numbers } from "./table.tsx"

const widths = { narrow: "xl:col-span-2", half: "xl:col-span-3", wide: "xl:col-span-4", full: "xl:col-span-6" }

/** One report: title, finding, a switch between plot and table, and its files. */
export function ReportCard({ report, view, period }: { report: Report; view: View; period: object }) {
  const isFormat = report.route === "GET /v1/analytics/payment-intents"
  const query = { ...(isFormat && { format: report.id }), currency: view.currency, ...period }
  const answer = useQuery({
    queryKey: ["analytics", report.route, query],
    queryFn: ({ signal }) => request(report.route, query, { signal }) as Promise<Answer>,
  })
  const [show, setShow] = useState<Shown>("plot")
  const plot = useRef<HTMLDivElement>(null)
  const data = answer.data?.byCurrency[view.currency]
  const isEmpty = answer.data !== undefined && (data === undefined || report.isEmpty(data))
  return (
    <Card aria-label={report.title} className={cn("flex min-w-0 flex-col", widths[report.width])}>
      <CardHead title={report.title} hint={data ? report.finding(data, view) : answer.data ? nothing : " "}>
        <div className="flex items-center">
          <PlotOrTable label={t`${report.title}: show as`} value={show} onChange={setShow} />
          <PlotFiles
            title={report.title}
            name={report.id}
            currency={view.currency}
            shown={data && !isEmpty && show === "plot" ? answer.data : undefined}
            plot={plot}
            address={`${report.route.slice("GET ".length)}?${new URLSearchParams(query)}`}
          />
        </div>
      </CardHead>
      <div className="flex-1 px-5 pb-5">
        {answer.isError && <Failure error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <Skeleton className="h-48" />}
        {isEmpty && <p className="py-10 text-center text-fg-3">{t`There is nothing to draw for this period.`}</p>}
        {data && !isEmpty && show === "plot" && (
          <div ref={plot}>
            <report.Plot data={data} view={view} />
          </div>
        )}
        {data && !isEmpty && show === "table" && <Numbers title={report.title} table={report.table(data, view)} />}
        {report.definitions && <Definitions definitions={report.definitions} />}
      </div>
    </Card>
  )
}

const Definitions = ({ definitions }: { definitions: NonNullable<Report["definitions"]> }) => (
  <dl className="mt-3 space-y-1 border-t border-line pt-3 text-xs text-fg-3">
    {definitions.map(([term, meaning]) => (
      <div key={term}>
        <dt className="inline font-medium text-fg-2">{term}:</dt> <dd className="inline">{meaning}</dd>
      </div>
    ))}
  </dl>
)
