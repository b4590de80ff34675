import { useQuery } from "@tanstack/react-query"
import { BarChart3, Download, ImageDown, Table2 } from "lucide-react"
import { useRef, useState } from "react"
import { request, requestCsv } from "../../client.ts"
import { dayText } from "../../lib/calendar.ts"
import { download, downloadPicture } from "../../lib/download.ts"
import { plotPicture } from "../../lib/plot-picture.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Segment } from "../../ui/segment.tsx"
import { notify } from "../../ui/toast.tsx"
import type { Answer } from "./answers.ts"
import { nothing } from "./findings.ts"
import type { Report, View } from "./report.ts"
import { Numbers } from "./table.tsx"

const widths = { narrow: "xl:col-span-2", half: "xl:col-span-3", wide: "xl:col-span-4", full: "xl:col-span-6" }

/** One report: title, finding, a switch between plot and table, and its CSV. */
export function ReportCard({ report, view, period }: { report: Report; view: View; period: object }) {
  const isFormat = report.route === "GET /v1/analytics/payment-intents"
  const query = { ...(isFormat && { format: report.id }), currency: view.currency, ...period }
  const answer = useQuery({
    queryKey: ["analytics", report.route, query],
    queryFn: ({ signal }) => request(report.route, query, { signal }) as Promise<Answer>,
  })
  const [show, setShow] = useState<"plot" | "table">("plot")
  const plot = useRef<HTMLDivElement>(null)
  const data = answer.data?.byCurrency[view.currency]
  const isEmpty = answer.data !== undefined && (data === undefined || report.isEmpty(data))
  return (
    <Card aria-label={report.title} className={cn("flex min-w-0 flex-col", widths[report.width])}>
      <CardHead title={report.title} hint={data ? report.finding(data, view) : answer.data ? nothing : " "}>
        <div className="flex items-center">
          <Segment<"plot" | "table">
            label={`${report.title}: show as`}
            value={show}
            onChange={setShow}
            options={[
              { id: "plot", label: "Plot", icon: BarChart3 },
              { id: "table", label: "Table", icon: Table2 },
            ]}
          />
          <Button
            size="sm"
            variant="ghost"
            disabled={!data || isEmpty || show !== "plot"}
            aria-label={`PNG of ${report.title}`}
            title="Download the plot as PNG"
            onClick={() => void downloadPng(report, view, answer.data, plot.current)}
          >
            <ImageDown className="size-3.5" aria-hidden />
          </Button>
          <Button
            size="sm"
            variant="ghost"
            className="-me-2"
            aria-label={`CSV of ${report.title}`}
            title="Download as CSV"
            onClick={() => void downloadCsv(report, query)}
          >
            <Download className="size-3.5" aria-hidden />
          </Button>
        </div>
      </CardHead>
      <div className="flex-1 px-5 pb-5">
        {answer.isError && <Failure error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <Skeleton className="h-48" />}
        {isEmpty && <p className="py-10 text-center text-fg-3">There is nothing to draw for this period.</p>}
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

async function downloadPng(report: Report, { currency }: View, answer: Answer | undefined, plot: HTMLElement | null) {
  if (!answer || !plot) return
  const period = `${dayText(answer.from)} to ${dayText(answer.to)}`
  try {
    downloadPicture(
      `${report.id}-${currency}-${answer.from}-${answer.to}.png`,
      await plotPicture(plot, report.title, `${currency}, ${period}`),
    )
  } catch {
    notify("The picture could not be drawn", "Take the table or the CSV instead.", "bad")
  }
}

async function downloadCsv(report: Report, query: Record<string, string>) {
  try {
    const table = await requestCsv(`${report.route.slice("GET ".length)}?${new URLSearchParams(query)}`)
    download(`${report.id}-${query["currency"]}.csv`, table)
  } catch (error) {
    notify("The file can't be made", (error as Error).message, "bad")
  }
}
