import { exponent } from "../../kit/pure/money.ts"

/** How much a payer wants to pay: all when they wrote nothing, undefined when it can't be read. Browsers send a number with a point. */
export function parsePart(text: string, currency: string): number | "all" | undefined {
  if (text.trim() === "") return "all"
  const digits = exponent(currency)
  const [, whole, decimals = ""] = /^(\d{1,15})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || decimals.length > digits) return undefined
  const amount = Number(whole + decimals.padEnd(digits, "0"))
  return Number.isSafeInteger(amount) ? amount : undefined
}
