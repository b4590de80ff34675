import { type BankTransferRow, transfersAfter } from "../bank-transfers/store.ts"
import type { Context } from "../kit/context.ts"
import { atOneMoment, type Query } from "../kit/db.ts"
import type { LedgerReport } from "../ledger/schema.ts"
import { entriesAfter, type EntryRow, type Sum, sumsOf } from "../ledger/store.ts"
import { type PaymentIntentRow, paymentIntentsAfter } from "../payment-intents/store.ts"
import { type PaymentSplitRow, paymentSplitsAfter } from "../payment-splits/store.ts"
import { type TransactionRow, transactionsAfter } from "../transactions/store.ts"
import {
  checkIntent,
  checkPlans,
  checkPromises,
  checkSplit,
  checkSums,
  checkTransaction,
  checkTransfer,
  checkUnallocated,
  emptyBooks,
  readEntry,
} from "./rules.ts"

/** More are not told: the first hundred say what is wrong. */
const toldMost = 100

/** Recomputes everything from the entries, at one moment, and names each difference. Payments go on meanwhile. */
export async function verify({ tenant, now }: Context): Promise<LedgerReport> {
  return atOneMoment([tenant.id], async ask => {
    const books = emptyBooks()
    const differences: LedgerReport["differences"] = []
    let checked = 0
    const each = async <Row extends { id: string }>(
      after: (tenant: string, id: string) => Query,
      look: (row: Row) => LedgerReport["differences"],
    ) => {
      let rows: Row[]
      for (let last = ""; (rows = await ask<Row>(after(tenant.id, last))).length > 0; last = rows.at(-1)!.id)
        for (const row of rows) {
          checked++
          differences.push(...look(row))
        }
    }
    await each<EntryRow>(entriesAfter, row => (readEntry(books, row), []))
    await each<PaymentIntentRow>(paymentIntentsAfter, row => checkIntent(books, row, now))
    differences.push(...checkPlans(books))
    await each<TransactionRow>(transactionsAfter, row => checkTransaction(books, row))
    await each<BankTransferRow>(transfersAfter, row => checkTransfer(books, row))
    await each<PaymentSplitRow>(paymentSplitsAfter, row => checkSplit(books, row))
    differences.push(...checkPromises(books), ...checkUnallocated(books), ...checkSums(books, await ask<Sum>(sumsOf(tenant.id))))
    return { ok: differences.length === 0, checked, differences: differences.slice(0, toldMost) }
  })
}
