import { addDays, bankingDayAfter, type BankCalendar, isBankingDay } from "../../kit/pure/banking-days.ts"
import { toLocal } from "../../kit/pure/calendar.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { transitions } from "../../kit/pure/transitions.ts"
import { paymentFileProblem } from "../payouts/errors.ts"
import type { PayoutStatus } from "../payouts/values.ts"
import type { Direction, FileFormat, FileStatus, LineStatus, Sequence } from "./values.ts"

export const assertCanFollow = transitions<FileStatus>("a payment file", {
  made: ["sent", "canceled"],
  sent: ["accepted", "partly", "rejected", "settled"],
  accepted: ["partly", "rejected", "settled"],
  partly: ["rejected"],
  rejected: ["partly"],
  settled: ["partly", "rejected", "sent"], // sent again once a person has undone the match that confirmed its payments
  canceled: [],
})

type State = { status: FileStatus }

export const assertSendable = ({ status }: State) => assertMade(status, "marked as sent")
/** Once a bank may have a file, its payments may be executed. */
export const assertCancelable = ({ status }: State) => assertMade(status, "canceled")

function assertMade(status: FileStatus, action: string) {
  if (status !== "made") throw paymentFileProblem("PFL-2003", { status, action, allowed: "made" })
}

type Waiting = { number: string; method: string; status: PayoutStatus; file_id: string | null }

type Debit = { number: number; status: string; file_id: string | null }

export function assertDebitWaits({ number, status, file_id }: Debit) {
  const debit = `transaction ${number}`
  if (file_id !== null) throw paymentFileProblem("PFL-2005", { debit, reason: `it is in the payment file ${file_id} already` })
  if (status !== "processing") throw paymentFileProblem("PFL-2005", { debit, reason: `it is ${status}` })
}

/** Only a released payout is processing, so a file never holds one that waits for approval. */
export function assertWaitsForFile({ number, method, status, file_id }: Waiting) {
  if (file_id !== null) throw paymentFileProblem("PFL-2002", { payout: number, file: file_id, action: "in another one" })
  const shown = method === "bank-file" ? status : `${status} with method ${method}`
  if (method !== "bank-file" || status !== "processing") throw paymentFileProblem("PFL-2004", { payout: number, status: shown })
}

/** A debit that ended while its file was not sent must not be sent with it. */
export function assertDebitStillWaits({ number, status }: Pick<Debit, "number" | "status">) {
  if (status !== "processing") throw paymentFileProblem("PFL-2005", { debit: `transaction ${number}`, reason: `it is ${status}` })
}

/** A payout that ended while its file was not sent must not be sent with it. */
export function assertStillWaits({ number, status }: Pick<Waiting, "number" | "status">) {
  if (status !== "processing") throw paymentFileProblem("PFL-2004", { payout: number, status })
}

type Bank = { calendar: BankCalendar; cutOff: { hour: number; zone: string }; leadDays: number; maxDaysAhead?: number }

/** The first day on which the bank executes a file that it gets now. After the cut-off it takes files as if they came the next day. */
export function earliestDate({ calendar, cutOff, leadDays }: Bank, now: Date): string {
  const local = toLocal(now, cutOff.zone)
  const today = local.toISOString().slice(0, 10)
  const isTaken = isBankingDay(today, calendar) && local.getUTCHours() < cutOff.hour
  return bankingDayAfter(isTaken ? today : addDays(today, 1), leadDays, calendar)
}

/** Why the bank would not execute a file on this date; undefined where it would. */
export function whyNotOn(date: string, bank: Bank, now: Date): string | undefined {
  const { maxDaysAhead = 90 } = bank // banks refuse files for a date that is further away
  const earliest = earliestDate(bank, now)
  if (date < earliest) return "it has passed, or the bank takes no more files for it"
  if (!isBankingDay(date, bank.calendar)) return "it is no banking day"
  return date > addDays(earliest, maxDaysAhead) ? `it is more than ${maxDaysAhead} days away` : undefined
}

export function assertExecutable(date: string, bank: Bank, now: Date) {
  const reason = whyNotOn(date, bank, now)
  if (reason) throw paymentFileProblem("PFL-1001", { date, reason, earliest: earliestDate(bank, now) })
}

/** The total has twelve digits in a NACHA file; no larger file is made of the other format either. */
export function assertFits(total: number) {
  if (!(total < 10 ** 12)) throw paymentFileProblem("PFL-1005")
}

/** Words by which banks and their software recognize other kinds of entries. */
const reservedDescriptions = [
  "PAYROLL",
  "PURCHASE",
  "REVERSAL",
  "RECLAIM",
  "NONSETTLED",
  "RETRY PYMT",
  "RETURN FEE",
  "AUTOENROLL",
  "REDEPCHECK",
]
export const isReserved = (description: string) => reservedDescriptions.includes(description.trim().toUpperCase())

