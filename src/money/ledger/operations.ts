import { pageOf } from "../../kit/db/list-query.ts"
import { listing } from "../../kit/operation/operation.ts"
import type { FindPartnerDebts } from "./dependents.ts"
import { balancesOf } from "./rules.ts"
import { Balance, LedgerEntry, ledgerFilters } from "./schema.ts"
import { listEntries, readBalanceSums } from "./store.ts"

export const ledgerOperations = (findPartnerDebts: FindPartnerDebts) => [
  listing({
    route: "GET /v1/balances",
    noun: "balance",
    plural: "balances",
    summary: "List the balances of the tenant, by currency",
    needs: "transactions.view",
    filters: {},
    item: Balance,
    async run(ctx, query) {
      const [sums, debts] = await Promise.all([readBalanceSums(ctx), findPartnerDebts(ctx)])
      return pageOf(balancesOf(sums, debts), query)
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
