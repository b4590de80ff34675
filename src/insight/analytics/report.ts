import type { Context } from "../../kit/db/context.ts"
import { readReport } from "../../kit/db/replica-reads.ts"
import { asNumber } from "../../kit/pure/decimal.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { midOf } from "../../money/rates/fx.ts"
import { currentRates } from "../../money/rates/store.ts"
import { transactionStatuses, transactionTypes } from "../../money/transactions/values.ts"
import { resolvePartnershipId } from "../../parties/partnerships/store.ts"
import { resolveTeam } from "../../platform/tenants/store.ts"
import { convertedBilling } from "./converted.ts"
import { addContactNames } from "./contact-names.ts"
import { readCustomers } from "./customers-store.ts"
import * as formats from "./formats.ts"
import { readServiceNames, readTimezone } from "./names-store.ts"
import { compareSums, dayOf, figures, monthsIn, rangeOf, type Sum, total } from "./rules.ts"
import type { Format, Part, ReportQuery } from "./schema.ts"
import { isAnyRevenue, monthPieces, previousRange, revenuePart, type RevenueSum } from "./revenue-rules.ts"
import { readRevenueSums } from "./revenue-store.ts"
import { bySource, readSourceSums, type SourceSum } from "./sources-store.ts"
import { readSplitSums, type SplitSum } from "./splits-store.ts"
import { type Read, readDueToday, readIntentSums, readState, readTransactionSums, type Scope } from "./sums-store.ts"

type Report<T> = { asOf: string; timezone: string; from: string; to: string; byCurrency: Record<string, T> }

/** Reads everything of a report in one snapshot, on a connection for reports. */
async function report<T>(
  ctx: Context,
  query: ReportQuery,
  work: (read: Read, scope: Scope) => Promise<Record<string, T>>,
): Promise<Report<T>> {
  const { id: tenant } = ctx.tenant
  const { asOf = ctx.now } = query
  // Without asOf, everything that is committed counts, even if the clock of another process is a little ahead of ours.
  const hasAsOf = query.asOf !== undefined
  const timezone = hasAsOf ? await readTimezone(tenant, asOf) : ctx.tenant.timezone
  const today = dayOf(ctx.now, timezone)
  const range = rangeOf(query, dayOf(asOf, timezone))
  const team = query.team === undefined ? null : await resolveTeam(ctx, query.team)
  const scope = { ...range, tenant, timezone, currency: query.currency ?? null, team, asOf, hasAsOf, today }
  const byCurrency = await readReport([tenant], async read => {
    const { isReady, hasChanges } = await readState(read, tenant, timezone)
    return work(read, { ...scope, isRolledUp: isReady && team === null, hasChanges })
  })
  const inOrder = Object.entries(byCurrency).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { asOf: isoTime(asOf), timezone, ...range, byCurrency: Object.fromEntries(inOrder) }
}

/** The sums of each currency that has any. Sums that cancel each other out don't count. */
async function eachCurrency<T>(sums: readonly Sum[], part: (sums: Sum[], currency: string) => T | Promise<T>): Promise<Record<string, T>> {
  const isAny = ({ count, amount, paid, refunded }: Sum) => count !== 0n || amount !== 0n || paid !== 0n || refunded !== 0n
  const groups = [...Map.groupBy(sums, sum => sum.currency)].filter(([, own]) => combined(own).some(isAny))
  return Object.fromEntries(await Promise.all(groups.map(async ([currency, own]) => [currency, await part(own, currency)] as const)))
}

/** Adds up the sums of a kind, key and day. Roll-ups, changes and undone changes each contribute some. */
function combined(sums: readonly Sum[]): Sum[] {
  return [...Map.groupBy(sums, ({ kind, key }) => `${kind} ${key}`).values()].map(own => ({
    ...own[0]!,
    count: total(own, "count"),
    amount: total(own, "amount"),
    paid: total(own, "paid"),
    refunded: total(own, "refunded"),
  }))
}

/** Canceled intents bill nothing, but their refunds still count as money that went out. */
const refundsOfCanceled = (sums: readonly Sum[]): Sum[] =>
  sums.filter(({ kind }) => kind === "canceled").map(sum => ({ ...sum, kind: "intents", key: "", count: 0n, amount: 0n }))

