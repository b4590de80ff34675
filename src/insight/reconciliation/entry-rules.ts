import type { BankTransferRow } from "../../money/bank-transfers/store.ts"
import { moneyOf } from "../../money/disputes/rules.ts"
import { movedBy as movedInDispute } from "../../money/disputes/settlement-rules.ts"
import type { DisputeRow } from "../../money/disputes/store.ts"
import {
  cashAccount,
  contestedAccount,
  creditAccount,
  disputesAccount,
  exchangeAccount,
  exchangeDifferenceAccount,
  feesAccount,
  holderOf,
  net,
  partnershipIn,
  payableAccount,
  receivedAccount,
  refundsAccount,
  reservedAccount,
  shortfallAccount,
  sharesAccount,
  unallocatedAccount,
  withdrawnAccount,
} from "../../money/ledger/rules.ts"
import type { WithdrawalRow } from "../../money/gateway-connections/withdrawals-store.ts"
import type { EntryKind } from "../../money/ledger/schema.ts"
import type { EntryRow } from "../../money/ledger/store.ts"
import type { PaymentSplitRow } from "../../money/payment-splits/store.ts"
import { isReserved } from "../../money/payouts/rules.ts"
import type { PayoutRow } from "../../money/payouts/store.ts"
import { movedBy } from "../../money/transactions/rules.ts"
import { sourceOf } from "../../money/transactions/settle.ts"
import type { StoredSettlement } from "../../money/transactions/settlement-rules.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import { isId, timeOf } from "../../kit/pure/id.ts"
import { add, compare, type Difference } from "./rules.ts"

/** The ledger entries that an object must have: their kinds, and what they add to each account, credits less debits. */
type Expected = {
  type: string
  currency: string
  kinds: readonly (readonly EntryKind[])[] | undefined
  nets: [account: string, n: number][]
  /** What a provider has settled in another currency. */
  settled?: { currency: string; nets: Expected["nets"] } | undefined
}

/** What left the gateway's balance, or came into it, and what the gateway made of it. `amount` is signed. */
type Moved = { amount: number; currency: string; settlement: Pick<StoredSettlement, "net" | "fee" | "currency"> | null }

const totalOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

export function transactionEntries(row: TransactionRow): Expected {
  const { contact_id, amount, fee, allocations, status, currency } = row
  const holder = holderOf(row)
  const expected = { type: "transaction", currency }
  const fees = (account: string): Expected["nets"] =>
    fee > 0
      ? [
          [feesAccount(holder ?? "own"), -fee],
          [account, fee],
        ]
      : []
  const exchange = exchangeEntries({ ...row, amount: movedBy(row) }, holder ?? "own")
  const settled = exchange && { currency: exchange.currency, nets: exchange.arrived }
  if (row.refund_of !== null) {
    const taken = [...fees(sourceOf(row)), ...(exchange?.left ?? [])]
    if (status === "reversed") return { ...expected, kinds: [["refund", "refund-failure"]], nets: taken, settled }
    const parts = allocations.map((part): Expected["nets"][number] => [refundsAccount(part.paymentIntent), -part.amount])
    return { ...expected, kinds: [["refund"]], nets: [[sourceOf(row), amount], ...parts, ...taken], settled }
  }
  const taken = [...fees(cashAccount(holder)), ...(exchange?.left ?? [])]
  if (status === "reversed") return { ...expected, kinds: [["charge", "reversal"]], nets: taken, settled }
  if (status !== "succeeded") return { ...expected, kinds: [[]], nets: [] }
  const parts = allocations.map((part): Expected["nets"][number] => [receivedAccount(part.paymentIntent), part.amount])
  const surplus: Expected["nets"][number] = [creditAccount(contact_id), amount - totalOf(allocations)]
  return { ...expected, kinds: [["charge"]], nets: [[sourceOf(row), -amount], ...parts, surplus, ...taken], settled }
}

