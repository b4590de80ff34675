import { type Query, readSnapshot } from "../../kit/db/query.ts"
import type { Context } from "../../kit/db/context.ts"
import { rollUpDifferences } from "../analytics/roll-up-store.ts"
import { type BankTransferRow, transfersAfter } from "../../money/bank-transfers/store.ts"
import { type DisputeRow, disputesAfter } from "../../money/disputes/store.ts"
import { type WithdrawalRow, withdrawalsAfter } from "../../money/gateway-connections/withdrawals-store.ts"
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
import { addPayoutEntry, checkPayables, checkPayout, checkSplitPayouts, emptyPayoutTotals } from "./payout-rules.ts"
import {
  addCredits,
  addEntry,
  addTransfer,
  checkCredits,
  checkIntent,
  checkIntentFacts,
  checkPlans,
  checkRefund,
  checkRefundCounters,
  checkStoredSums,
  checkTransaction,
  checkUnallocated,
  type Difference,
  emptyTotals,
} from "./rules.ts"
import { checkSplit, checkSplitCounters, checkSplitStatus } from "./split-rules.ts"
import { countDifferences, entriesOf, missingCounterparts, transactionsOf } from "./store.ts"
import { addCycle, checkSubscription, type RaisedCycles } from "./subscription-rules.ts"

type Read = <Row extends object>(statement: Query) => Promise<Row[]>
type After = (tenant: string, id: string) => Query
type EntriesOf = ReadonlyMap<string, EntryRow[]>

/** The report lists the first hundred; `ok` covers all. */
const maxDifferences = 100

/** Recomputes everything from the ledger entries, in one snapshot, and lists each difference. Payments continue meanwhile. */
export async function verify({ tenant, now }: Context): Promise<LedgerReport> {
  return readSnapshot([tenant.id], async read => {
    const state = { totals: emptyTotals(), payouts: emptyPayoutTotals(), disputes: emptyDisputeTotals(), now }
    const found = collector(read, tenant.id)
    await checkPayments(found, state)
    await checkMoneyBack(found, state)
    await checkMoneyOut(found, state)
    const { totals } = state
    found.add(checkSplitCounters(totals))
    found.add(checkStoredSums(totals, await read<BalanceSum>(balanceSums(tenant.id))))
    for (const statement of missingCounterparts(tenant.id)) found.addUnnamed(await read<Difference>(statement))
    for (const statement of rollUpDifferences(tenant.id, tenant.timezone))
      found.add((await read<Omit<Difference, "object">>(statement)).map(each => ({ object: "analytics", ...each })))
    // Rows that were named explain the counts. A count that differs alone means that a row without money is missing or has another status.
    if (found.report().ok) found.add(await read<Difference>(countDifferences(tenant.id)))
    return found.report()
  })
}

type State = {
  totals: ReturnType<typeof emptyTotals>
  payouts: ReturnType<typeof emptyPayoutTotals>
  disputes: ReturnType<typeof emptyDisputeTotals>
  now: Date
}
type Collector = ReturnType<typeof collector>

/** Reads tables in batches, counts their rows and collects the differences. */
function collector(read: Read, tenant: string) {
  const differences: Difference[] = []
  const named = new Set<string>()
  let checked = 0
  const add = (...lists: Difference[][]) => {
    for (const each of lists.flat()) {
      if (differences.length < maxDifferences) differences.push(each)
      named.add(each.object)
    }
  }
  const forEachBatch = async <Row extends { id: string }>(after: After, check: (rows: Row[]) => Promise<void>) => {
    let rows: Row[]
    for (let last = ""; (rows = await read<Row>(after(tenant, last))).length > 0; last = rows.at(-1)!.id) {
      checked += rows.length
      await check(rows)
    }
  }
  return {
    add,
    /** Skips objects that another check has already named. */
    addUnnamed: (list: Difference[]) => add(list.filter(({ object }) => !named.has(object))),
    forEachBatch,
    forEach: <Row extends { id: string }>(after: After, check: (row: Row) => Difference[] | void) =>
      forEachBatch<Row>(after, async rows => {
        for (const row of rows) add(check(row) ?? [])
      }),
    entriesOf: async (rows: readonly { id: string }[]): Promise<EntriesOf> =>
      Map.groupBy(
        await read<EntryRow>(
          entriesOf(
            tenant,
            rows.map(({ id }) => id),
          ),
        ),
        entry => entry.source_id,
      ),
    transactionsOf: async (ids: readonly (string | null)[]): Promise<ReadonlyMap<string, TransactionRow>> => {
      const rows = await read<TransactionRow>(
        transactionsOf(
          tenant,
          ids.filter(id => id !== null),
        ),
      )
      return new Map(rows.map(row => [row.id, row]))
    },
    report: (): LedgerReport => ({ ok: named.size === 0, checked, differences }),
  }
}

