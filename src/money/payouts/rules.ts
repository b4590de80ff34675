import { recipientTypeOf } from "../../parties/partnerships/rules.ts"
import { dayMs, hourMs } from "../../kit/pure/calendar.ts"
import { asNumber, floor, multiply, significant } from "../../kit/pure/decimal.ts"
import { exponent, sum } from "../../kit/pure/money.ts"
import { transitions } from "../../kit/pure/transitions.ts"
import { midOf, rateDigits, type Rates } from "../rates/fx.ts"
import { rateProblem } from "../rates/errors.ts"
import type { PaymentSplitRow } from "../payment-splits/store.ts"
import { paymentFileProblem, payoutProblem } from "./errors.ts"
import type { Allocation, Fx, NewPayout } from "./schema.ts"
import type { PayoutStatus } from "./values.ts"

/** Which statuses may follow a status. The store asserts them. */
export const canFollow = {
  draft: ["pending-approval", "processing", "canceled"],
  "pending-approval": ["processing", "rejected", "canceled"],
  processing: ["paid", "failed", "canceled"], // only a payout that waits for its file can be canceled
  paid: ["returned", "processing"], // processing again once a person has undone the match that confirmed it
  failed: [],
  returned: [],
  canceled: [],
  rejected: [],
} satisfies Record<PayoutStatus, PayoutStatus[]>

export const assertCanFollow = transitions<PayoutStatus>("a payout", canFollow)

/** Whether its money is set aside: neither sent nor free again. */
export const isReserved = (status: PayoutStatus) => status === "draft" || status === "pending-approval" || status === "processing"

/** A payout by bank file is sent once its file is. */
type State = { status: PayoutStatus; method: string; number: string; file_id: string | null; sent_at: Date | null }

const isByFile = ({ method }: Pick<State, "method">) => method === "bank-file"

/** When a payout that starts now is sent: at once, or with its file. */
export const sentAt = (payout: Pick<State, "method">, now: Date): Date | null => (isByFile(payout) ? null : now)

function assertStatus({ status }: Pick<State, "status">, action: string, ...allowed: PayoutStatus[]) {
  if (!allowed.includes(status)) throw payoutProblem("PAY-2002", { status, action, allowed: allowed.join(", ") })
}

export const assertSendable = (payout: State) => assertStatus(payout, "sent", "draft")

/** A payout by bank file can also be canceled while no file holds it. */
export function assertCancelable(payout: State) {
  if (!isByFile(payout) || payout.status !== "processing") return assertStatus(payout, "canceled", "draft", "pending-approval")
  if (payout.file_id !== null) throw paymentFileProblem("PFL-2002", { payout: payout.number, file: payout.file_id, action: "canceled" })
}

export const assertReleasable = (payout: State) => assertStatus(payout, "approved", "pending-approval")

/** Users confirm or fail what they send by hand or with a file to their bank; the gateway reports the outcome of all others. */
export const assertConfirmable = (payout: State) => assertByHand(payout, "confirmed", "processing")
export const assertFailable = (payout: State) => assertByHand(payout, "failed", "processing", "paid")

function assertByHand(payout: State, action: string, ...allowed: PayoutStatus[]) {
  if (payout.method === "manual" || isByFile(payout)) {
    assertStatus(payout, action, ...allowed)
    return assertSent(payout, action)
  }
  const details = {
    status: `${payout.status} at a gateway`,
    action,
    allowed: `${allowed.join(" and ")} ones with method manual or bank-file`,
  }
  throw payoutProblem("PAY-2002", details)
}

function assertSent(payout: State, action: string) {
  if (isByFile(payout) && payout.sent_at === null) throw paymentFileProblem("PFL-2001", { action })
}

export function assertCanFail(payout: State, outcome: "failed" | "returned" | undefined) {
  if (outcome === "failed") assertStatus(payout, "failed", "processing")
  else if (outcome === "returned") assertStatus(payout, "returned", "paid")
  else assertStatus(payout, "failed", "processing", "paid")
  assertSent(payout, "failed")
}

type Account = { country: string; currency: string; hasIban: boolean }

/** Files send euro to IBANs and dollars to US accounts, and convert nothing. */
export function assertFitsFiles({ country, currency, hasIban }: Account, payout: { currency: string }) {
  const fits = currency === payout.currency && (hasIban ? currency === "EUR" : country === "US" && currency === "USD")
  if (!fits) throw payoutProblem("PAY-1008", { currency: payout.currency, country })
}

type Recipient = Pick<NewPayout, "recipientType" | "amount" | "splits"> & { partnership?: string | undefined }

/** Checks that the fields fit the type of the recipient. */
export function assertRecipient({ recipientType, partnership, amount, splits }: Recipient) {
  const isSelf = recipientType === "self"
  if (isSelf && partnership !== undefined)
    throw payoutProblem("PAY-1002", { recipientType, reason: "a payout to yourself names no partnership" })
  if (!isSelf && partnership === undefined) throw payoutProblem("PAY-1002", { recipientType, reason: "name the partnership that is paid" })
  if (isSelf && (splits !== undefined || amount === undefined))
    throw payoutProblem("PAY-1002", { recipientType, reason: "a payout to yourself takes an amount and no splits" })
  if (!isSelf && (splits === undefined) === (amount === undefined)) throw payoutProblem("PAY-1001")
}

export function assertRecipientType(recipientType: string, partnership: { kind: string; name: string } | undefined) {
  const expected = partnership && recipientTypeOf(partnership)
  if (partnership && recipientType !== expected)
    throw payoutProblem("PAY-1002", { recipientType, reason: `${partnership.name} is of the kind ${partnership.kind}; use ${expected}` })
}