/** Money that was settled in another currency left its own, and arrived there less the fee. That of a refund went the other way. */
function exchangeEntries({ amount, currency, settlement }: Moved, holder: string) {
  if (settlement === null || settlement.currency === currency) return undefined
  const { net: left, fee } = settlement
  const leaving: Expected["nets"] = [
    [exchangeAccount(holder), -amount],
    [cashAccount(holder), amount],
  ]
  const arrived: Expected["nets"] = [
    [exchangeAccount(holder), left + fee],
    [cashAccount(holder), -left],
    [feesAccount(holder), -fee],
  ]
  return { currency: settlement.currency, left: leaving, arrived }
}

/** A transfer that named its payment intent has no entries: its transaction has them. */
export function transferEntries({ amount, currency, gateway, connection_id, status }: BankTransferRow): Expected {
  const expected = { type: "bankTransfer", currency }
  if (status !== "unallocated") return { ...expected, kinds: [[], ["allocation", "transfer"]], nets: [] }
  return {
    ...expected,
    kinds: [["transfer"]],
    nets: [
      [cashAccount(connection_id ?? gateway), -amount],
      [unallocatedAccount, amount],
    ],
  }
}

const payoutKinds: Record<"live" | "paid" | "returned" | "ended", readonly EntryKind[]> = {
  live: ["payout-reserve"],
  paid: ["payout", "payout-reserve"],
  returned: ["payout", "payout-reserve", "payout-return"],
  ended: ["payout-release", "payout-reserve"],
}

export function payoutEntries({ id, amount, fees, exchange_difference, currency, gateway, status, partnership_id }: PayoutRow): Expected {
  const from = partnership_id === null ? withdrawnAccount : payableAccount(partnership_id)
  const state = isReserved(status) ? "live" : status === "paid" || status === "returned" ? status : "ended"
  const moved = { live: reservedAccount(id), paid: cashAccount(gateway), returned: from, ended: from }[state]
  const taken: Expected["nets"] =
    fees > 0
      ? [
          [feesAccount(gateway ?? "own"), -fees],
          [cashAccount(gateway), fees],
        ]
      : []
  const exchanged: Expected["nets"] =
    exchange_difference === 0
      ? []
      : [
          [exchangeDifferenceAccount, -exchange_difference],
          [cashAccount(gateway), exchange_difference],
        ]
  const kinds = [...payoutKinds[state], ...(exchange_difference === 0 ? [] : (["payout-exchange"] as const))].toSorted()
  return { type: "payout", currency, kinds: [kinds], nets: [[from, -amount], [moved, amount], ...taken, ...exchanged] }
}

/** A dispute may be decided several times, so only the final place of its money is checked. */
export function disputeEntries(row: DisputeRow): Expected {
  const { id, amount, fees, currency, allocations, contact_id, credit_taken } = row
  const holder = row.connection_id ?? row.gateway
  const taken: Expected["nets"] =
    fees > 0
      ? [
          [feesAccount(holder), -fees],
          [cashAccount(holder), fees],
        ]
      : []
  const lost: Expected["nets"] = [
    [cashAccount(holder), amount],
    ...allocations.map((part): Expected["nets"][number] => [disputesAccount(part.paymentIntent), -part.amount]),
    [creditAccount(contact_id), -credit_taken],
    [shortfallAccount(contact_id), credit_taken + totalOf(allocations) - amount],
  ]
  const reserved: Expected["nets"] = [
    [contestedAccount(id), -amount],
    [reservedAccount(id), amount],
  ]
  const nets = { reserved, gone: lost, back: [] }[moneyOf(row)]
  const exchange = exchangeEntries(movedInDispute(row), holder)
  const settled = exchange && { currency: exchange.currency, nets: exchange.arrived }
  return { type: "dispute", currency, kinds: undefined, nets: [...nets, ...taken, ...(exchange?.left ?? [])], settled }
}