/** Several NACHA files of a day differ in this character. Undefined where none is left. */
export const modifierOf = (earlier: number): string | undefined => "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[earlier]

const lineStatusOf: Partial<Record<PayoutStatus, LineStatus>> = { paid: "settled", failed: "rejected", returned: "returned" }

/** What has become of a payment in a file. One that is processing is as far as its file. */
export function statusOfLine(file: FileStatus, isCanceled: boolean, outcome: PayoutStatus): LineStatus {
  if (isCanceled) return "canceled"
  return lineStatusOf[outcome] ?? (file === "made" || file === "accepted" ? file : "sent")
}

/** What has become of a file, by its payments. Accepted is not paid: a file is settled when all payments are. */
export function statusOfFile(before: FileStatus, outcomes: readonly PayoutStatus[]): FileStatus {
  const paid = outcomes.filter(status => status === "paid").length
  const failed = outcomes.filter(status => status === "failed" || status === "returned").length
  if (paid === outcomes.length) return "settled"
  if (failed === outcomes.length) return "rejected"
  return failed > 0 || before === "partly" ? "partly" : before
}

type Wanted = { direction?: Direction | undefined; format?: FileFormat | undefined; payouts?: unknown; debits?: unknown }

/** What a file is to hold: payouts, unless debits are asked for. */
export function directionOf({ direction, format, payouts, debits }: Wanted): Direction {
  const wanted = direction ?? (debits !== undefined || format === "pain.008" ? "debits" : "credits")
  if (wanted === "debits" && payouts !== undefined) throw invalidField("payouts", "can't be in a file of debits")
  if (wanted === "credits" && debits !== undefined) throw invalidField("debits", "can't be in a file of payouts")
  return wanted
}

type Uses = { isOneOff: boolean; isUsed: boolean; isLast: boolean }

/** Where a debit stands among those of its mandate. A debit that the bank rejected before it was collected does not count as a use. */
export function sequenceOf({ isOneOff, isUsed, isLast }: Uses): Sequence {
  if (isOneOff) return "OOFF"
  if (isLast) return "FNAL"
  return isUsed ? "RCUR" : "FRST"
}

/** SEPA mandates lapse when they were not used for 36 months. */
const maxIdleMonths = 36

type MandateFacts = {
  reference: string
  status: string
  correction?: string | undefined
  scheme: string
  signedOn: string
  isOneOff: boolean
  noticeDays: number
  maxAmount: number | null
  /** When a debit by it was last collected; null if none was. */
  lastUsedOn: string | null
}
type DebitFacts = {
  amount: number
  createdOn: string
  dueOn: string
  collectionDate: string
  mandate: MandateFacts
  /** The day that the payer was told; null if the payer was told none. */
  toldFor: string | null
  /** Payers are told by mail. */
  isTold: boolean
}

/** Why a debit can't be collected on this date. */
export function whyNotCollected({ amount, createdOn, dueOn, collectionDate, mandate, toldFor, isTold }: DebitFacts): string | undefined {
  const { status, correction, scheme, isOneOff, maxAmount, lastUsedOn, signedOn, noticeDays, reference } = mandate
  if (status !== "active") return `its mandate ${reference} is ${status}`
  if (correction !== undefined) return `the payer's bank wants its mandate ${reference} corrected (${correction}); record another one`
  if (isOneOff && lastUsedOn !== null) return `its mandate ${reference} allows one debit only, which was made`
  if (maxAmount !== null && amount > maxAmount) return `its mandate ${reference} allows at most ${maxAmount} at once`
  const isSepa = scheme === "core" || scheme === "b2b"
  if (isSepa && addMonths(lastUsedOn ?? signedOn, maxIdleMonths) < collectionDate)
    return `its mandate ${reference} was not used for ${maxIdleMonths} months, so it has lapsed; the payer has to sign another one`
  const announced = addDays(createdOn, noticeDays)
  if (announced > collectionDate) return `its payer was promised ${noticeDays} days of notice, so it can be collected from ${announced} on`
  if (isTold && toldFor === null) return "its payer is told of it first, within a minute"
  if (toldFor !== null && toldFor > collectionDate) return `its payer was told that it is collected on ${toldFor}`
  return dueOn > collectionDate ? `it is due on ${dueOn}` : undefined
}

/** The same day of a later month, or its last one. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The number of the batch that a bank's reference names; null where it names the whole file, or none of its batches. */
export function batchOf(file: string, reference: string | null): number | null {
  const [, id, number] = /^([0-9a-f]{24})-(\d+)$/i.exec(reference ?? "") ?? []
  return id?.toLowerCase() === file ? Number(number) : null
}
