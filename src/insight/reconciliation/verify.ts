import { type Query, readSnapshot } from "../../kit/db/query.ts"
import type { Context } from "../../kit/operation/context.ts"
import { rollUpDifferences } from "../analytics/roll-up-store.ts"
import { type BankTransferRow, transfersAfter } from "../../money/bank-transfers/store.ts"
import { type DisputeRow, disputesAfter } from "../../money/disputes/store.ts"
import type { BalanceSum } from "../../money/ledger/rules.ts"
import type { LedgerReport } from "../../money/ledger/schema.ts"
import { balanceSums, entriesAfter, type EntryRow } from "../../money/ledger/store.ts"
import { type PaymentIntentRow, paymentIntentsAfter } from "../../money/payment-intents/store.ts"
import { type PaymentSplitRow, paymentSplitsAfter } from "../../money/payment-splits/store.ts"
import { type RefundIntentRow, refundIntentsAfter } from "../../money/refund-intents/store.ts"
import { type PayoutRow, payoutsAfter } from "../../money/payouts/store.ts"
import { type SubscriptionRow, subscriptionsAfter } from "../../money/subscriptions/store.ts"
import { type TransactionRow, transactionsAfter } from "../../money/transactions/store.ts"
import { type ContactRow, creditsAfter } from "../../parties/contacts/store.ts"
import { addDisputeCounter, addDisputeEntry, checkDispute, checkDisputeCounters, emptyDisputeTotals } from "./dispute-rules.ts"
import { addPayoutEntry, checkPayables, checkPayout, checkSplitPayouts, emptyPayoutTotals } from "./payout-rules.ts"
import {
  addCredits,
  addEntry,
  addTransfer,
  checkCredits,
  checkIntent,
  checkPlans,
  checkRefund,
  checkRefundCounters,
  checkSplit,
  checkSplitCounters,
  checkStoredSums,
  checkTransaction,
  checkUnallocated,
  type Difference,
  emptyTotals,
} from "./rules.ts"
import { addCycle, checkSubscription, type RaisedCycles } from "./subscription-rules.ts"

/** The report lists the first hundred; `ok` covers all. */
const maxDifferences = 100

/** Recomputes everything from the ledger entries, in one snapshot, and lists each difference. Payments continue meanwhile. */
export async function verify({ tenant, now }: Context): Promise<LedgerReport> {
  return readSnapshot([tenant.id], async read => {
    const totals = emptyTotals()
    const payouts = emptyPayoutTotals()
    const disputes = emptyDisputeTotals()
    const differences: LedgerReport["differences"] = []
    let checked = 0
    const forEach = async <Row extends { id: string }>(
      after: (tenant: string, id: string) => Query,
      check: (row: Row) => LedgerReport["differences"] | void,
    ) => {
      let rows: Row[]
      for (let last = ""; (rows = await read<Row>(after(tenant.id, last))).length > 0; last = rows.at(-1)!.id)
        for (const row of rows) {
          checked++
          differences.push(...(check(row) ?? []))
        }
    }
    await forEach<EntryRow>(entriesAfter, row => {
      addEntry(totals, row)
      addPayoutEntry(payouts, row)
      addDisputeEntry(disputes, row)
    })
    const cycles: RaisedCycles = new Map()
    await forEach<PaymentIntentRow>(paymentIntentsAfter, row => [...checkIntent(totals, row, now), ...addCycle(cycles, row)])
    await forEach<SubscriptionRow>(subscriptionsAfter, row => checkSubscription(cycles, row))
    differences.push(...checkPlans(totals))
    await forEach<TransactionRow>(transactionsAfter, row => {
      addDisputeCounter(disputes, row)
      return checkTransaction(totals, row)
    })
    await forEach<RefundIntentRow>(refundIntentsAfter, row => checkRefund(totals, row))
    differences.push(...checkRefundCounters(totals))
    await forEach<DisputeRow>(disputesAfter, row => checkDispute(disputes, row))
    differences.push(...checkDisputeCounters(disputes))
    await forEach<Pick<ContactRow, "id" | "credit">>(creditsAfter, row => addCredits(totals, row))
    differences.push(...checkCredits(totals))
    await forEach<BankTransferRow>(transfersAfter, row => addTransfer(totals, row))
    await forEach<PayoutRow>(payoutsAfter, row => checkPayout(payouts, row))
    await forEach<PaymentSplitRow>(paymentSplitsAfter, row => [...checkSplit(totals, row), ...checkSplitPayouts(payouts, row)])
    differences.push(...checkPayables(payouts))
    const stored = await read<BalanceSum>(balanceSums(tenant.id))
    differences.push(...checkSplitCounters(totals), ...checkUnallocated(totals), ...checkStoredSums(totals, stored))
    for (const statement of rollUpDifferences(tenant.id, tenant.timezone))
      differences.push(...(await read<Omit<Difference, "object">>(statement)).map(each => ({ object: "analytics", ...each })))
    return { ok: differences.length === 0, checked, differences: differences.slice(0, maxDifferences) }
  })
}
