import type { Tolerance } from "../../kit/pure/bank-tolerances.ts"
import { decimal, sum } from "../../kit/pure/money.ts"
import type { PaymentFileRow } from "../payment-files/store.ts"
import type { PaymentIntentRow } from "../payment-intents/store.ts"
import type { PayoutRow } from "../payouts/store.ts"
import type { RefundIntentRow } from "../refund-intents/store.ts"
import { acceptsPayment, isUnsent } from "../transactions/rules.ts"
import type { TransactionRow } from "../transactions/store.ts"
import type { Candidate } from "./schema.ts"
import type { BankLineRow } from "./store.ts"

/** A candidate; a sure one may be booked without a person. */
export type Finding = Candidate & { isSure: boolean }

type Line = Pick<BankLineRow, "amount" | "currency" | "return_code" | "is_reversal">

const isReturn = ({ return_code, is_reversal }: Line) => return_code !== null || is_reversal
const ownId = "our own reference came back"

/** The evidence is sure if everything that can be compared fits. Otherwise a person decides, and sees the reason. */
function judge(finding: Omit<Candidate, "score">, doubts: (string | false)[], isSure = true): Finding[] {
  const reasons = doubts.filter(Boolean)
  const evidence = reasons.length > 0 ? `${finding.evidence}, but ${reasons.join(" and ")}` : finding.evidence
  return [{ ...finding, evidence, score: reasons.length > 0 ? 40 : isSure ? 100 : 70, isSure: isSure && reasons.length === 0 }]
}

export function judgePayout(line: Line, payout: PayoutRow, isTaken: boolean, evidence?: string): Finding[] {
  const { id: object, number: label, amount, currency, status, gateway } = payout
  const fits = line.amount < 0 ? ["processing", "paid"] : ["paid"]
  const doubts = [
    isTaken && "another line is matched to it",
    amount !== Math.abs(line.amount) && `it is over ${amount}`,
    currency !== line.currency && `it is in ${currency}`,
    gateway !== null && `the gateway ${gateway} sent it`,
    !fits.includes(status) && `it is ${status}`,
  ]
  return judge(
    { kind: "payout", object, label, amount: Math.abs(line.amount), evidence: evidence ?? ownId },
    doubts,
    evidence === undefined,
  )
}

export function judgeRefund(line: Line, refund: RefundIntentRow, isTaken: boolean): Finding[] {
  const { id: object, amount, currency, status, gateway } = refund
  const doubts = [
    isTaken && "another line is matched to it",
    line.amount > 0 && "the money came back, which a person has to decide on",
    amount !== -line.amount && `it is over ${amount}`,
    currency !== line.currency && `it is in ${currency}`,
    gateway !== null && `the gateway ${gateway} pays it`,
    status !== "processing" && status !== "settled" && `it is ${status}`,
  ]
  return judge({ kind: "refundIntent", object, label: object, amount: Math.abs(line.amount), evidence: ownId }, doubts)
}

export function judgeTransaction(line: Line, transaction: TransactionRow, isTaken: boolean, evidence?: string): Finding[] {
  const { id: object, number, amount, currency, status, gateway, refund_of } = transaction
  const fits = line.amount > 0 ? ["processing", "succeeded", "reversed"] : ["succeeded", "reversed"]
  const doubts = [
    isTaken && "another line is matched to it",
    refund_of !== null && "it is a refund",
    amount !== Math.abs(line.amount) && `it is over ${amount}`,
    currency !== line.currency && `it is in ${currency}`,
    gateway !== null && `it went through ${gateway}`,
    isUnsent(transaction) && "its payment file is not marked as sent",
    !fits.includes(status) && `it is ${status}`,
    line.amount < 0 && !isReturn(line) && "the bank does not say that it came back",
    line.amount > 0 && isReturn(line) && "the bank says that something came back",
  ]
  const label = `transaction ${number}`
  return judge(
    { kind: "transaction", object, label, amount: Math.abs(line.amount), evidence: evidence ?? ownId },
    doubts,
    evidence === undefined,
  )
}

type SentFile = Pick<PaymentFileRow, "id" | "number" | "own_account_id" | "currency" | "direction" | "sent_at">

/** Why a line is not the one sum that the bank booked for a file or a batch of it. */
export function whyNotFile(line: FileLine, file: SentFile, total: number, isTaken: boolean): string[] {
  const doubts = [
    isTaken && "another line is matched to a payment of it",
    file.own_account_id !== line.own_account_id && "it is for another account",
    file.currency !== line.currency && `it is in ${file.currency}`,
    (file.direction === "debits") !== line.amount > 0 && "it moves money the other way",
    isReturn(line) && "the bank says that something came back",
    file.sent_at === null && "it is not marked as sent",
    total !== Math.abs(line.amount) && `its payments are ${total}`,
  ]
  return doubts.filter(doubt => doubt !== false)
}
type FileLine = Line & Pick<BankLineRow, "own_account_id">

