import { endOfDay } from "../../kit/pure/calendar.ts"
import { compare, distance, divide, fractionOf, multiply, roundHalfUp, wholeNumber } from "../../kit/pure/decimal.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { canonicalJson } from "../../kit/pure/json.ts"
import { decimal, exponent } from "../../kit/pure/money.ts"
import { paymentIntentProblem } from "../payment-intents/errors.ts"
import { transactionProblem } from "./errors.ts"
import type { Fx, Transaction } from "./schema.ts"
import type { TransactionStatus } from "./values.ts"

/** Which statuses may follow a status. What has ended without a payment succeeds only if `maySucceed` allows it. */
const canFollow = {
  "pending-approval": ["processing", "canceled"],
  processing: ["succeeded", "failed", "canceled", "expired"],
  succeeded: ["reversed", "processing"], // processing again once a person has undone the match that confirmed it
  failed: ["succeeded"],
  reversed: [],
  canceled: ["succeeded"],
  expired: ["succeeded"],
} satisfies Record<TransactionStatus, TransactionStatus[]>

/** Failures that we assumed because the gateway did not respond; all others were reported by the gateway or by a user. */
const assumedFailures = ["never_arrived", "gateway_unreachable"]

type State = { status: TransactionStatus; failure: { code: string } | null }

/** Whether the gateway may still report an outcome. A charge that we assumed to have failed counts if the gateway reports success later. */
export function awaitsGateway({ status, failure }: State): boolean {
  return status === "processing" || (status === "failed" && assumedFailures.includes(failure?.code ?? ""))
}

type Ended = State & { connection_id: string | null; gateway_reference: string | null }

/**
 * Whether a success that the gateway reports counts. Money that a provider has taken is a fact, even after it had told us of a failure. A
 * charge that expired or was canceled counts only if it was at a gateway: one that waited for approval never was.
 */
export function maySucceed(transaction: Ended): boolean {
  const { status, connection_id, gateway_reference } = transaction
  if (awaitsGateway(transaction)) return true
  if (status === "failed") return connection_id !== null
  return (status === "canceled" || status === "expired") && gateway_reference !== null
}

export function assertCanFollow(before: Ended, to: TransactionStatus) {
  const { status } = before
  const allowed: readonly TransactionStatus[] = canFollow[status]
  const isAllowed = allowed.includes(to) && (to !== "succeeded" || maySucceed(before))
  if (status !== to && !isAllowed) throw new Error(`a transaction that is ${status} does not become ${to}`)
}

type Debit = { gateway: string | null; authorization_id: string | null }

/** A debit by a mandate that the tenant holds itself. It goes into a payment file, and no gateway knows it. */
export const isDebitByFile = ({ gateway, authorization_id }: Debit) => gateway === null && authorization_id !== null

/** The bank can't have executed a debit that no file held when it got the file. */
export const isUnsent = (debit: Debit & { left_at: Date | null }) => isDebitByFile(debit) && debit.left_at === null

type Manual = Debit & { status: TransactionStatus; file_id: string | null; left_at: Date | null }

/** Users confirm or fail only processing payments without a gateway; the outcome of a gateway charge comes from the gateway. */
export function assertManual(transaction: Manual, action: "confirmed" | "failed") {
  const { status, gateway } = transaction
  if (status === "processing" && isDebitByFile(transaction)) return assertAtBank(transaction, action)
  if (status === "processing" && gateway === null) return
  const description = gateway === null ? status : `${status} at ${gateway}`
  throw transactionProblem("TRX-2003", { status: description, action, allowed: "processing ones that were recorded manually" })
}

/** What a bank did is known only of what it has. A debit that no file holds can be given up. */
function assertAtBank({ file_id, left_at }: Manual, action: "confirmed" | "failed") {
  if (left_at !== null || (action === "failed" && file_id === null)) return
  throw transactionProblem("TRX-2009", { action, where: file_id === null ? "in no payment file" : "in a payment file that was not sent" })
}

