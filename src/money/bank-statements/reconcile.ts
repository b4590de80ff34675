import type { Context } from "../../kit/db/context.ts"
import { ownHolder } from "../bank-transfers/values.ts"
import { findUnmatched } from "../bank-lines/store.ts"
import { findCash } from "../ledger/store.ts"
import type { Reconciliation } from "./schema.ts"
import { findBankBalance } from "./store.ts"

/** All own accounts of a currency are one account of the ledger, so their balances are compared as one. */
export async function reconcile(ctx: Context, currency: string): Promise<Reconciliation> {
  const [bank, cash, left] = await Promise.all([findBankBalance(ctx, currency), findCash(ctx, ownHolder), findUnmatched(ctx, currency)])
  const ledger = Number(cash.find(each => each.currency === currency)?.n ?? 0n)
  const sumOf = (...statuses: string[]) => {
    const rows = left.filter(({ status }) => statuses.includes(status))
    return { count: rows.reduce((all, { count }) => all + count, 0), amount: rows.reduce((all, { amount }) => all + Number(amount), 0) }
  }
  const difference = bank === null ? null : bank - ledger
  return { currency, bank, ledger, difference, waiting: sumOf("new", "suggested"), ignored: sumOf("ignored") }
}
