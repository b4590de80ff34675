import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { request } from "../../client.ts"
import { addDays } from "../../lib/calendar.ts"
import { money, moneyBesideCode } from "../../lib/money.ts"
import { rich } from "../../lib/rich.ts"
import { localDate } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { Card } from "../../ui/card.tsx"
import { CurrencyTabs } from "../../ui/currency-tabs.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { LinePlot } from "../../ui/plots/line.tsx"
import { Legend, LegendKey } from "../../ui/plots/legend.tsx"
import { Segment } from "../../ui/segment.tsx"
import type { Answer, CalendarByDay, Consolidated, MonthByMonth } from "../analytics/answers.ts"
import { about, type ConvertedBilling, RatesNote } from "../analytics/converted.tsx"
import { monthByMonth } from "../analytics/money-reports.tsx"
import { unfinishedMonths } from "../analytics/period.ts"
import { PlotFiles } from "../analytics/plot-files.tsx"
import { PlotOrTable, type Shown } from "../analytics/plot-or-table.tsx"
import { Numbers } from "../analytics/table.tsx"
import { OutstandingPlot } from "./outstanding-plot.tsx"
import { changeText, collectedByDay, plotDays } from "./series.ts"

type Of<T> = Answer & { byCurrency: Record<string, T> }

function useReport<T>(query: Record<string, string>) {
  return useQuery({
    queryKey: ["analytics", "overview", query],
    queryFn: ({ signal }) => request("GET /v1/analytics/payment-intents", query, { signal }) as Promise<Of<T>>,
  })
}

/** Collected and outstanding money over time, in one currency. */
export function MoneyOverTime() {
  const totals = useReport<Consolidated>({ format: "consolidated" })
  const { currency: chosen } = useSearch({ strict: false }) as { currency?: string }
  const navigate = useNavigate()
  if (totals.isError) return <Failure error={totals.error} onRetry={() => void totals.refetch()} />
  if (!totals.data) return <Skeleton className="h-80 rounded-xl" />
  const byCount = Object.entries(totals.data.byCurrency).toSorted(([, a], [, b]) => b.count - a.count)
  const currency = byCount.find(([code]) => code === chosen)?.[0] ?? byCount[0]?.[0]
  if (currency === undefined) return null
  return (
    <Card aria-label={t`Collections`} className="overflow-hidden">
      <CurrencyTabs
        value={currency}
        tabs={byCount.map(([id]) => ({ id }))}
        onChange={next => void navigate({ to: "/", search: { currency: next }, replace: true })}
      />
      <InCurrency key={currency} currency={currency} totals={totals.data.byCurrency[currency]!} />
      {totals.data.converted && <AllCurrencies converted={totals.data.converted} />}
    </Card>
  )
}

/** One line for all currencies, with the day of the rates. */
function AllCurrencies({ converted }: { converted: ConvertedBilling }) {
  const { currency, totals } = converted
  const shown = (amount: number) => <span className="num font-medium">{about(amount, currency)}</span>
  return (
    <div className="border-t border-line px-5 py-3">
      <p className="text-sm">{rich`All currencies: ${shown(totals.outstanding)} outstanding, ${shown(totals.overdue)} of it late`}</p>
      <RatesNote converted={converted} />
    </div>
  )
}

const titles = { collected: t`Collected by day`, outstanding: t`Paid and outstanding by month` }

