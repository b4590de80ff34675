import { say } from "../../lib/words.ts"
import { money } from "../../lib/money.ts"
import { locale } from "../../lib/language.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Legend, LegendKey } from "../../ui/plots/legend.tsx"
import { ShareBars } from "../../ui/plots/share-bars.tsx"
import type { ByServices, FxCorridorMargin, RevenueByService, SourceStats, TransactionStats } from "./answers.ts"
import * as findings from "./findings.ts"
import { amounts, defineReport, maxPlotRows } from "./report.ts"

const rest = (count: number) =>
  count > maxPlotRows ? <span>{t`The ${maxPlotRows} largest of ${whole(count)}; the table has all`}</span> : null

export const byServices = defineReport<ByServices>({
  id: "by-services",
  title: t`Billed by service`,
  width: "half",
  finding: (data, { currency }) => findings.sold(data, currency),
  isEmpty: ({ services }) => services.length === 0,
  table: ({ services }, view) => ({
    columns: [t`Service`, t`Billed`, t`Paid`, t`Lines`],
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
        <LegendKey shade="pale">{t`Billed`}</LegendKey>
        <LegendKey shade="strong">{t`Paid`}</LegendKey>
        {rest(services.length)}
      </Legend>
    </>
  ),
})

export const revenueByService = defineReport<RevenueByService>({
  id: "revenue-by-service",
  title: t`Revenue by service`,
  width: "half",
  finding: data => findings.revenue(data),
  isEmpty: ({ services }) => services.length === 0,
  table: ({ services }, view) => ({
    columns: [t`Service`, t`Revenue`, t`Refunded`, t`Net`, t`Share`],
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
  title: t`Where orders come from`,
  width: "half",
  finding: (data, { currency }) => findings.sources(data, currency),
  isEmpty: ({ sources }) => sources.length === 0,
  table: ({ sources }, view) => ({
    columns: [t`Source`, t`Billed`, t`Paid`, t`Refunded`, t`Net`, t`Payments`],
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
        <LegendKey shade="pale">{t`Billed`}</LegendKey>
        <LegendKey shade="strong">{t`Paid`}</LegendKey>
      </Legend>
    </>
  ),
})

export const corridors = defineReport<FxCorridorMargin>({
  id: "fx-corridor-margin",
  title: t`FX margin`,
  width: "half",
  finding: data => findings.corridors(data),
  isEmpty: ({ corridors: rows }) => rows.length === 0,
  table: ({ corridors: rows }) => ({
    columns: [t`Currency pair`, t`Payments`, t`Paid`, t`Settled as`, t`Rate applied`, t`Mid-market rate`, t`FX margin`],
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
          note: `${plural(count, t`${whole(count)} payment`, t`${whole(count)} payments`)}, ${money(sourceAmount, source, true)}`,
          value: margin ?? 0,
          text: margin === null ? t`no mid-market rate` : findings.percent(margin, 1, 2),
        }))}
      />
      <Legend>{t`The difference between the rate applied and the mid-market rate of today`}</Legend>
    </>
  ),
})

const rate = (value: number) => value.toLocaleString(locale, { maximumSignificantDigits: 6 })

const typeNames: Record<keyof TransactionStats["byType"], string> = { charge: t`Charges`, refund: t`Refunds` }

export const transactions = defineReport<TransactionStats>({
  id: "transactions",
  route: "GET /v1/analytics/transactions",
  title: t`Attempts`,
  width: "half",
  finding: data => findings.tries(data),
  isEmpty: ({ byStatus }) => Object.values(byStatus).every(({ count }) => count === 0),
  table: ({ byStatus, byType }, view) => ({
    columns: [t`Status or type`, t`Transactions`, t`Amount`],
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
            {typeNames[type as keyof TransactionStats["byType"]]} <b className="num font-medium text-fg-2">{whole(count)}</b>,{" "}
            {amounts(view).full(amount)}
          </span>
        ))}
      </Legend>
    </>
  ),
})
