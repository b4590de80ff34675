import type { Output } from "../../client.ts"

/** The answers of the API's reports. That on payment intents has several formats. */
export type PaymentAnswer = Output<"GET /v1/analytics/payment-intents">
export type Part = PaymentAnswer["byCurrency"][string]
export type Consolidated = Extract<Part, { averageTicket: number }>
export type MonthByMonth = Extract<Part, { months: unknown[] }>
export type PayerBehavior = Extract<Part, { topLate: unknown[] }>
export type ByServices = Extract<Part, { services: { billed: number }[] }>
export type CalendarByDay = Extract<Part, { days: unknown[] }>
export type Cancellations = Extract<Part, { byReason: unknown[] }>
export type CustomerPayments = Extract<Part, { customers: unknown[] }>
export type CashVelocity = Extract<Part, { histogram: unknown[] }>
export type RevenueByService = Extract<Part, { services: { revenue: number }[] }>
export type ReceivablesForecast = Extract<Part, { buckets: unknown[] }>
export type FxCorridorMargin = Extract<Part, { corridors: unknown[] }>
export type TransactionStats = Output<"GET /v1/analytics/transactions">["byCurrency"][string]
export type PaymentSplitStats = Output<"GET /v1/analytics/payment-splits">["byCurrency"][string]
export type SourceStats = Output<"GET /v1/analytics/sources">["byCurrency"][string]

export type Revenue = Output<"GET /v1/analytics/revenue">["byCurrency"][string]

export type AnyPart = Part | TransactionStats | PaymentSplitStats | SourceStats | Revenue
/** The fields that every answer has. */
export type Answer = Omit<PaymentAnswer, "format" | "byCurrency"> & { byCurrency: Record<string, AnyPart> }
