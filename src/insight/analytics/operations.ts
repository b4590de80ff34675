import { operation } from "../../kit/operation/operation.ts"
import { reportTable } from "./csv.ts"
import { paymentIntentStats, paymentSplitStats, transactionStats } from "./report.ts"
import {
  PaymentIntentStats,
  PaymentIntentStatsQuery,
  PaymentSplitStats,
  PaymentSplitStatsQuery,
  TransactionStats,
  TransactionStatsQuery,
} from "./schema.ts"

export const analyticsOperations = [
  operation({
    route: "GET /v1/analytics/payment-intents",
    label: "Report on payment intents",
    tool: "payment_intent_stats",
    toolNote: "Has a lower rate limit than other tools.",
    noun: "paymentIntentStats",
    summary: "What was billed, paid, refunded and canceled, and what is owed, in one of eleven formats, by currency in whole minor units",
    needs: "analytics.view",
    effect: "read",
    refuses: ["SMR-"],
    query: true,
    input: PaymentIntentStatsQuery,
    output: PaymentIntentStats,
    csv: reportTable,
    run: paymentIntentStats,
  }),

  operation({
    route: "GET /v1/analytics/transactions",
    label: "Report on transactions",
    tool: "transaction_stats",
    toolNote: "Has a lower rate limit than other tools.",
    noun: "transactionStats",
    summary: "How many charges and refunds there are and what they add up to, by status and by type, by currency in whole minor units",
    needs: "analytics.view",
    effect: "read",
    refuses: ["SMR-"],
    query: true,
    input: TransactionStatsQuery,
    output: TransactionStats,
    csv: reportTable,
    run: transactionStats,
  }),

  operation({
    route: "GET /v1/analytics/payment-splits",
    label: "Report on payment splits",
    tool: "payment_split_stats",
    toolNote: "Has a lower rate limit than other tools.",
    noun: "paymentSplitStats",
    summary: "What partners are owed, were paid and are still due, by month, partner and team, compared with the ledger",
    needs: "analytics.view",
    effect: "read",
    refuses: ["SMR-"],
    query: true,
    input: PaymentSplitStatsQuery,
    output: PaymentSplitStats,
    csv: reportTable,
    run: paymentSplitStats,
  }),
]