export async function paymentIntentStats(ctx: Context, { format, ...query }: ReportQuery & { format: Format }) {
  const { byCurrency, ...rest } = await report<Part>(ctx, query, sources[format])
  const converted = format === "consolidated" ? await convertedBilling(ctx, byCurrency) : undefined
  return { format, ...rest, byCurrency: await addContactNames(ctx, byCurrency, query.asOf), converted }
}

type Source = (read: Read, scope: Scope) => Promise<Record<string, Part>>

const maxCustomers = 100
const maxLate = 10

const sources: Record<Format, Source> = {
  consolidated: async (read, scope) => {
    const { sums, dueToday, today } = await readOpen(read, scope, ["intents", "canceled", "open"])
    const all = [...sums, ...refundsOfCanceled(sums)]
    return eachCurrency(all, (own, currency) => formats.consolidated(own, inCurrency(dueToday, currency), today))
  },
  "month-by-month": async (read, scope) => {
    const kinds = [readIntentSums(read, scope, ["intents", "canceled"]), readTransactionSums(read, scope, ["received"])]
    const sums = (await Promise.all(kinds)).flat()
    return eachCurrency([...sums.filter(({ kind }) => kind !== "canceled"), ...refundsOfCanceled(sums)], own =>
      formats.monthByMonth(own, scope),
    )
  },
  "payer-behavior": async (read, scope) => {
    const sums = await readIntentSums(read, scope, ["intents", "settled"])
    return eachCurrency(sums, async (own, currency) =>
      formats.payerBehavior(own, await readCustomers(read, scope, currency, "late", maxLate)),
    )
  },
  "by-services": async (read, scope) => {
    const sums = (await readIntentSums(read, scope, ["services"])).map(sum => ({ ...sum, refunded: 0n }))
    const names = await namesOf(read, scope, sums)
    return eachCurrency(sums, own => formats.byServices(own, names))
  },
  "calendar-by-day": async (read, scope) => {
    const sums = await Promise.all([readIntentSums(read, scope, ["due"], "day"), readTransactionSums(read, scope, ["received"], "day")])
    return eachCurrency(sums.flat(), own => formats.calendarByDay(own, scope))
  },
  cancellations: async (read, scope) =>
    eachCurrency(await readIntentSums(read, scope, ["intents", "canceled"]), own => formats.cancellations(own, scope)),
  "customer-payments-by-month": async (read, scope) =>
    eachCurrency(await readIntentSums(read, scope, ["intents"]), async (_own, currency) =>
      formats.customerPayments(await readCustomers(read, scope, currency, "paid", maxCustomers), scope),
    ),
  "cash-velocity": async (read, scope) =>
    eachCurrency(await readIntentSums(read, scope, ["intents", "settled"]), own => formats.cashVelocity(own)),
  "revenue-by-service": async (read, scope) => {
    const sums = await readIntentSums(read, scope, ["services"])
    const names = await namesOf(read, scope, sums)
    return eachCurrency(sums, own => formats.revenueByService(own, names))
  },
  "receivables-forecast": async (read, scope) => {
    const { sums, dueToday, today } = await readOpen(read, scope, ["intents", "open"])
    return eachCurrency(sums, (own, currency) => formats.forecast(own, inCurrency(dueToday, currency), today))
  },
  "fx-corridor-margin": async (read, scope) => {
    const { rates, ...rest } = await currentRates()
    const mid = (source: string, target: string) =>
      source in rates && target in rates ? asNumber(midOf({ rates, ...rest }, { sourceCurrency: source, targetCurrency: target })) : null
    const sums = await readTransactionSums(read, scope, ["fx"])
    return eachCurrency(sums, (own, target) => formats.corridors(own, target, source => mid(source, target)))
  },
}

async function readOpen(read: Read, scope: Scope, kinds: ("intents" | "canceled" | "open")[]) {
  const today = dayOf(scope.asOf, scope.timezone)
  const [sums, dueToday] = await Promise.all([readIntentSums(read, scope, kinds), readDueToday(read, scope, today)])
  return { sums, dueToday, today }
}

const inCurrency = <T extends { currency: string }>(rows: readonly T[], currency: string) => rows.filter(row => row.currency === currency)

async function namesOf(read: Read, scope: Scope, sums: readonly Sum[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(sums.map(sum => sum.key))].filter(key => key !== "" && key !== "discount")
  return new Map((await readServiceNames(read, scope, ids)).map(({ id, name }) => [id, name]))
}

