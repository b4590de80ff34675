// The amounts of a refund by the same rules as the service's, shown before the refund is requested.
import { money, parseMoney, whyNoAmount } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"

type Line = { name: string; amount: number }
type Refund = { transaction: string; amount: number; items: readonly { line: number; amount: number }[] }
type Charge = { _id: string; amount: number; credited: number }
type Dispute = { amount: number; status: string }

/** A line of the form: the amount left, the typed text, and the error in it. */
export type RefundLine = { name: string; sold: number; left: number; amount: number; error: string | undefined }

/**
 * The amount of a charge that can still be refunded: without open and settled refunds, disputes that are not won, and the part that became
 * credit.
 */
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
          ? t`Only ${money(left, currency)} is left on this line.`
          : undefined
    return { name, sold, left, amount: amount ?? 0, error }
  })
}

type Payment = { amount: number; paid: number; refunded: number; disputed: number }
type Split = { amount: number; status: string }

const inactive = ["canceled", "rejected", "pending-approval"]

/** The amount that partners give back: their shares in proportion to all refunds, rounded down, less what they gave back before. */
export function partnersGiveBack(payment: Payment, splits: readonly Split[], amount: number): number {
  const gone = payment.refunded + payment.disputed
  const partOf = (share: number, of: number) => Number((BigInt(share) * BigInt(of)) / BigInt(Math.max(1, payment.amount)))
  const kept = (share: number, taken: number) => Math.max(0, partOf(share, payment.paid) - partOf(share, taken))
  return splits
    .filter(({ status }) => !inactive.includes(status))
    .reduce((sum, split) => sum + kept(split.amount, gone) - kept(split.amount, gone + amount), 0)
}
