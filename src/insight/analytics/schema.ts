import { z } from "zod"
import { sources } from "../../catalogue/orders/values.ts"
import { Currency, Id, Reference, Timestamp, Total, UtcTimestamp } from "../../kit/pure/fields.ts"
import { transactionStatuses, transactionTypes } from "../../money/transactions/values.ts"
import { dayBoundsRule, isDay, isDayWithinBounds, isTimeWithinBounds } from "./rules.ts"

export const formats = [
  "consolidated",
  "month-by-month",
  "payer-behavior",
  "by-services",
  "calendar-by-day",
  "cancellations",
  "customer-payments-by-month",
  "cash-velocity",
  "revenue-by-service",
  "receivables-forecast",
  "fx-corridor-margin",
] as const
export type Format = (typeof formats)[number]

const dayForm = { format: "date", example: "2026-01-31" }
const Day = z
  .string()
  .refine(isDay, { error: "must be a date such as 2026-01-31", abort: true })
  .refine(isDayWithinBounds, dayBoundsRule)
  .meta(dayForm)
const AsOf = Timestamp.refine(isTimeWithinBounds, dayBoundsRule)
const Count = z.int().min(0)
const Days = z.number().min(0)
const Rate = z.number().meta({ description: "A part of the whole: 0.25 is a quarter" })
const Month = z.string().meta({ description: "In the tenant's time zone", example: "2026-10" })

/** What every report takes. */
const common = {
  from: Day.optional().meta({
    description: "The first day, such as 2026-01-31, in the tenant's time zone; by default the first of twelve months",
  }),
  to: Day.optional().meta({ description: "The last day, such as 2026-01-31, inclusive; by default today" }),
  currency: Currency.optional().meta({ description: "Only this one" }),
  asOf: AsOf.optional().meta({ description: "ISO 8601 with a zone: leaves out what came later; by default now" }),
  team: Id.optional().meta({ description: "Only payment intents of this team" }),
}
export const PaymentIntentStatsQuery = z.object({ format: z.enum(formats).meta({ description: "What the report is about" }), ...common })
export const TransactionStatsQuery = z.object(common)
export const TaxStatsQuery = z.object(common)
/** Orders and subscriptions have no history in reports, so these are about now. */
export const SourceStatsQuery = z.object(common).omit({ asOf: true })
export const RevenueStatsQuery = SourceStatsQuery
export const PaymentSplitStatsQuery = z.object({
  ...common,
  partnership: Reference("Partnership id, code, name or beginning of the name").optional(),
})
export type ReportQuery = z.output<typeof PaymentSplitStatsQuery>

/** What every report answers. */
export const report = <T extends z.ZodType>(byCurrency: T) => ({
  asOf: UtcTimestamp,
  timezone: z.string().meta({ description: "The tenant's, in which days and months begin" }),
  from: z.string().meta(dayForm),
  to: z.string().meta(dayForm),
  byCurrency: z.record(z.string(), byCurrency).meta({ description: "By the currencies that have figures; amounts are whole minor units" }),
})

export const Consolidated = z.object({
  billed: Total,
  paid: Total,
  outstanding: Total,
  overdue: Total,
  canceled: Total,
  refunded: Total,
  net: Total,
  count: Count,
  paidCount: Count,
  averageTicket: Total,
})

export const MonthByMonth = z.object({
  months: z.array(
    z.object({
      month: Month,
      billed: Total,
      paid: Total,
      outstanding: Total,
      refunded: Total,
      net: Total,
      count: Count,
      received: Total.meta({ description: "What arrived in the month, whatever it paid" }),
    }),
  ),
})

export const PayerBehavior = z.object({
  onTime: Count,
  late: Count,
  unpaid: Count,
  averageDaysToPay: Days,
  medianDaysToPay: Days,
  topLate: z.array(z.object({ contact: Id, count: Count, amount: Total })),
})

const serviceRow = { service: Id.nullable().meta({ description: "null for discounts and for lines without a service" }), name: z.string() }

export const ByServices = z.object({ services: z.array(z.object({ ...serviceRow, billed: Total, paid: Total, count: Count })) })

export const CalendarByDay = z.object({
  days: z.array(z.object({ day: z.string().meta(dayForm), due: Total, paid: Total, count: Count })),
})

export const Cancellations = z.object({
  count: Count,
  amount: Total,
  rate: Rate,
  byMonth: z.array(z.object({ month: Month, count: Count, amount: Total })),
  byReason: z.array(z.object({ reason: z.string(), count: Count, amount: Total })),
})

