import { money } from "../../lib/money.ts"

type Transfer = { amount: number; currency: string }
type Payment = { number: string; due: number; status: string }

/** What a transfer would do to a payment, before it is allocated. */
export function effectOf({ amount, currency }: Transfer, { number, due, status }: Payment): string {
  if (status === "canceled" || due === 0) return `Nothing is owed on ${number}: all of it becomes the contact's credit.`
  if (amount === due) return `Pays ${number} in full.`
  if (amount < due) return `${money(due - amount, currency)} is left to pay on ${number}.`
  return `Pays ${number} in full; ${money(amount - due, currency)} becomes the contact's credit.`
}

/** The reference that a payer wrote may name a payment with a letter missing or a blank too many: "pi 123" is PI-000123. */
export function numberIn(reference: string): string | undefined {
  const [, digits] = /\bpi[\s-]*0*(\d{1,9})\b/i.exec(reference) ?? []
  return digits === undefined ? undefined : `PI-${digits.padStart(6, "0")}`
}
