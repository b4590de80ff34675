import { decimal, exponent, isCurrency } from "../../src/kit/pure/money.ts"

const formats = new Map<string, Intl.NumberFormat>()

/** Minor units to text by the reader's locale: 18425000 of BRL is "R$184,250.00". */
export function money(amount: number, currency: string, compact = false): string {
  if (!isCurrency(currency)) return `${amount} ${currency}`
  const key = `${currency} ${compact}`
  const digits = exponent(currency)
  const shape = compact
    ? { notation: "compact" as const, maximumSignificantDigits: 3 }
    : { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(navigator.language, { style: "currency", currency, currencyDisplay: "narrowSymbol", ...shape })
  formats.set(key, format)
  return format.format(decimal(amount, currency) as `${number}`)
}

/** "1,234.5" or "1.234,50" typed by a person to minor units; undefined where it is no amount of that currency. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = exponent(currency)
  const separators = [...text.matchAll(/[.,]/g)]
  const last = separators.at(-1)
  const hasFraction = last !== undefined && text.length - last.index - 1 <= digits && digits > 0
  const whole = (hasFraction ? text.slice(0, last.index) : text).replace(/[\s.,']/g, "")
  const fraction = hasFraction ? text.slice(last.index + 1) : ""
  if (!/^-?\d+$/.test(whole) || !/^\d*$/.test(fraction)) return undefined
  const amount = Number(whole + fraction.padEnd(digits, "0"))
  return Number.isSafeInteger(amount) ? amount : undefined
}
