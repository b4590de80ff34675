import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"

type Transfer = { amount: number; currency: string }
type Payment = { number: string; due: number; status: string }

/** The effect of a transfer on a payment, shown before it is allocated. */
export function effectOf({ amount, currency }: Transfer, { number, due, status }: Payment): string {
  if (status === "canceled" || due === 0) return t`Nothing is owed on ${number}: the whole amount becomes the contact's credit.`
  if (amount === due) return t`Pays ${number} in full.`
  if (amount < due) return t`${money(due - amount, currency)} is left to pay on ${number}.`
  return t`Pays ${number} in full; ${money(amount - due, currency)} becomes the contact's credit.`
}

/** Payers may write the number of a payment with missing zeros or an extra blank: "pi 123" is PI-000123. */
export function numberIn(reference: string): string | undefined {
  const [, digits] = /\bpi[\s-]*0*(\d{1,9})\b/i.exec(reference) ?? []
  return digits === undefined ? undefined : `PI-${digits.padStart(6, "0")}`
}
