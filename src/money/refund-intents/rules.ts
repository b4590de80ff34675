import type { Approval } from "../../control/approvals/schema.ts"
import { dayMs, hourMs } from "../../kit/pure/calendar.ts"
import { describeSum, divideInProportion, sum } from "../../kit/pure/money.ts"
import { taxIn, type LineTax } from "../../kit/pure/tax.ts"
import { transitions } from "../../kit/pure/transitions.ts"
import type { Allocation } from "../transactions/rules.ts"
import { refundProblem } from "./errors.ts"
import type { RefundItem } from "./schema.ts"
import type { RefundStatus } from "./values.ts"

/**
 * The allowed transitions. The store asserts them. A failed refund is settled only when its gateway reports that it was paid after all, and
 * a settled one fails only when its gateway reports that the money came back.
 */
const canFollow = {
  draft: ["approved", "rejected", "canceled"],
  approved: ["processing"],
  processing: ["settled", "failed"],
  settled: ["failed"],
  failed: ["settled"],
  rejected: [],
  canceled: [],
} satisfies Record<RefundStatus, RefundStatus[]>

export const assertCanFollow = transitions<RefundStatus>("a refund intent", canFollow)

/** Whether its amount is reserved on the charge. */
export const isOpen = (status: RefundStatus) => status === "draft" || status === "approved" || status === "processing"

type Charge = {
  transaction_type: string
  status: string
  currency: string
  allocations: readonly Allocation[]
  refunded: number
  refunding: number
  disputed: number
}

export function assertRefundable({ transaction_type: type, status }: Pick<Charge, "transaction_type" | "status">) {
  if (type !== "charge" || status !== "succeeded") throw refundProblem("RFD-2001", { type, status })
}

type Budget = Pick<Charge, "currency" | "allocations" | "refunded" | "refunding" | "disputed">

/**
 * The one budget of a charge: what it paid down, less settled refunds, open refunds and disputes that are open or lost. The overpaid part
 * became the contact's credit, which may be spent already, so the budget excludes it.
 */
export const leftToRefund = (charge: Budget): number => Math.max(0, balanceOf(charge))

/** Negative when a dispute came after refunds. */
const balanceOf = ({ allocations, refunded, refunding, disputed }: Budget) =>
  sum(allocations.map(part => part.amount)) - refunded - refunding - disputed

export function assertWithinBudget(charge: Budget, amount: number) {
  const available = leftToRefund(charge)
  if (!(amount <= available)) throw refundProblem("RFD-2002", { available, amount: describeSum(amount), currency: charge.currency })
}

/** For a refund whose own amount is already reserved on the charge. */
export const assertStillWithinBudget = (charge: Budget, amount: number) =>
  assertWithinBudget({ ...charge, refunding: charge.refunding - amount }, amount)

/**
 * The drafts to cancel for an amount that has left already: as many of the newest as are needed. Undefined when all of them are not enough,
 * because released refunds or disputes hold the rest.
 */
export function givingWay<D extends { amount: number }>(charge: Budget, newestFirst: readonly D[], amount: number): D[] | undefined {
  let missing = amount - balanceOf(charge)
  const drafts: D[] = []
  for (const draft of newestFirst) {
    if (missing <= 0) break
    missing -= draft.amount
    drafts.push(draft)
  }
  return missing > 0 ? undefined : drafts
}

type Sale = { items: readonly { name: string; amount: number }[]; currency: string }
type Requested = { line: number; amount: number }

/** The requested lines with their names. `refunded` is what open and settled refunds took of each line. */
export function itemsOf({ items, currency }: Sale, requested: readonly Requested[], refunded: ReadonlyMap<number, number>): RefundItem[] {
  return requested.map(({ line, amount }) => {
    const sold = items[line]
    if (!sold) throw refundProblem("RFD-1002", { line, count: items.length })
    const available = Math.max(0, sold.amount - (refunded.get(line) ?? 0))
    if (amount > available) throw refundProblem("RFD-2003", { line, available, amount, currency })
    return { line, name: sold.name, amount }
  })
}

/**
 * Divides a refund that names no lines among all lines, in proportion to what other refunds have left of each, so that several refunds
 * together stay within each line. It takes part of a discount back too, as a negative amount. When the lines have less left than the
 * amount, because a refunded charge was reversed and paid again, it divides in proportion to the lines as they were sold.
 */
export function sharesOf({ items }: Pick<Sale, "items">, amount: number, refunded: ReadonlyMap<number, number>): RefundItem[] {
  const left = items.map((item, line) => leftOfLine(item.amount, refunded.get(line) ?? 0))
  const weights = sum(left) >= amount ? left : items.map(item => item.amount)
  const parts = divideInProportion(amount, weights)
  return items.map(({ name }, line) => ({ line, name, amount: parts[line]! })).filter(part => part.amount !== 0)
}

/** Never beyond zero: a line that gave back too much counts as empty. */
const leftOfLine = (sold: number, refunded: number) => (sold < 0 ? Math.min(0, sold - refunded) : Math.max(0, sold - refunded))

type Taxed = { items: readonly { tax?: LineTax | undefined }[] }

/**
 * The tax in what goes back of each line: that in all that refunds took of the line, less what they gave back already. So the taxes of
 * several refunds add up to the tax of the line, and no cent is left to rounding.
 */
