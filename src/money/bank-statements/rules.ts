import { describeSum } from "../../kit/pure/money.ts"
import type { AccountNumber } from "../../parties/bank-accounts/formats.ts"
import type { Booking, ReadStatement } from "./readers/statement.ts"

/** A statement has all bookings of its days if it has both balances, between which they must add up. */
export const isComplete = ({ opening, closing }: Pick<ReadStatement, "opening" | "closing">) => opening !== null && closing !== null

/** What identifies a booking: the bank's reference, else all that the file says about it. A bank may use a reference again. */
export function identityOf({ reference, bookedOn, amount, balance, payments }: Booking): string {
  if (reference !== null) return JSON.stringify(["reference", reference, bookedOn, amount])
  const said = payments.map(({ name, account, text, references }) => [name, account, text, references.endToEndId ?? null])
  return JSON.stringify(["text", bookedOn, amount, balance, said])
}

const letters = (text: string) => text.replaceAll(/[^A-Z0-9]/gi, "").toUpperCase()
const withoutZeros = (text: string) => text.replace(/^0+/, "")

/**
 * Whether a file names the account. Banks write an IBAN, a bank code and a number, or the number alone, some with the currency behind it.
 */
export function isAbout(found: string, number: AccountNumber, currency: string): boolean {
  const parts = found
    .split(/[^A-Z0-9]+/i)
    .map(letters)
    .filter(Boolean)
  const all = parts.join("").replace(new RegExp(`${currency}$`), "")
  if ("iban" in number) {
    if (all === number.iban) return true
    const meaningful = parts.map(withoutZeros).filter(part => part.length >= 5)
    return !/^[A-Z]{2}\d\d/.test(all) && meaningful.length > 0 && meaningful.every(part => number.iban.includes(part))
  }
  const [expected, routing] = [withoutZeros(letters(number.accountNumber)), letters(number.routing ?? "")]
  return [all, ...parts].some(
    part => withoutZeros(part) === expected || withoutZeros(part) === withoutZeros(routing + letters(number.accountNumber)),
  )
}

type Neighbours = { before: { number: string; closing: number | null } | undefined; overlapping: readonly string[] }

/** Sentences for people about what does not fit the statements before it. */
export function warningsOf({ opening, from }: ReadStatement, { before, overlapping }: Neighbours): string[] {
  const gap =
    before && overlapping.length === 0 && before.closing !== null && opening !== null && before.closing !== opening
      ? [
          `It opens on ${from} with ${opening}, and ${before.number} closed with ${before.closing}: ` +
            `bookings of ${describeSum(opening - before.closing)} in between are missing.`,
        ]
      : []
  return [
    ...gap,
    ...(overlapping.length > 0 ? [`It shares days with ${overlapping.join(", ")}; lines that were known are not added again.`] : []),
  ]
}