/** One whose failure was reported first has no entries. */
export function withdrawalEntries({ amount, currency, status, ...row }: WithdrawalRow): Expected {
  const expected = { type: "gatewayWithdrawal", currency }
  if (status === "failed") return { ...expected, kinds: [[], ["withdrawal", "withdrawal-return"]], nets: [] }
  const nets: Expected["nets"] = [
    [cashAccount(null), -amount],
    [cashAccount(holderOf(row)), amount],
  ]
  return { ...expected, kinds: [["withdrawal"]], nets }
}

export function splitEntries({ payment_intent_id, partnership_id, currency, accrued }: PaymentSplitRow): Expected {
  const nets: Expected["nets"] = [
    [sharesAccount(payment_intent_id), -accrued],
    [payableAccount(partnership_id), accrued],
  ]
  return { type: "paymentSplit", currency, kinds: undefined, nets }
}

/** The differences between an object and its entries. Entries of another type with the same id belong to another object. */
export function compareEntries(id: string, { type, currency, kinds, nets, settled }: Expected, all: readonly EntryRow[]): Difference[] {
  const entries = all.filter(entry => entry.source_type === type)
  const [expected, found] = [new Map<string, bigint>(), new Map<string, bigint>()]
  /** Only what was settled in another currency names it. */
  const named = (account: string, of: string) => (of === currency ? account : `${account} ${of}`)
  for (const [account, n] of nets) add(expected, account, n)
  for (const [account, n] of settled?.nets ?? []) add(expected, named(account, settled!.currency), n)
  for (const entry of entries)
    for (const posting of entry.postings) add(found, named(accountOf(type, posting.account), entry.currency), net(posting))
  const accounts = [...new Set([...expected.keys(), ...found.keys()])]
  const kindsFound = withoutUndone(entries.map(entry => entry.kind))
    .filter(kind => kind !== "settlement") // a provider may correct a settlement, so only what they add up to is expected
    .toSorted()
    .join(", ")
  const allowed = kinds?.map(each => each.join(", ")) ?? [kindsFound]
  const strangers = entries.filter(entry => entry.currency !== currency && entry.kind !== "settlement")
  return [
    ...(allowed.includes(kindsFound) ? [] : compare(id, "ledger entries", allowed[0] || "none", kindsFound || "none")),
    ...accounts.flatMap(account => compare(id, `ledger ${account}`, expected.get(account) ?? 0, found.get(account) ?? 0)),
    ...strangers.flatMap(entry => compare(id, `currency of ledger entry ${entry.id}`, currency, entry.currency)),
  ]
}

/** A confirmation that was undone stands for nothing, and one that was booked again stands for the first. */
function withoutUndone(kinds: readonly EntryKind[]): EntryKind[] {
  const countOf = (kind: EntryKind) => kinds.filter(each => each === kind).length
  const confirming = (["charge", "payout"] as const).flatMap(kind =>
    Array<EntryKind>(Math.max(0, countOf(kind) + countOf(`${kind}-again`) - countOf(`${kind}-undone`))).fill(kind),
  )
  return [...kinds.filter(kind => !/^(charge|payout)(-undone|-again)?$/.test(kind)), ...confirming]
}

/** When a payment is reversed, credit that the contact already spent is booked as a shortfall of the tenant. */
const accountOf = (type: string, account: string) => (type === "transaction" ? account.replace(/^shortfall:/, "credit:") : account)

/** Checks an entry by itself. The account that it changes decides whose statement shows it. */
export function checkEntry({ id, postings, partnership_id, created_at }: EntryRow): Difference[] {
  const sum = postings.reduce((all, posting) => all + BigInt(net(posting)), 0n)
  const seconds = (ms: number) => Math.floor(ms / 1000)
  return [
    ...compare(id, "debits less credits", 0, -sum),
    ...compare(id, "partnership", partnershipIn(postings) ?? "none", partnership_id ?? "none"),
    ...(isId(id) ? compare(id, "second of its creation", seconds(timeOf(id)), seconds(created_at.getTime())) : []),
  ]
}
