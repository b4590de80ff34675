// What a refund would give back: the same rules as the service's, shown before anything is asked for.
import { money, parseMoney, whyNoAmount } from "../../lib/money.ts"

type Line = { name: string; amount: number }
type Refund = { transaction: string; amount: number; items: readonly { line: number; amount: number }[] }
type Charge = { _id: string; amount: number; credited: number }
type Dispute = { amount: number; status: string }

/** A line of the form: what is left of it, what was typed, and what is wrong with that. */
export type RefundLine = { name: string; sold: number; left: number; amount: number; error: string | undefined }

/** What open and settled refunds, and disputes that are not won, leave of a charge. What became credit is no part of it. */
export function leftOfCharge(charge: Charge, refunds: readonly Refund[], disputes: readonly Dispute[]): number {
  const refunded = refunds.filter(({ transaction }) => transaction === charge._id)
  const taken = [...refunded, ...disputes.filter(({ status }) => status !== "won")].reduce((sum, { amount }) => sum + amount, 0)
  return Math.max(0, charge.amount - charge.credited - taken)
}

export function refundLines(lines: readonly Line[], refunds: readonly Refund[], typed: readonly string[], currency: string): RefundLine[] {
  return lines.map(({ name, amount: sold }, index) => {
    const taken = refunds.flatMap(({ items }) => items).filter(({ line }) => line === index)
    const left = Math.max(0, sold - taken.reduce((sum, { amount }) => sum + amount, 0))
    const text = typed[index]?.trim() ?? ""
    const amount = text === "" ? 0 : parseMoney(text, currency)
    const error =
      amount === undefined || amount < 0
        ? whyNoAmount(text, currency)
        : amount > left
          ? `Only ${money(left, currency)} is left on this line.`
          : undefined
    return { name, sold, left, amount: amount ?? 0, error }
  })
}

type Payment = { amount: number; paid: number; refunded: number; disputed: number }
type Split = { amount: number; status: string }

const inactive = ["canceled", "rejected", "pending-approval"]

/** What partners give back: the part of their shares that all refunds are of the payment, rounded down, less what they gave back before. */
export function partnersGiveBack(payment: Payment, splits: readonly Split[], amount: number): number {
  const gone = payment.refunded + payment.disputed
  const partOf = (share: number, of: number) => Number((BigInt(share) * BigInt(of)) / BigInt(Math.max(1, payment.amount)))
  const kept = (share: number, taken: number) => Math.max(0, partOf(share, payment.paid) - partOf(share, taken))
  return splits
    .filter(({ status }) => !inactive.includes(status))
    .reduce((sum, split) => sum + kept(split.amount, gone) - kept(split.amount, gone + amount), 0)
}