type Open = { status: TransactionStatus; action: Transaction["action"]; outcome: string | null }

/** An attempt that waits for its payer: the gateway has told what the payer must do, and nothing is known to have been paid. */
export const awaitsPayer = ({ status, action, outcome }: Open) => status === "processing" && action !== null && outcome === null

export function assertCancelable(transaction: Open) {
  const { status } = transaction
  if (status === "pending-approval" || awaitsPayer(transaction)) return
  throw transactionProblem("TRX-2003", { status, action: "canceled", allowed: "what waits for approval or for its payer" })
}

type Shown = { status: TransactionStatus; reference: string | null; documents: Transaction["documents"] }

/** Approvers decide on a payment as they see it, so its reference and documents can't be changed while it is held. */
export function assertUnchangedWhileHeld(before: Shown, after: Shown) {
  const shown = ({ reference, documents }: Shown) => canonicalJson([reference, documents])
  const { status } = before
  if (status !== "pending-approval" || shown(before) === shown(after)) return
  const allowed = "one that does not wait for approval"
  throw transactionProblem("TRX-2003", { status, action: "given another reference or other documents", allowed })
}

/** A payment intent can be deleted only when all its transactions failed or were canceled for good. */
export function assertNeverPays(transaction: State & { id: string }) {
  const { id, status } = transaction
  if (status === "processing" || status === "pending-approval") throw paymentIntentProblem("PIN-1006", { transaction: id })
  if (awaitsGateway(transaction)) throw keepsIntent(id, `its charge ${id} got no answer from the gateway and may still succeed`)
  if (status !== "failed" && status !== "canceled" && status !== "expired") throw keepsIntent(id, `its payment ${id} is ${status}`)
}

const keepsIntent = (transaction: string, reason: string) => paymentIntentProblem("PIN-1007", { reason, transaction })

type Payable = { status: string; amount: number; paid: number; currency: string }

export const acceptsPayment = ({ status }: Pick<Payable, "status">) => status !== "canceled" && status !== "paid-full"

export function assertAcceptsPayment({ status }: Pick<Payable, "status">) {
  if (!acceptsPayment({ status })) throw transactionProblem("TRX-2002", { status })
}

/** Contract: a recorded payment or a gateway charge of more than what is due is refused. */
export function assertPayable(intent: Payable, amount: number) {
  assertAcceptsPayment(intent)
  const due = intent.amount - intent.paid
  if (amount > due) throw transactionProblem("TRX-2001", { due, amount, currency: intent.currency })
}

/** The part of a received amount that exceeds what is due: it becomes the contact's credit. */
export function surplusOf({ status, amount, paid }: Payable, received: number): number {
  return status === "canceled" ? received : Math.max(0, received - (amount - paid))
}

/** Whether the payment spends the contact's credit: then no money comes in. */
export const isFromCredit = ({ method }: { method: string }) => method === "contact-credit"

type CreditPayment = { amount: number; currency: string; status: string; fx: Fx | undefined }

/** A payment from credit succeeds at once and in the currency of the credit, so it is never processing and has no fx. */
export function assertSpendable(credit: bigint, { status, fx, ...payment }: CreditPayment) {
  if (status !== "succeeded") throw invalidField("status", "must be succeeded with the method contact-credit")
  if (fx) throw invalidField("fx", "can't be given with the method contact-credit: credit pays in its own currency")
  assertCreditCovers(credit, payment)
}

export function assertCreditCovers(credit: bigint, { amount, currency }: Pick<CreditPayment, "amount" | "currency">) {
  if (BigInt(amount) > credit) throw transactionProblem("TRX-2007", { credit: Number(credit), amount, currency })
}

