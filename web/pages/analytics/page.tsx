import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { BarChart3 } from "lucide-react"
import { request } from "../../client.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { dayText } from "../../lib/calendar.ts"
import { exactTime, localDate } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { Card } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { control } from "../../ui/control.ts"
import { Failure } from "../../ui/failure.tsx"
import { PeriodField } from "../../ui/period-field.tsx"
import { useTeams } from "../users/teams-query.ts"
import type { Answer, Consolidated } from "./answers.ts"
import { ConvertedTotals } from "./converted.tsx"
import { unfinishedMonths } from "./period.ts"
import { ReportCard } from "./report-card.tsx"
import { reports } from "./reports.ts"
import { Summary } from "./summary.tsx"

type Totals = Answer & { byCurrency: Record<string, Consolidated> }
type Search = { currency?: string; from?: string; to?: string; team?: string }

/** Every report as a finding, a plot and a table, with one tab for each currency. */
export function Analytics() {
  return usePermission()("analytics.view") ? <AllowedAnalytics /> : <Forbidden needs="analytics.view" />
}

function AllowedAnalytics() {
  const { currency: chosen, ...period } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const totals = useQuery({
    queryKey: ["analytics", "totals", period],
    queryFn: ({ signal }) =>
      request("GET /v1/analytics/payment-intents", { format: "consolidated", ...period }, { signal }) as Promise<Totals>,
  })
  const change = (part: Search) => {
    const next = Object.entries({ currency: chosen, ...period, ...part }).flatMap(([name, value]) =>
      value ? [[name, value] as const] : [],
    )
    void navigate({ to: "/analytics", search: Object.fromEntries(next), replace: true })
  }
  const today = localDate()
  const range = { from: period.from ?? "", to: period.to ?? "" }
  const currency = chosen && totals.data?.byCurrency[chosen] ? chosen : mostUsed(totals.data)
  return (
    <>
      <PageHead title={t`Analytics`} about={totals.data ? <AsOf answer={totals.data} /> : t`Billed and received money over time.`}>
        <PeriodField label={t`Period`} none={t`Last 12 months`} value={range} today={today} onChange={change} />
        <TeamField value={period.team ?? ""} onChange={team => change({ team })} />
      </PageHead>
      {totals.isError && <Failure error={totals.error} onRetry={() => void totals.refetch()} />}
      {totals.isPending && <Skeleton className="h-64" />}
      {totals.data && currency === undefined && (
        <Card>
          {period.from || period.team ? (
            <Empty icon={BarChart3} title={t`Nothing in this period`}>
              {t`Nothing was billed in these days. Choose a longer period to see more.`}
            </Empty>
          ) : (
            <Empty icon={BarChart3} title={t`Nothing to show yet`}>
              {t`Ask for a payment. Billed and paid amounts then appear here by currency.`}
            </Empty>
          )}
        </Card>
      )}
      {totals.data && currency !== undefined && (
        <>
          <Summary byCurrency={totals.data.byCurrency} currency={currency} onChange={next => change({ currency: next })} />
          {totals.data.converted && <ConvertedTotals converted={totals.data.converted} />}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-6">
            {reports.map(report => (
              <ReportCard
                key={report.id}
                report={report}
                period={period}
                view={{ currency, today, unfinished: unfinishedMonths(totals.data.from, totals.data.to, today) }}
              />
            ))}
          </div>
        </>
      )}
    </>
  )
}

const AsOf = ({ answer: { asOf, from, to, timezone } }: { answer: Answer }) => (
  <>{t`${dayText(from)} to ${dayText(to)}. As of ${exactTime(asOf)}; days and months in ${timezone}. The same figures as the ledger.`}</>
)

/** Shown only if the business has teams. */
function TeamField({ value, onChange }: { value: string; onChange(team: string): void }) {
  const teams = useTeams()
  if (!teams.data || teams.data.length === 0) return null
  return (
    <select
      aria-label={t`Team`}
      value={value}
      onChange={event => onChange(event.target.value)}
      className={cn(control, "w-auto max-w-48 font-medium sm:w-auto")}
    >
      <option value="">{t`All teams`}</option>
      {teams.data.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** The currency with the most payments is shown first. */
function mostUsed(answer: Totals | undefined): string | undefined {
  return Object.entries(answer?.byCurrency ?? {}).toSorted(([, a], [, b]) => b.count - a.count)[0]?.[0]
}