export function judgeFile(line: FileLine, file: SentFile, total: number, isTaken: boolean, evidence?: string): Finding[] {
  const { id: object, number: label } = file
  const finding = { kind: "paymentFile" as const, object, label, amount: Math.abs(line.amount), evidence: evidence ?? ownId }
  return judge(finding, whyNotFile(line, file, total, isTaken), evidence === undefined)
}

type Intent = Pick<PaymentIntentRow, "id" | "number" | "currency" | "status" | "amount" | "paid" | "due_at">

/** What is missing of a payment, where the tolerance covers it; else 0. */
export const missing = (due: number, came: number, { amount }: Tolerance) => (due > came && due - came <= amount ? due - came : 0)

const lessThanDue = (amount: number, currency: string) => `${decimal(amount, currency)} less than due, within the tolerance`

/**
 * The intents that a payer named. One open intent gets all of it: less is a part, unless the tolerance covers what is missing, and more
 * becomes credit. Several get it if their sum is exactly what came in, in the order of their due dates. A person decides whether the usual
 * tolerance writes something off; one that the tenant has set does so by itself.
 */
export function named(line: Line, intents: readonly Intent[], evidence: (number: string) => string, given: Given): Finding[] {
  const { isRecorded, tolerance } = given
  const inOrder = intents.toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())
  const dues = inOrder.map(({ amount, paid }) => amount - paid)
  const due = dues.reduce((all, each) => all + each, 0)
  const isAlone = intents.length === 1
  const short = isAlone || tolerance.isOwn ? missing(due, line.amount, tolerance) : 0
  const addsUp = due - short === line.amount
  return inOrder.flatMap((intent, i) => {
    const { id: object, number: label, currency, status } = intent
    const doubts = [
      isRecorded && "a person has recorded such a payment",
      isReturn(line) && "the bank says that something came back",
      currency !== line.currency && `it is in ${currency}`,
      !acceptsPayment(intent) && `it is ${status}`,
      !isAlone && !addsUp && "the sum of what is due is another",
    ]
    const amount = (isAlone && short > 0) || (!isAlone && addsUp) ? dues[i]! : line.amount
    const words = short > 0 ? `${evidence(label)}; ${lessThanDue(short, line.currency)}` : evidence(label)
    return judge({ kind: "paymentIntent", object, label, amount, evidence: words }, doubts, short === 0 || tolerance.isOwn)
  })
}

type Given = { isRecorded: boolean; tolerance: Tolerance }

type Known = { isKnownAccount: boolean; isNamed: boolean }

/** An intent of which about the amount of a line is due. That is only a hint; who paid makes it a better one. */
export function judgeDue(line: Line, intent: Intent, { isKnownAccount, isNamed }: Known): Finding {
  const { id: object, number: label } = intent
  const difference = line.amount - (intent.amount - intent.paid)
  const amount = Math.max(line.amount, intent.amount - intent.paid)
  const about = difference < 0 ? lessThanDue(-difference, line.currency) : `${decimal(difference, line.currency)} more than due`
  const reason = difference === 0 ? "this amount is due" : `it is ${about}`
  const [evidence, score] = isKnownAccount
    ? [`the payer has paid from this account, and ${reason}`, 80]
    : isNamed
      ? [`the name is alike, and ${reason}`, 60]
      : [reason, 30]
  return { kind: "paymentIntent", object, label, amount, evidence, score: difference === 0 ? score : score - 5, isSure: false }
}

/** What the bank kept of a payment, or a rounding: the parts of a match are then more than what came in. */
export const writtenOff = (line: Pick<BankLineRow, "amount">, parts: readonly { amount: number }[]) =>
  line.amount > 0 ? Math.max(0, sum(parts.map(({ amount }) => amount)) - line.amount) : 0

/** The sure findings of the best kind of evidence. In a split, all of them must be sure. */
export function allOf(findings: readonly Finding[]): Finding[] {
  const first = findings.find(({ isSure }) => isSure)
  const same = findings.filter(({ kind, score }) => kind === first?.kind && score === 100)
  return first ? (first.kind === "paymentIntent" ? same : [first]) : []
}

/** Both parts of the contact's name are in the name that the bank shows, whatever their order, case and accents. */
export function isNamedAlike(
  name: string | null,
  { firstName, lastName }: { firstName?: string | undefined; lastName?: string | undefined },
): boolean {
  const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
  const parts = [firstName, lastName].filter(part => part !== undefined && part.trim() !== "")
  return name !== null && parts.length > 0 && parts.every(part => plain(name).includes(plain(part!.trim())))
}
