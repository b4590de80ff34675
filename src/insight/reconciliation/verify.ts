import { readReport } from "../../kit/db/replica-reads.ts"
import type { Context } from "../../kit/db/context.ts"
import { rollUpDifferences } from "../analytics/roll-up-store.ts"
import { type BankTransferRow, transfersAfter } from "../../money/bank-transfers/store.ts"
import { type DisputeRow, disputesAfter } from "../../money/disputes/store.ts"
import { type WithdrawalRow, withdrawalsAfter } from "../../money/gateway-connections/withdrawals-store.ts"
import type { BalanceSum } from "../../money/ledger/rules.ts"
import type { LedgerReport } from "../../money/ledger/schema.ts"
import { balanceSums, type EntryRow } from "../../money/ledger/store.ts"
import { amountOwed } from "../../money/payment-intents/rules.ts"
import { paymentIntentsAfter, type VerifiedIntent } from "../../money/payment-intents/store.ts"
import { type PaymentSplitRow, paymentSplitsAfter } from "../../money/payment-splits/store.ts"
import { type PayoutRow, payoutsAfter } from "../../money/payouts/store.ts"
import { type RefundIntentRow, refundIntentsAfter } from "../../money/refund-intents/store.ts"
import { type SubscriptionRow, subscriptionsAfter } from "../../money/subscriptions/store.ts"
import { type TransactionRow, transactionsAfter } from "../../money/transactions/store.ts"
import { type Collector, collector } from "./collector.ts"
import { checkDispute } from "./dispute-rules.ts"
import {
  checkEntry,
  compareEntries,
  disputeEntries,
  payoutEntries,
  splitEntries,
  transactionEntries,
  transferEntries,
  withdrawalEntries,
} from "./entry-rules.ts"
import { checkDisputeLinks, checkPaymentLinks, checkRefundLinks, checkTransferLinks } from "./link-rules.ts"
import { checkPayout } from "./payout-rules.ts"
import {
  add,
  checkInstallment,
  checkIntent,
  checkIntentFacts,
  checkRefund,
  checkStoredSums,
  checkTransaction,
  checkUnallocated,
} from "./rules.ts"
import { checkSplit, checkSplitStatus } from "./split-rules.ts"
import { countDifferences, entriesOfDeletedSplits, missingCounterparts, planForManyRows } from "./store.ts"
import { checkSubscription } from "./subscription-rules.ts"
import { counterDifferences, intentDifferences, ledgerBalances, planDifferences, splitDifferences } from "./sums-store.ts"

/** Sums by currency, which are few. Sums by object are compared in the database. */
type State = {
  /** Receivables, and payments in flight. */
  sums: Map<string, bigint>
  unallocated: Map<string, bigint>
  /** Of the ledger, by currency and account class. */
  balances: Map<string, bigint>
  now: Date
}

/**
 * Recomputes everything from the ledger entries, in one snapshot, and lists each difference. Payments continue meanwhile. Rows are read in
 * batches and each with its own entries, so memory does not grow with their number.
 */
export async function verify({ tenant, now }: Context): Promise<LedgerReport> {
  return readReport([tenant.id], async read => {
    await read(planForManyRows)
    const found = collector(read, tenant.id)
    const balances = await read<{ name: string; n: string }>(ledgerBalances(tenant.id))
    const state = {
      sums: new Map<string, bigint>(),
      unallocated: new Map<string, bigint>(),
      balances: new Map(balances.map(({ name, n }) => [name, BigInt(n)])),
      now,
    }
    await checkIntents(found, state)
    await checkPayments(found, state)
    await checkMoneyBack(found)
    await checkTransfers(found, state)
    await checkMoneyOut(found)
    found.add(checkStoredSums(state.balances, state.sums, await read<BalanceSum>(balanceSums(tenant.id))))
    for (const statement of missingCounterparts(tenant.id)) await found.addUnnamedFrom(statement)
    for (const statement of rollUpDifferences(tenant.id, tenant.timezone))
      found.add((await read<{ what: string; expected: string; found: string }>(statement)).map(each => ({ object: "analytics", ...each })))
    // Rows that were named explain the counts. A count that differs alone means that a row without money is missing or has another status.
    if (found.report().ok) await found.addFrom(countDifferences(tenant.id))
    return found.report()
  })
}

async function checkIntents(found: Collector, { sums, now }: State) {
  await found.addFrom(intentDifferences(found.tenant))
  await found.forEachBatch<VerifiedIntent>(paymentIntentsAfter, async rows => {
    const plans = await found.intentsOf(rows.map(row => row.plan_id))
    for (const row of rows) {
      add(sums, `receivable ${row.currency}`, amountOwed(row))
      found.add(checkIntent(row, now), checkInstallment(row, plans))
      found.addUnnamed(checkIntentFacts(row))
    }
  })
  for (const statement of planDifferences(found.tenant)) await found.addFrom(statement)
  await found.forEachBatch<SubscriptionRow>(subscriptionsAfter, async rows => {
    const cycles = await found.cyclesOf(rows)
    for (const row of rows) found.add(checkSubscription(row, cycles.get(row.id) ?? []))
  })
}

