import { say } from "../../lib/words.ts"
import { money } from "../../lib/money.ts"
import { Legend, LegendKey } from "../../ui/plots/legend.tsx"
import { ShareBars } from "../../ui/plots/share-bars.tsx"
import type { ByServices, FxCorridorMargin, RevenueByService, SourceStats, TransactionStats } from "./answers.ts"
import * as findings from "./findings.ts"
import { amounts, defineReport, maxPlotRows, whole } from "./report.ts"

const rest = (count: number) =>
  count > maxPlotRows ? (
    <span>
      The {maxPlotRows} largest of {whole(count)}; the table has all
    </span>
  ) : null

export const byServices = defineReport<ByServices>({
  id: "by-services",
  title: "Billed by service",
  width: "half",
  finding: (data, { currency }) => findings.sold(data, currency),
  isEmpty: ({ services }) => services.length === 0,
  table: ({ services }, view) => ({
    columns: ["Service", "Billed", "Paid", "Lines"],
    rows: services.map(({ name, billed, paid, count }) => [name, amounts(view).full(billed), amounts(view).full(paid), whole(count)]),
  }),
  Plot: ({ data: { services }, view }) => (
    <>
      <ShareBars
        rows={services
          .toSorted((a, b) => b.billed - a.billed)
          .slice(0, maxPlotRows)
          .map(({ service, name, billed, paid, count }) => ({
            id: service ?? name,
            label: name,
            note: whole(count),
            value: paid,
            whole: billed,
            text: amounts(view).full(billed),
          }))}
      />
      <Legend>
        <LegendKey shade="pale">Billed</LegendKey>
        <LegendKey shade="strong">Paid</LegendKey>
        {rest(services.length)}
      </Legend>
    </>
  ),
})

export const revenueByService = defineReport<RevenueByService>({
  id: "revenue-by-service",
  title: "Revenue by service",
  width: "half",
  finding: data => findings.revenue(data),
  isEmpty: ({ services }) => services.length === 0,
  table: ({ services }, view) => ({
    columns: ["Service", "Revenue", "Refunded", "Net", "Share"],
    rows: services.map(({ name, revenue, refunded, net, share }) => [
      name,
      amounts(view).full(revenue),
      amounts(view).full(refunded),
      amounts(view).full(net),
      findings.percent(share, 1, 1),
    ]),
  }),
  Plot: ({ data: { services }, view }) => (
    <>
      <ShareBars
        rows={services
          .toSorted((a, b) => b.net - a.net)
          .slice(0, maxPlotRows)
          .map(({ service, name, net, share }) => ({
            id: service ?? name,
            label: name,
            note: findings.percent(share, 1, 1),
            value: net,
            text: amounts(view).full(net),
          }))}
      />
      <Legend>{rest(services.length)}</Legend>
    </>
  ),
})

export const bySource = defineReport<SourceStats>({
  id: "sources",
  route: "GET /v1/analytics/sources",
  title: "Where orders come from",
  width: "half",
  finding: (data, { currency }) => findings.sources(data, currency),
  isEmpty: ({ sources }) => sources.length === 0,
  table: ({ sources }, view) => ({
    columns: ["Source", "Billed", "Paid", "Refunded", "Net", "Payments"],
    rows: sources.map(({ source, billed, paid, refunded, net, count }) => [
      findings.sourceNames[source],
      ...[billed, paid, refunded, net].map(amounts(view).full),
      whole(count),
    ]),
  }),
  Plot: ({ data: { sources }, view }) => (
    <>
      <ShareBars
        rows={sources
          .toSorted((a, b) => b.billed - a.billed)
          .map(({ source, billed, paid, count }) => ({
            id: source,
            label: findings.sourceNames[source],
            note: whole(count),
            value: paid,
            whole: billed,
            text: amounts(view).full(billed),
          }))}
      />
      <Legend>
        <LegendKey shade="pale">Billed</LegendKey>
        <LegendKey shade="strong">Paid</LegendKey>
      </Legend>
    </>
  ),
})

export const corridors = defineReport<FxCorridorMargin>({
  id: "fx-corridor-margin",
  title: "FX margin",
  width: "half",
  finding: data => findings.corridors(data),
  isEmpty: ({ corridors: rows }) => rows.length === 0,
  table: ({ corridors: rows }) => ({
    columns: ["Currency pair", "Payments", "Paid", "Settled as", "Rate applied", "Mid-market rate", "FX margin"],
    rows: rows.map(row => [
      `${row.source} → ${row.target}`,
      whole(row.count),
      money(row.sourceAmount, row.source),
      money(row.targetAmount, row.target),
      rate(row.averageRate),
      row.midRate === null ? "–" : rate(row.midRate),
      row.margin === null ? "–" : findings.percent(row.margin, 1, 2),
    ]),
  }),
  Plot: ({ data: { corridors: rows } }) => (
    <>
      <ShareBars
        rows={rows.map(({ source, target, count, margin, sourceAmount }) => ({
          id: `${source} ${target}`,
          label: `${source} → ${target}`,
          note: `${whole(count)} payments, ${money(sourceAmount, source, true)}`,
          value: margin ?? 0,
          text: margin === null ? "no mid-market rate" : findings.percent(margin, 1, 2),
        }))}
      />
      <Legend>The difference between the rate applied and the mid-market rate of today</Legend>
    </>
  ),
})

const rate = (value: number) => value.toLocaleString(navigator.language, { maximumSignificantDigits: 6 })

export const transactions = defineReport<TransactionStats>({
  id: "transactions",
  route: "GET /v1/analytics/transactions",
  title: "Attempts",
  width: "half",
  finding: data => findings.tries(data),
  isEmpty: ({ byStatus }) => Object.values(byStatus).every(({ count }) => count === 0),
  table: ({ byStatus, byType }, view) => ({
    columns: ["Status or type", "Transactions", "Amount"],
    rows: [...Object.entries(byStatus), ...Object.entries(byType)].map(([name, { count, amount }]) => [
      say(name),
      whole(count),
      amounts(view).full(amount),
    ]),
  }),
  Plot: ({ data: { byStatus, byType }, view }) => (
    <>
      <ShareBars
        rows={Object.entries(byStatus)
          .filter(([, { count }]) => count > 0)
          .map(([status, { count, amount }]) => ({
            id: status,
            label: say(status),
            note: whole(count),
            value: count,
            text: amounts(view).full(amount),
          }))}
      />
      <Legend>
        {Object.entries(byType).map(([type, { count, amount }]) => (
          <span key={type}>
            {say(type)}s <b className="num font-medium text-fg-2">{whole(count)}</b>, {amounts(view).full(amount)}
          </span>
        ))}
      </Legend>
    </>
  ),
})
