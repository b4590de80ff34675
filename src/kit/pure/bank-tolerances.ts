import { z } from "zod"
import { Amount } from "./fields.ts"
import { isCurrency } from "./money.ts"

/**
 * What a bank, or a rounding, usually takes of a transfer: about five euro cents, in minor units, so by the decimals and the value of each
 * currency. Any other currency has none.
 */
export const usualTolerances: Readonly<Record<string, number>> = {
  EUR: 5,
  USD: 5,
  GBP: 5,
  CHF: 5,
  CAD: 10,
  AUD: 10,
  NZD: 10,
  SGD: 10,
  SEK: 50,
  NOK: 50,
  DKK: 50,
  PLN: 20,
  RON: 25,
  CZK: 100,
  HUF: 2000,
  TRY: 250,
  ILS: 20,
  AED: 20,
  SAR: 20,
  ZAR: 100,
  INR: 500,
  CNY: 40,
  HKD: 50,
  THB: 200,
  BRL: 30,
  MXN: 100,
  PEN: 20,
  COP: 20_000,
  UYU: 200,
  JPY: 10,
  KRW: 80,
  CLP: 50,
  ISK: 7,
  KWD: 15,
  BHD: 20,
  TND: 150,
}

const maxTolerance = 1_000_000

const Own = z.record(z.string(), Amount)
type Own = z.output<typeof Own>
export const BankTolerances = Own.meta({
  description: "How much less than due still pays in full, by currency: only those that were set; others have the usual tolerance",
  example: { EUR: 10 },
})

export const BankTolerancesChange = z
  .record(z.string(), Amount.min(0, "must be at least 0").max(maxTolerance, `must be at most ${maxTolerance}`).nullable())
  .refine(change => Object.keys(change).every(isCurrency), "must be by ISO 4217 currency codes such as BRL")
  .meta({ description: "null: the usual tolerance again; 0: exactly what is due", example: { EUR: 10 } })

/** Currencies that are absent stay as they are, and null takes one away. */
export function changeTolerances(own: Own, change: Readonly<Record<string, number | null>>): Own {
  const entries = Object.entries({ ...own, ...change }).filter((entry): entry is [string, number] => entry[1] !== null)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** `isOwn`: the tenant has set it, so what is missing may be written off without a person. */
export type Tolerance = { amount: number; isOwn: boolean }
export const exact: Tolerance = { amount: 0, isOwn: false }

export function toleranceOf(own: Own, currency: string): Tolerance {
  const set = own[currency]
  return set === undefined ? { amount: usualTolerances[currency] ?? 0, isOwn: false } : { amount: set, isOwn: true }
}
