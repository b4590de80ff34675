import { listing, nothing, operation } from "../kit/operation.ts"
import { wholeList } from "../kit/page.ts"
import { Balance, LedgerEntry, ledgerFilters, LedgerReport } from "../ledger/schema.ts"
import { listEntries, readSums } from "../ledger/store.ts"
import { balancesOf } from "./rules.ts"
import { verify } from "./verify.ts"

export const bookOperations = [
  listing({
    route: "GET /v1/balances",
    noun: "balance",
    plural: "balances",
    summary: "What the tenant has and owes, by currency",
    needs: "transactions.view",
    filters: {},
    item: Balance,
    run: async (ctx, query) => wholeList(balancesOf(await readSums(ctx)), query),
  }),

  listing({
    route: "GET /v1/ledger/entries",
    noun: "ledgerEntry",
    plural: "ledgerEntries",
    summary: "The books: every movement of money as debits and credits, newest first",
    needs: "transactions.view",
    filters: ledgerFilters,
    item: LedgerEntry,
    run: listEntries,
  }),

  operation({
    route: "GET /v1/ledger/verify",
    noun: "ledgerReport",
    summary: "Recompute every balance, status, payment and split from the books and name each difference",
    needs: "audit.view",
    effect: "read",
    input: nothing,
    output: LedgerReport,
    run: verify,
  }),
]
