import { addDays, bankingDayAfter, type BankCalendar, isBankingDay } from "../../kit/pure/banking-days.ts"
import { toLocal } from "../../kit/pure/calendar.ts"
import { transitions } from "../../kit/pure/transitions.ts"
import { paymentFileProblem } from "../payouts/errors.ts"
import type { PayoutStatus } from "../payouts/values.ts"
import type { FileStatus, LineStatus } from "./values.ts"

export const assertCanFollow = transitions<FileStatus>("a payment file", {
  made: ["sent", "canceled"],
  sent: ["accepted", "partly", "rejected", "settled"],
  accepted: ["partly", "rejected", "settled"],
  partly: ["rejected"],
  rejected: ["partly"],
  settled: ["partly", "rejected"],
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

/** Only a released payout is processing, so a file never holds one that waits for approval. */
export function assertWaitsForFile({ number, method, status, file_id }: Waiting) {
  if (file_id !== null) throw paymentFileProblem("PFL-2002", { payout: number, file: file_id, action: "in another one" })
  const shown = method === "bank-file" ? status : `${status} with method ${method}`
  if (method !== "bank-file" || status !== "processing") throw paymentFileProblem("PFL-2004", { payout: number, status: shown })
}

/** A payout that ended while its file was not sent must not be sent with it. */
export function assertStillWaits({ number, status }: Pick<Waiting, "number" | "status">) {
  if (status !== "processing") throw paymentFileProblem("PFL-2004", { payout: number, status })
}

type Bank = { calendar: BankCalendar; cutOff: { hour: number; zone: string }; leadDays: number }

/** The first day on which the bank executes a file that it gets now. After the cut-off it takes files as if they came the next day. */
export function earliestDate({ calendar, cutOff, leadDays }: Bank, now: Date): string {
  const local = toLocal(now, cutOff.zone)
  const today = local.toISOString().slice(0, 10)
  const isTaken = isBankingDay(today, calendar) && local.getUTCHours() < cutOff.hour
  return bankingDayAfter(isTaken ? today : addDays(today, 1), leadDays, calendar)
}

/** Banks refuse files for a date that is further away. */
const maxDaysAhead = 90

/** Why the bank would not execute a file on this date; undefined where it would. */
export function whyNotOn(date: string, bank: Bank, now: Date): string | undefined {
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
export function statusOfLine(file: FileStatus, isCanceled: boolean, payout: PayoutStatus): LineStatus {
  if (isCanceled) return "canceled"
  return lineStatusOf[payout] ?? (file === "made" || file === "accepted" ? file : "sent")
}

/** What has become of a file, by its payments. Accepted is not paid: a file is settled when all payments are. */
export function statusOfFile(before: FileStatus, payouts: readonly PayoutStatus[]): FileStatus {
  const paid = payouts.filter(status => status === "paid").length
  const failed = payouts.filter(status => status === "failed" || status === "returned").length
  if (paid === payouts.length) return "settled"
  if (failed === payouts.length) return "rejected"
  return failed > 0 || before === "partly" ? "partly" : before
}