/** A payment in another currency than the intent's needs fx; then `currency` may be either of the two. */
export function assertCurrency(intent: string, currency: string | undefined, fx: Fx | undefined) {
  const paidIn = fx?.sourceCurrency ?? currency ?? intent
  const isOneOfBoth = currency === undefined || currency === intent || currency === paidIn
  if (!isOneOfBoth || (fx ? paidIn === intent : paidIn !== intent))
    throw transactionProblem("TRX-1001", { intent, currency: isOneOfBoth ? paidIn : currency })
}

/**
 * Refuses amounts that do not match at the rate. The conversion rounded one of them to its minor unit, so they may differ by the larger
 * unit.
 */
export function assertRate({ sourceCurrency, sourceAmount, rate }: Fx, { amount, currency }: { amount: number; currency: string }) {
  const units = divide(wholeNumber(10n ** BigInt(exponent(currency))), wholeNumber(10n ** BigInt(exponent(sourceCurrency))))
  const perUnit = multiply(fractionOf(rate), units) // minor units of the intent's currency for one of the source's
  const expected = multiply(perUnit, wholeNumber(BigInt(sourceAmount)))
  const tolerance = compare(perUnit, wholeNumber(1n)) > 0 ? perUnit : wholeNumber(1n)
  if (compare(distance(expected, wholeNumber(BigInt(amount))), tolerance) <= 0) return
  const [source, given] = [`${decimal(sourceAmount, sourceCurrency)} ${sourceCurrency}`, `${decimal(amount, currency)} ${currency}`]
  throw transactionProblem("TRX-1002", { source, rate, equivalent: `${decimal(roundHalfUp(expected), currency)} ${currency}`, given })
}

/** An earlier date is a typing error, and so is a date after tomorrow. */
const firstReceivedAt = new Date("2000-01-01T00:00:00Z")

type Clock = { now: Date; tenant: { timezone: string } }

/** A payment is recorded after it was received. Tomorrow is allowed, because it may already be tomorrow where the money arrived. */
export function assertReceived(receivedAt: Date, { now, tenant }: Clock) {
  if (receivedAt < firstReceivedAt || receivedAt > endOfDay(now, tenant.timezone, 1))
    throw invalidField("receivedAt", "must lie between the year 2000 and tomorrow")
}

type Allocated = { status: string; amount: number; allocations: readonly Allocation[] }

/** The part of a succeeded payment that became credit. */
export function creditedOf({ status, amount, allocations }: Allocated): number {
  return status === "succeeded" ? amount - allocations.reduce((sum, part) => sum + part.amount, 0) : 0
}

type Counters = { amount: number; refunded: number; refunding: number; disputed: number; disputed_excess: number }

/**
 * By how much the disputes of a charge exceed what its refunds left. Only a dispute raises it: we can refuse a refund, but not a dispute.
 */
export function disputedExcessOf(before: Counters, { amount, refunded, refunding, disputed }: Counters): number {
  const excess = Math.max(0, disputed - (amount - refunded - refunding))
  return disputed > before.disputed ? excess : Math.min(before.disputed_excess, excess)
}

export type Allocation = { paymentIntent: string; amount: number }

/** Distributes an amount over installments in the given order, which is that of their due dates. The parts sum to the amount. */
export function allocate(installments: readonly { id: string; amount: number; paid: number }[], amount: number): Allocation[] {
  let left = amount
  const parts = installments.map(installment => {
    const part = Math.min(left, installment.amount - installment.paid)
    left -= part
    return { paymentIntent: installment.id, amount: part }
  })
  if (left !== 0) throw new Error(`${left} of ${amount} exceed what the installments owe`)
  return parts.filter(part => part.amount > 0)
}

type Moving = { transaction_type: string; status: string; amount: number }

/** A refund takes money from the gateway's balance. One that failed later has given it back, so it moved none. */
export function movedBy({ transaction_type, status, amount }: Moving): number {
  if (transaction_type !== "refund") return amount
  return status === "reversed" ? 0 : -amount
}
