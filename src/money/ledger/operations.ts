import { pageOf } from "../../kit/db/list-query.ts"
import { listing } from "../../kit/operation/operation.ts"
import { assertExactSums } from "../../kit/pure/exact-sums.ts"
import { assertPast } from "../../platform/audit/as-of.ts"
import type { BalanceHistory, PartnerDebtsOf } from "./ports.ts"
import { Balance, balanceFilters, LedgerEntry, ledgerFilters } from "./schema.ts"
import { listEntries, readBalances, readBalancesThen } from "./store.ts"

export const ledgerOperations = (partnerDebts: PartnerDebtsOf, history: BalanceHistory) => [
  listing({
    route: "GET /v1/balances",
    noun: "balance",
    plural: "balances",
    summary: "List the balances of the tenant, by currency, now or as they were known at an earlier time",
    needs: "transactions.view",
    filters: balanceFilters,
    item: Balance,
    async run(ctx, { asOf, ...query }) {
      if (asOf !== undefined) assertPast(ctx, asOf)
      const balances = await (asOf === undefined ? readBalances(ctx, partnerDebts) : readBalancesThen(ctx, partnerDebts, history, asOf))
      return assertExactSums(pageOf(balances, query))
    },
  }),

  listing({
    route: "GET /v1/ledger/entries",
    noun: "ledgerEntry",
    plural: "ledgerEntries",
    summary: "List ledger entries, every movement of money as debits and credits, newest first",
    needs: "transactions.view",
    filters: ledgerFilters,
    item: LedgerEntry,
    run: listEntries,
  }),
]