function InCurrency({ currency, totals }: { currency: string; totals: Consolidated }) {
  const [view, setView] = useState<"collected" | "outstanding">("collected")
  const [show, setShow] = useState<Shown>("plot")
  const today = localDate()
  const queries = {
    collected: { format: "calendar-by-day", currency, from: addDays(today, 1 - 2 * plotDays), to: today },
    outstanding: { format: "month-by-month", currency },
  }
  const days = useReport<CalendarByDay>(queries.collected)
  const months = useReport<MonthByMonth>(queries.outstanding)
  const answer = view === "collected" ? days.data : months.data
  const plot = useRef<HTMLDivElement>(null)
  const points = collectedByDay(days.data?.byCurrency[currency]?.days ?? [], today)
  const collected = points.reduce((sum, { value }) => sum + value, 0)
  const full = (amount: number) => money(amount, currency)
  const failed = days.error ?? months.error
  return (
    <div className="p-5">
      <div className="mb-4 flex flex-wrap items-start gap-x-10 gap-y-3">
        <Figure label={t`Collected in ${plotDays} days`} value={full(collected)} hint={days.data ? changeText(points) : " "} />
        <Outstanding totals={totals} full={full} />
        <div className="ms-auto flex flex-wrap gap-2">
          <Segment<"collected" | "outstanding">
            label={t`What is shown`}
            value={view}
            onChange={setView}
            options={[
              { id: "collected", label: t`Collected` },
              { id: "outstanding", label: t`Outstanding` },
            ]}
          />
          <PlotOrTable label={t`Show as`} value={show} onChange={setShow} />
          <PlotFiles
            title={titles[view]}
            name={view}
            currency={currency}
            shown={show === "plot" && answer?.byCurrency[currency] ? answer : undefined}
            plot={plot}
            address={`/v1/analytics/payment-intents?${new URLSearchParams(queries[view])}`}
          />
        </div>
      </div>
      {failed && <Failure error={failed} onRetry={() => void Promise.all([days.refetch(), months.refetch()])} />}
      {!failed && (!days.data || !months.data) && <Skeleton className="h-56" />}
      <div ref={plot}>
        {days.data && view === "collected" && (
          <Collected points={points} isTable={show === "table"} full={full} short={amount => moneyBesideCode(amount, currency, true)} />
        )}
        {months.data && view === "outstanding" && (
          <ByMonth answer={months.data} currency={currency} today={today} isTable={show === "table"} />
        )}
      </div>
      <p className="mt-3 text-xs text-fg-3">
        <Link to="/analytics" search={{ currency }} className="underline underline-offset-2">
          {t`All reports in ${currency}`}
        </Link>
      </p>
    </div>
  )
}

type FigureProps = { label: string; value: string; hint: string; isBad?: boolean }

const Figure = ({ label, value, hint, isBad }: FigureProps) => (
  <div>
    <p className="text-xs text-fg-3">{label}</p>
    <p className="num text-[1.375rem] leading-8 font-semibold tracking-[-0.02em]">{value}</p>
    <p className={`num text-xs ${isBad ? "text-bad" : "text-fg-3"}`}>{hint}</p>
  </div>
)

const Outstanding = ({ totals: { outstanding, overdue }, full }: { totals: Consolidated; full(amount: number): string }) => (
  <Figure
    label={t`Outstanding`}
    value={full(outstanding)}
    hint={overdue === 0 ? t`nothing is late` : t`${full(overdue)} is late`}
    isBad={overdue > 0}
  />
)

type CollectedProps = {
  points: ReturnType<typeof collectedByDay>
  isTable: boolean
  full(amount: number): string
  short(amount: number): string
}

function Collected({ points, isTable, full, short }: CollectedProps) {
  if (isTable)
    return (
      <Numbers
        title={t`Collected by day`}
        table={{
          columns: [t`Day`, t`Collected`, t`${plotDays} days before`],
          rows: points.toReversed().map(({ name, value, before }) => [name, full(value), full(before)]),
        }}
      />
    )
  return (
    <>
      <LinePlot
        label={t`Collected by day`}
        points={points}
        names={[t`Collected`, t`${plotDays} days before`]}
        format={full}
        formatTick={short}
      />
      <Legend>
        <LegendKey shade="strong">{t`Last ${plotDays} days`}</LegendKey>
        <LegendKey shade="soft">{t`The ${plotDays} days before`}</LegendKey>
      </Legend>
    </>
  )
}

function ByMonth({ answer, currency, today, isTable }: { answer: Of<MonthByMonth>; currency: string; today: string; isTable: boolean }) {
  const data = answer.byCurrency[currency]
  if (!data) return <p className="py-10 text-center text-fg-3">{t`Nothing was billed in the last twelve months.`}</p>
  const view = { currency, today, unfinished: unfinishedMonths(answer.from, answer.to, today) }
  return isTable ? (
    <Numbers title={t`Outstanding by month`} table={monthByMonth.table(data, view)} />
  ) : (
    <OutstandingPlot months={data.months} view={view} />
  )
}