export const transactionStats = (ctx: Context, query: ReportQuery) =>
  report(ctx, query, async (read, scope) =>
    eachCurrency(await readTransactionSums(read, scope, ["transactions"]), sums => {
      const figuresOf = (isOwn: (type: string, status: string) => boolean) => {
        const own = sums.filter(({ key }) => isOwn(...(key.split(" ") as [string, string])))
        return figures({ count: total(own, "count"), amount: total(own, "amount") })
      }
      return {
        byStatus: byName(transactionStatuses, name => figuresOf((_type, status) => status === name)),
        byType: byName(transactionTypes, name => figuresOf(type => type === name)),
      }
    }),
  )

const byName = <N extends string, T>(names: readonly N[], value: (name: N) => T) =>
  Object.fromEntries(names.map(name => [name, value(name)])) as Record<N, T>

/** Months and amounts are those of month-by-month, so what lines without a tax billed is the rest of it. */
export const taxStats = (ctx: Context, query: ReportQuery) =>
  report(ctx, query, async (read, scope) => {
    const sums = await readIntentSums(read, scope, ["intents", "canceled", "taxes"])
    const all = [...sums.filter(({ kind }) => kind !== "canceled"), ...refundsOfCanceled(sums)]
    return eachCurrency(all, own => formats.taxes(own, scope))
  })

export const sourceStats = (ctx: Context, query: ReportQuery) =>
  report(ctx, query, async (read, scope) => {
    const groups = [...Map.groupBy(await readSourceSums(read, scope), sum => sum.currency)]
    const partOf = (own: SourceSum[]) => ({ sources: bySource(own).map(({ source, ...sums }) => ({ source, ...figures(sums) })) })
    return Object.fromEntries(groups.map(([currency, own]) => [currency, partOf(own)]))
  })

/** A currency is in the report if it has any figure in the range or in the period before. */
export const revenueStats = (ctx: Context, query: ReportQuery) =>
  report(ctx, query, async (read, scope) => {
    const [pieces, previous] = [monthPieces(scope), previousRange(scope)]
    const [sums, before] = await Promise.all([readRevenueSums(read, scope, pieces), readRevenueSums(read, scope, monthPieces(previous))])
    const currencies = new Set([...sums, ...before].filter(isAnyRevenue).map(({ currency }) => currency))
    return Object.fromEntries(
      [...currencies].map(currency => {
        const own = (all: RevenueSum[]) => all.filter(sum => sum.currency === currency)
        return [currency, revenuePart(own(sums), pieces, own(before), previous)]
      }),
    )
  })

export async function paymentSplitStats(ctx: Context, { partnership, ...query }: ReportQuery) {
  const id = partnership === undefined ? null : await resolvePartnershipId(ctx, partnership)
  return report(ctx, query, async (read, scope) => {
    const groups = [...Map.groupBy(await readSplitSums(read, scope, id), sum => sum.currency)]
    return Object.fromEntries(groups.map(([currency, own]) => [currency, splitPart(own, scope)]))
  })
}

function splitPart(sums: readonly SplitSum[], scope: Scope) {
  const months = Map.groupBy(sums, sum => sum.month)
  const byDebt = (groups: SplitSum[][], idOf: (sum: SplitSum) => string) =>
    groups.toSorted((a, b) => compareSums(total(b, "owed"), total(a, "owed")) || (idOf(a[0]!) < idOf(b[0]!) ? -1 : 1))
  const partners = byDebt([...Map.groupBy(sums, sum => sum.partnership).values()], sum => sum.partnership)
  const teams = byDebt([...Map.groupBy(sums, sum => sum.team).values()], sum => sum.team ?? "")
  const [ledger, owed] = [total(sums, "ledger"), total(sums, "owed")]
  return {
    summary: splitFigures(sums),
    cohorts: monthsIn(scope).map(month => ({ month, ...splitFigures(months.get(month) ?? []) })),
    partners: partners.map(own => ({ partnership: own[0]!.partnership, name: own[0]!.partnership_name, ...splitFigures(own) })),
    teams: teams.map(own => ({ team: own[0]!.team, name: own[0]!.team_name, ...splitFigures(own) })),
    reconciliation: figures({ ledger, splits: owed, difference: ledger - owed }),
  }
}

function splitFigures(sums: readonly SplitSum[]) {
  const [owed, paid] = [total(sums, "owed"), total(sums, "paid")]
  return figures({ owed, paid, outstanding: owed - paid, reversed: total(sums, "reversed"), count: total(sums, "count") })
}