export function assertAvailable(available: number, { amount, currency }: { amount: number; currency: string }) {
  if (amount > available) throw payoutProblem("PAY-2001", { available: Math.max(0, available), amount, currency })
}

type Split = Pick<PaymentSplitRow, "id" | "partnership_id" | "currency" | "status" | "accrued" | "paid_out">

/** What a split has earned and not been paid; negative when the partner owes it back. */
const outstandingOf = ({ accrued, paid_out }: Split) => accrued - paid_out
export const totalOf = (splits: readonly Split[]) => sum(splits.map(outstandingOf))
export const debtOf = (debts: readonly Split[]) => (debts.length === 0 ? 0 : -totalOf(debts))

/** Whether more was paid out than is earned now, and no payout nets the difference yet. */
export const isDebt = (split: Split) => outstandingOf(split) < 0 && split.status !== "scheduled"

/** The first splits that together reach the amount. */
export function covering<S extends Split>(splits: readonly S[], amount: number): S[] {
  let left = amount
  const count = splits.findIndex(split => (left -= outstandingOf(split)) <= 0)
  return count === -1 ? [...splits] : splits.slice(0, count + 1)
}

export function assertDue(split: Split, partnership: string, currency: string) {
  const { id, status } = split
  if (split.partnership_id !== partnership || split.currency !== currency) throw payoutProblem("PAY-2004", { split: id, currency })
  if (status !== "due") throw payoutProblem("PAY-2003", { split: id, status })
}

/** Why the sending of a payout can't be taken back any more: later facts depend on it. */
export function whyNotUndone(payout: { id: string; status: PayoutStatus; fees: number }, splits: readonly Scheduled[]): string | undefined {
  if (payout.status !== "paid") return `it is ${payout.status}`
  if (payout.fees > 0) return "the bank took a fee for it"
  if (splits.some(({ payout_id, status }) => payout_id !== payout.id || status === "scheduled"))
    return "a later payout has one of its splits"
  const isGone = splits.some(({ status }) => status === "pending" || status === "canceled")
  return isGone ? "a payment that it shares was taken back since" : undefined
}
type Scheduled = Pick<PaymentSplitRow, "status" | "payout_id">

/** All of the given splits, less every debt. */
export function allocateSplits(due: readonly Split[], debts: readonly Split[], currency: string): Allocation[] {
  const [debt, total] = [debtOf(debts), totalOf(due)]
  if (Number.isNaN(total - debt)) throw payoutProblem("PAY-1007", { splits: due.length + debts.length })
  if (total <= debt) throw payoutProblem("PAY-2005", { debt, due: total, currency })
  return [...due, ...debts].map(split => ({ paymentSplit: split.id, amount: outstandingOf(split) }))
}

/** Takes splits in their order until the amount is left after every debt. The last split may be paid in part. */
export function allocateAmount(due: readonly Split[], debts: readonly Split[], money: { amount: number; currency: string }): Allocation[] {
  const debt = debtOf(debts)
  if (Number.isNaN(debt)) throw payoutProblem("PAY-1007", { splits: debts.length })
  assertAvailable(totalOf(due) - debt, money)
  let left = money.amount + debt
  const parts = due.map(split => {
    const amount = Math.min(left, outstandingOf(split))
    left -= amount
    return { paymentSplit: split.id, amount }
  })
  return [...parts.filter(({ amount }) => amount > 0), ...debts.map(split => ({ paymentSplit: split.id, amount: outstandingOf(split) }))]
}

/** Whether a split still covers what a payout was created to pay or to net. */
export function assertStillCovered({ paymentSplit, amount }: Allocation, split: Split) {
  const outstanding = outstandingOf(split)
  const isCovered = amount > 0 ? outstanding >= amount : outstanding <= amount
  if (!isCovered) throw payoutProblem("PAY-2006", { split: paymentSplit })
}

export const debtNettedIn = (allocations: readonly Allocation[]) => allocations.reduce((debt, { amount }) => debt + Math.max(0, -amount), 0)

/** What arrives in another currency, by the mid-market rate, rounded down to the minor unit. */
export function convert(rates: Rates, amount: number, sourceCurrency: string, targetCurrency: string): Fx {
  for (const currency of [sourceCurrency, targetCurrency])
    if (!Object.hasOwn(rates.rates, currency))
      throw rateProblem("FXR-1001", { parameter: "currency", currency, served: Object.keys(rates.rates).sort().join(", ") })
  const rate = significant(midOf(rates, { sourceCurrency, targetCurrency }), rateDigits)
  const units = { numerator: 10n ** BigInt(exponent(targetCurrency)), denominator: 10n ** BigInt(exponent(sourceCurrency)) }
  const targetAmount = Number(floor(multiply(multiply(rate, units), { numerator: BigInt(amount), denominator: 1n })))
  if (targetAmount < 1 || !Number.isSafeInteger(targetAmount))
    throw payoutProblem("PAY-1006", { amount, currency: sourceCurrency, target: targetCurrency })
  return { rate: asNumber(rate), targetAmount }
}

/** Without an exchange a payout takes its amount, and nothing else. */
export function assertExchanged({ amount, fx, currency }: { amount: number; fx: Fx | null; currency: string }, charged = amount) {
  if (fx === null && charged !== amount) throw payoutProblem("PAY-1009", { amount, currency, charged })
}

/** How long until a payout of this age is looked up again: seconds at first, an hour after a day. */
export const nextLookUpDelayMs = (ageMs: number) => Math.min(hourMs, Math.max(30_000, ageMs / 24))

/** How long an unreachable gateway is tried. After that, a payout that the gateway does not have has failed. */
export const giveUpAfterMs = dayMs
