import { exponent } from "../../kit/pure/money.ts"

/** How much a payer wants to pay: all if they wrote nothing, undefined if it can't be read. Browsers send a number with a decimal point. */
export function parsePart(text: string, currency: string): number | "all" | undefined {
  if (text.trim() === "") return "all"
  const digits = exponent(currency)
  const [, whole, decimals = ""] = /^(\d{1,15})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || decimals.length > digits) return undefined
  const amount = Number(whole + decimals.padEnd(digits, "0"))
  return Number.isSafeInteger(amount) ? amount : undefined
}
