import { pageOf } from "../../kit/db/list-query.ts"
import { listing } from "../../kit/operation/operation.ts"
import { assertExactSums } from "../../kit/pure/exact-sums.ts"
import type { PartnerDebtsOf } from "./ports.ts"
import { Balance, balanceFilters, LedgerEntry, ledgerFilters } from "./schema.ts"
import { listEntries, readBalances } from "./store.ts"

export const ledgerOperations = (partnerDebts: PartnerDebtsOf) => [
  listing({
    route: "GET /v1/balances",
    noun: "balance",
    plural: "balances",
    summary: "List the balances of the tenant, by currency",
    needs: "transactions.view",
    filters: balanceFilters,
    item: Balance,
    run: async (ctx, query) => assertExactSums(pageOf(await readBalances(ctx, partnerDebts), query)),
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