async function checkPayments(found: Collector, { totals, payouts, disputes, now }: State) {
  await found.forEach<EntryRow>(entriesAfter, row => {
    addEntry(totals, row)
    addPayoutEntry(payouts, row)
    addDisputeEntry(disputes, row)
    return checkEntry(row)
  })
  const cycles: RaisedCycles = new Map()
  await found.forEach<PaymentIntentRow>(paymentIntentsAfter, row => {
    found.add(checkIntent(totals, row, now), addCycle(cycles, row))
    found.addUnnamed(checkIntentFacts(totals, row))
  })
  await found.forEach<SubscriptionRow>(subscriptionsAfter, row => checkSubscription(cycles, row))
  found.add(checkPlans(totals))
  await found.forEachBatch<TransactionRow>(transactionsAfter, async rows => {
    const entries = await found.entriesOf(rows)
    for (const row of rows) {
      const own = entries.get(row.id) ?? []
      addDisputeCounter(disputes, row)
      found.add(checkTransaction(totals, row))
      found.addUnnamed([...checkPaymentLinks(row, totals.intents, own), ...compareEntries(row.id, transactionEntries(row), own)])
    }
  })
}

async function checkMoneyBack(found: Collector, { totals, disputes }: State) {
  await found.forEachBatch<RefundIntentRow>(refundIntentsAfter, async rows => {
    const transactions = await found.transactionsOf(rows.flatMap(row => [row.transaction_id, row.refund_transaction_id]))
    for (const row of rows) {
      found.add(checkRefund(totals, row))
      found.addUnnamed(checkRefundLinks(row, transactions))
    }
  })
  found.add(checkRefundCounters(totals))
  await found.forEachBatch<DisputeRow>(disputesAfter, async rows => {
    const [entries, transactions] = [await found.entriesOf(rows), await found.transactionsOf(rows.map(row => row.transaction_id))]
    for (const row of rows) {
      found.add(checkDispute(disputes, row))
      const own = compareEntries(row.id, disputeEntries(row), entries.get(row.id) ?? [])
      found.addUnnamed([...checkDisputeLinks(row, transactions), ...own])
    }
  })
  found.add(checkDisputeCounters(disputes))
  await found.forEach<Pick<ContactRow, "id" | "credit">>(creditsAfter, row => addCredits(totals, row))
  found.add(checkCredits(totals))
}

async function checkMoneyOut(found: Collector, { totals, payouts }: State) {
  const ofTransfers: Difference[] = []
  await found.forEachBatch<BankTransferRow>(transfersAfter, async rows => {
    const [entries, transactions] = [await found.entriesOf(rows), await found.transactionsOf(rows.map(row => row.transaction_id))]
    for (const row of rows) {
      addTransfer(totals, row)
      ofTransfers.push(...checkTransferLinks(row, transactions), ...compareEntries(row.id, transferEntries(row), entries.get(row.id) ?? []))
    }
  })
  found.add(checkUnallocated(totals), ofTransfers)
  await found.forEachBatch<PayoutRow>(payoutsAfter, async rows => {
    const entries = await found.entriesOf(rows)
    for (const row of rows) {
      found.add(checkPayout(payouts, row))
      found.addUnnamed(compareEntries(row.id, payoutEntries(row), entries.get(row.id) ?? []))
    }
  })
  await found.forEachBatch<PaymentSplitRow>(paymentSplitsAfter, async rows => {
    const entries = await found.entriesOf(rows)
    for (const row of rows) {
      found.add(checkSplit(totals, row), checkSplitPayouts(payouts, row))
      found.addUnnamed([...checkSplitStatus(row), ...compareEntries(row.id, splitEntries(row), entries.get(row.id) ?? [])])
    }
  })
  found.add(checkPayables(payouts))
  await found.forEachBatch<WithdrawalRow>(withdrawalsAfter, async rows => {
    const entries = await found.entriesOf(rows)
    for (const row of rows) found.add(compareEntries(row.id, withdrawalEntries(row), entries.get(row.id) ?? []))
  })
}