export const CustomerPayments = z.object({
  customers: z.array(z.object({ contact: Id, months: z.array(z.object({ month: Month, paid: Total })), total: Total })),
})

export const CashVelocity = z.object({
  medianDays: Days,
  p90Days: Days,
  histogram: z.array(z.object({ fromDay: z.int(), toDay: z.int().nullable(), count: Count, amount: Total })),
})

export const RevenueByService = z.object({
  services: z.array(z.object({ ...serviceRow, revenue: Total, refunded: Total, net: Total, share: Rate })),
})

export const ReceivablesForecast = z.object({
  overdue: Total,
  scheduled: Total,
  buckets: z.array(
    z.object({
      from: z.int().meta({ description: "Days from today" }),
      to: z.int().nullable().meta({ description: "null: all that is due later" }),
      amount: Total,
      count: Count,
    }),
  ),
})

export const FxCorridorMargin = z.object({
  corridors: z.array(
    z.object({
      source: Currency,
      target: Currency,
      count: Count,
      sourceAmount: Total,
      targetAmount: Total,
      averageRate: z.number(),
      midRate: z.number().nullable().meta({ description: "The mid-market rate that the service has now; null for a currency without one" }),
      margin: Rate.nullable(),
    }),
  ),
})

const parts = [
  Consolidated,
  MonthByMonth,
  PayerBehavior,
  ByServices,
  CalendarByDay,
  Cancellations,
  CustomerPayments,
  CashVelocity,
  RevenueByService,
  ReceivablesForecast,
  FxCorridorMargin,
] as const
export type Part = z.output<(typeof parts)[number]>

/** With the converted totals it is the answer of the operation, see converted-schema.ts. */
export const PaymentIntentParts = z.object({ format: z.enum(formats), ...report(z.union(parts)) })

const Figures = z.object({ count: Count, amount: Total })
const byName = <const N extends string>(names: readonly N[]) =>
  z.object(Object.fromEntries(names.map(name => [name, Figures])) as Record<N, typeof Figures>)

export const TransactionStats = z
  .object(report(z.object({ byStatus: byName(transactionStatuses), byType: byName(transactionTypes) })))
  .meta({ id: "TransactionStats" })

const taxFigures = {
  rate: z.string().nullable().meta({ description: "A percentage as decimal text; null: lines that carry no tax", example: "19" }),
  code: z.string(),
  billed: Total.meta({ description: "The gross amount of the lines" }),
  net: Total,
  tax: Total,
  refunded: Total.meta({ description: "What was refunded of the gross amount" }),
  refundedTax: Total,
}
const TaxRows = z.array(z.object(taxFigures))

export const TaxStats = z
  .object(report(z.object({ rates: TaxRows, months: z.array(z.object({ month: Month, rates: TaxRows })) })))
  .meta({ id: "TaxStats" })

/** What the report calls payment intents without an order. */
export const noSource = "none"
export const reportedSources = [...sources, noSource] as const

export const SourceStats = z
  .object(
    report(
      z.object({
        sources: z.array(
          z.object({
            source: z.enum(reportedSources).meta({ description: "That of the order; none: the payment intent has no order" }),
            billed: Total,
            paid: Total,
            refunded: Total,
            net: Total,
            count: Count,
          }),
        ),
      }),
    ),
  )
  .meta({ id: "SourceStats" })

const owed = {
  owed: Total.meta({ description: "Earned by what was paid, less what was taken back" }),
  paid: Total.meta({ description: "Paid out" }),
  outstanding: Total.meta({ description: "Owed and not paid out" }),
  reversed: Total.meta({ description: "Taken back because payments were refunded or reversed" }),
}
export const SplitFigures = z.object({ ...owed, count: Count })

export const PaymentSplitStats = z
  .object(
    report(
      z.object({
        summary: SplitFigures,
        cohorts: z.array(z.object({ month: Month, ...SplitFigures.shape })),
        partners: z.array(z.object({ partnership: Id, name: z.string(), ...SplitFigures.shape })),
        teams: z.array(z.object({ team: Id.nullable(), name: z.string().nullable(), ...SplitFigures.shape })),
        reconciliation: z.object({
          ledger: Total.meta({ description: "What the ledger says was earned by the same splits" }),
          splits: Total,
          difference: Total,
        }),
      }),
    ),
  )
  .meta({ id: "PaymentSplitStats" })
