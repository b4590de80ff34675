import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { BarChart3 } from "lucide-react"
import { request } from "../../client.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { shortDate } from "../../lib/time.ts"
import { Card } from "../../ui/card.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { control } from "../../ui/field.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { ReportCard } from "./report-card.tsx"
import { reports } from "./reports.tsx"

export type Answer = {
  format: string
  asOf: string
  timezone: string
  from: string
  to: string
  byCurrency: Record<string, Record<string, unknown>>
}

/** Every format as a plot with its table behind it, one tab for each currency: they are never added. */
export function Analytics() {
  return usePermission()("analytics.view") ? <AllowedAnalytics /> : <Forbidden needs="analytics.view" />
}

function AllowedAnalytics() {
  const search = useSearch({ strict: false }) as { currency?: string; from?: string; to?: string }
  const navigate = useNavigate()
  const { user } = useSession()
  const period = { ...(search.from && { from: search.from }), ...(search.to && { to: search.to }) }
  const totals = useQuery({
    queryKey: ["analytics", "consolidated", period],
    queryFn: () => request("GET /v1/analytics/payment-intents", { format: "consolidated", ...period }) as Promise<Answer>,
  })
  const change = (part: object) => void navigate({ to: "/analytics", search: { ...search, ...part }, replace: true })
  const currencies = Object.keys(totals.data?.byCurrency ?? {})
  const currency = search.currency ?? mostUsed(totals.data)
  return (
    <>
      <PageHead
        title="Analytics"
        about={
          totals.data
            ? `${shortDate(totals.data.from)} to ${shortDate(totals.data.to)}, days in ${user.tenant.timezone}`
            : "What was billed, what came in, and when."
        }
      >
        <label className="text-xs text-fg-3">
          From{" "}
          <input
            type="date"
            value={search.from ?? totals.data?.from.slice(0, 10) ?? ""}
            onChange={event => change({ from: event.target.value })}
            className={`${control} w-auto`}
          />
        </label>
        <label className="text-xs text-fg-3">
          to{" "}
          <input
            type="date"
            value={search.to ?? totals.data?.to.slice(0, 10) ?? ""}
            onChange={event => change({ to: event.target.value })}
            className={`${control} w-auto`}
          />
        </label>
      </PageHead>
      {totals.isError && <Failure error={totals.error} onRetry={() => void totals.refetch()} />}
      {totals.isPending && <Skeleton className="h-64" />}
      {totals.data && currency === undefined && (
        <Card>
          <Empty icon={BarChart3} title="Nothing to show yet">
            Ask for a payment, and what is billed and paid appears here by currency.
          </Empty>
        </Card>
      )}
      {currency !== undefined && (
        <>
          <Card className="mb-4">
            <Tabs
              label="Currency"
              value={currency}
              onChange={next => change({ currency: next })}
              tabs={currencies.map(id => ({ id, label: id }))}
            />
          </Card>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
            {reports.map(report => (
              <ReportCard key={report.format} report={report} currency={currency} period={period} />
            ))}
          </div>
        </>
      )}
    </>
  )
}

/** The currency with the most payments is shown first. */
function mostUsed(answer: Answer | undefined): string | undefined {
  const counts = Object.entries(answer?.byCurrency ?? {}).map(([currency, { count }]) => ({ currency, count: Number(count) }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.currency
}