export const withTaxes = (
  { items }: Taxed,
  parts: readonly RefundItem[],
  refunded: Record<"amounts" | "taxes", ReadonlyMap<number, number>>,
) =>
  parts.map((part): RefundItem => {
    const tax = items[part.line]?.tax
    if (!tax) return part
    const upToHere = taxIn((refunded.amounts.get(part.line) ?? 0) + part.amount, tax.rate)
    return { ...part, tax: upToHere - (refunded.taxes.get(part.line) ?? 0) }
  })

/** For a refund whose own items already count in `refunded`. */
export function assertStillWithinLines(sale: Sale, items: readonly RefundItem[], refunded: ReadonlyMap<number, number>) {
  const others = new Map(refunded)
  for (const { line, amount } of items) others.set(line, (refunded.get(line) ?? 0) - amount)
  itemsOf(sale, items, others)
}

/** The given amount, that of the items, or all that is left. */
export function amountOf(charge: Budget & { amount: number }, amount: number | undefined, items: readonly Requested[] | undefined): number {
  if (!items) return amount ?? (leftToRefund(charge) || charge.amount) // when nothing is left, the budget check refuses the whole charge
  const total = sum(items.map(item => item.amount))
  if (amount !== undefined && amount !== total)
    throw refundProblem("RFD-1001", { sum: describeSum(total), amount, currency: charge.currency })
  return total
}

/**
 * How much each intent that a charge paid down gives back, the one paid down last first. `taken` is what earlier refunds took of each and
 * kept: one that failed later has given its part back.
 */
export function takeBack(allocations: readonly Allocation[], taken: ReadonlyMap<string, number>, amount: number): Allocation[] {
  let left = amount
  const parts = allocations.toReversed().map(({ paymentIntent, amount: paid }) => {
    const part = Math.min(left, Math.max(0, paid - (taken.get(paymentIntent) ?? 0)))
    left -= part
    return { paymentIntent, amount: part }
  })
  if (left !== 0) throw new Error(`${left} of ${amount} exceed what the charge paid down`)
  return parts.filter(part => part.amount > 0)
}

type Lines = { id: string; refunded_lines: Readonly<Record<string, number>> }
type ByLine = { payment_intent_id: string; items: readonly { line: number; amount: number }[] }

/**
 * What refunds took of each line, with this one (1) or without it (-1). A refund by line of an installment names the one line of the
 * installment, which says nothing about the lines of the plan.
 */
export function refundedLines({ id, refunded_lines }: Lines, { payment_intent_id, items }: ByLine, sign: 1 | -1): Record<string, number> {
  const lines = { ...refunded_lines }
  if (payment_intent_id === id) for (const { line, amount } of items) lines[line] = (lines[line] ?? 0) + sign * amount
  return Object.fromEntries(Object.entries(lines).filter(([, amount]) => amount !== 0))
}

type Refund = { status: RefundStatus; approval: Approval; gateway: string | null }

/** A person approves or rejects a draft directly only when no policy asks others to decide. */
export function assertDecidable({ status, approval }: Refund, action: "approved" | "rejected") {
  assertDraft(status, action)
  if (approval.status === "pending") throw refundProblem("RFD-2005", { request: approval.request })
}

export const assertCancelable = ({ status }: Pick<Refund, "status">) => assertDraft(status, "canceled")

export function assertDraft(status: RefundStatus, action: string) {
  if (status !== "draft") throw refundProblem("RFD-2004", { status, action, allowed: "drafts" })
}

/** A person settles or fails only refunds that a person pays. A gateway reports the outcome of the refunds that it pays. */
export function assertManual({ status, gateway }: Refund, action: "settled" | "marked as failed") {
  if (status === "processing" && gateway === null) return
  const description = gateway === null ? status : `${status} at ${gateway}`
  throw refundProblem("RFD-2004", { status: description, action, allowed: "processing ones that are paid by hand" })
}

/** The job that calls the gateway runs at once. Look-ups begin after it, and become less frequent as the refund gets older. */
export const firstLookUpDelayMs = 15_000
const minLookUpDelayMs = 30_000
const maxLookUpDelayMs = hourMs
export const nextLookUpDelayMs = (ageMs: number) => Math.min(maxLookUpDelayMs, Math.max(minLookUpDelayMs, ageMs))

/**
 * A refund that the gateway does not have after this time will not arrive there any more. Longer than for a charge: giving up frees the
 * budget.
 */
export const giveUpAfterMs = dayMs

/** How long an unreachable gateway is called again. The last call ends before the refund is given up, so that no call comes too late. */
export const sendForMs = giveUpAfterMs - 2 * hourMs

/** Ages at which a paid refund is looked up again: a provider reports a late failure by one message, which may be lost. */
const recheckAgesMs = [1, 3, 7, 14, 30].map(days => days * dayMs)
export const firstRecheckDelayMs = recheckAgesMs[0]!
/** Undefined when a refund that was paid so long ago is not looked up any more. */
export function nextRecheckDelayMs(ageMs: number): number | undefined {
  const next = recheckAgesMs.find(at => at > ageMs)
  return next === undefined ? undefined : next - ageMs
}