async function checkPayments(found: Collector, { sums }: State) {
  await found.forEachBatch<TransactionRow>(transactionsAfter, async rows => {
    const entries = await entriesOf(found, "transaction", rows)
    const named = rows.flatMap(row => [row.payment_intent_id, ...row.allocations.map(part => part.paymentIntent)])
    const intents = await found.intentsOf(named)
    for (const row of rows) {
      const own = entries.get(row.id) ?? []
      if (row.status === "processing") add(sums, `in-flight ${row.currency}`, row.amount)
      found.add(checkTransaction(row, intents, own))
      found.addUnnamed([...checkPaymentLinks(row, intents, own), ...compareEntries(row.id, transactionEntries(row), own)])
    }
  })
}

/** The entries of a batch of objects, which are checked by themselves, too: every entry has one object. */
async function entriesOf(found: Collector, type: string, rows: readonly { id: string }[]) {
  const entries = await found.entriesOf(rows.map(({ id }) => id))
  for (const entry of [...entries.values()].flat()) if (entry.source_type === type) found.addChecked(checkEntry(entry))
  return entries
}

async function checkMoneyBack(found: Collector) {
  await found.forEachBatch<RefundIntentRow>(refundIntentsAfter, async rows => {
    const transactions = await found.transactionsOf(rows.flatMap(row => [row.transaction_id, row.refund_transaction_id]))
    const entries = await found.entriesOf(rows.flatMap(row => row.refund_transaction_id ?? []))
    for (const row of rows) {
      found.add(checkRefund(row, entries.get(row.refund_transaction_id ?? "") ?? []))
      found.addUnnamed(checkRefundLinks(row, transactions))
    }
  })
  await found.forEachBatch<DisputeRow>(disputesAfter, async rows => {
    const entries = await entriesOf(found, "dispute", rows)
    const transactions = await found.transactionsOf(rows.map(row => row.transaction_id))
    for (const row of rows) {
      const own = entries.get(row.id) ?? []
      found.add(checkDispute(row, own))
      found.addUnnamed([...checkDisputeLinks(row, transactions), ...compareEntries(row.id, disputeEntries(row), own)])
    }
  })
  for (const statement of counterDifferences(found.tenant)) await found.addFrom(statement)
}

async function checkTransfers(found: Collector, { balances, unallocated }: State) {
  await found.forEachBatch<BankTransferRow>(transfersAfter, async rows => {
    const entries = await entriesOf(found, "bankTransfer", rows)
    const transactions = await found.transactionsOf(rows.map(row => row.transaction_id))
    for (const row of rows) {
      if (row.status === "unallocated") add(unallocated, row.currency, row.amount)
      found.add(checkTransferLinks(row, transactions), compareEntries(row.id, transferEntries(row), entries.get(row.id) ?? []))
    }
  })
  found.add(checkUnallocated(balances, unallocated))
}

async function checkMoneyOut(found: Collector) {
  await found.forEachBatch<PayoutRow>(payoutsAfter, async rows => {
    const entries = await entriesOf(found, "payout", rows)
    for (const row of rows) {
      const own = entries.get(row.id) ?? []
      found.add(checkPayout(row, own))
      found.addUnnamed(compareEntries(row.id, payoutEntries(row), own))
    }
  })
  await found.forEachBatch<PaymentSplitRow>(paymentSplitsAfter, async rows => {
    const entries = await entriesOf(found, "paymentSplit", rows)
    const intents = await found.intentsOf(rows.map(row => row.payment_intent_id))
    for (const row of rows) {
      const own = entries.get(row.id) ?? []
      found.add(checkSplit(row, intents, own))
      found.addUnnamed([...checkSplitStatus(row), ...compareEntries(row.id, splitEntries(row), own)])
    }
  })
  for (const statement of splitDifferences(found.tenant)) await found.addFrom(statement)
  await found.forEachBatch<EntryRow>(entriesOfDeletedSplits, async rows => {
    for (const row of rows) found.add(checkEntry(row))
  })
  await found.forEachBatch<WithdrawalRow>(withdrawalsAfter, async rows => {
    const entries = await entriesOf(found, "gatewayWithdrawal", rows)
    for (const row of rows) found.add(compareEntries(row.id, withdrawalEntries(row), entries.get(row.id) ?? []))
  })
}
