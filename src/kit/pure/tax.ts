import { z } from "zod"
import { Amount, text } from "./fields.ts"
import { fraction, halfUpMultiplier } from "./decimal.ts"

/**
 * The tax in amounts that include it. A rate is a percentage as decimal text, because basis points can't express 8.875%, and a float is not
 * exact.
 */
const ratePattern = /^(?:100(?:\.0{1,4})?|\d{1,2}(?:\.\d{1,4})?)$/
const rateRule = "must be a percentage from 0 to 100 as text, such as 19 or 8.875, with at most 4 decimals"

/** What a caller sends of a line or a service. */
export const NewTax = z
  .strictObject({
    rate: z
      .string(rateRule)
      .regex(ratePattern, rateRule)
      .transform(shortest)
      .meta({ description: "A percentage as decimal text", example: "19" }),
    code: text(50).default("").meta({ description: "Your own code for it, as in your books" }),
  })
  .meta({ description: "The tax that the amount includes" })

export const Tax = z.object({ rate: z.string().meta({ description: "A percentage as decimal text", example: "19" }), code: z.string() })
export type Tax = z.output<typeof Tax>

/** The tax of one line. */
export const LineTax = Tax.extend({ net: Amount, amount: Amount.meta({ description: "The tax: net and tax add up to the line" }) })
export type LineTax = z.output<typeof LineTax>

/** The tax of a whole document at one rate, added up from its lines. */
export const TaxSum = Tax.extend({
  gross: Amount.meta({ description: "The sum of the lines with this rate and code" }),
  net: Amount,
  amount: Amount.meta({ description: "The sum of the taxes of these lines" }),
})
export type TaxSum = z.output<typeof TaxSum>

/** "19.00" and "019" of a caller are "19", so that equal rates are equal texts. */
function shortest(rate: string): string {
  const [whole = "", digits = ""] = rate.split(".")
  const kept = digits.replace(/0+$/, "")
  return `${Number(whole)}${kept === "" ? "" : `.${kept}`}`
}

/** Cached: documents have few rates, and many lines. */
const multipliers = new Map<string, (amount: number) => number>()

function multiplierOf(rate: string): (amount: number) => number {
  const { numerator, denominator } = fraction(rate)
  const existing = multipliers.get(rate)
  // rate ÷ (100 + rate): the tax is that part of the gross amount.
  const multiply = existing ?? halfUpMultiplier({ numerator, denominator: 100n * denominator + numerator })
  if (existing === undefined && multipliers.size < maxMultipliers) multipliers.set(rate, multiply)
  return multiply
}
const maxMultipliers = 1000

/** The tax in a gross amount, rounded half up. That in a negative amount is its mirror image, so that a full discount leaves no cent. */
export function taxIn(gross: number, rate: string): number {
  const tax = multiplierOf(rate)(Math.abs(gross))
  return gross < 0 ? 0 - tax : tax
}

/** A line with its tax, as it is kept from the sale on. */
export function taxOfLine(gross: number, { rate, code }: Tax): LineTax {
  const amount = taxIn(gross, rate)
  return { rate, code, net: gross - amount, amount }
}

/** The sums by rate and code, the highest rate first. Undefined if no line carries a tax. */
export function taxSums(lines: readonly { amount: number; tax?: LineTax | undefined }[]): TaxSum[] | undefined {
  const sums = new Map<string, TaxSum>()
  for (const { amount: gross, tax } of lines) {
    if (!tax) continue
    const { rate, code, net, amount } = tax
    const sum = sums.get(`${rate} ${code}`) ?? { rate, code, gross: 0, net: 0, amount: 0 }
    sums.set(`${rate} ${code}`, { rate, code, gross: sum.gross + gross, net: sum.net + net, amount: sum.amount + amount })
  }
  return sums.size === 0 ? undefined : [...sums.values()].toSorted(byRate)
}

export const byRate = (a: Tax, b: Tax) => Number(b.rate) - Number(a.rate) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
