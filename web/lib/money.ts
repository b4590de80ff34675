import { decimal, exponent, isCurrency } from "../../src/kit/pure/money.ts"
import { locale } from "./language.ts"
import { t } from "./translate.ts"
import { currencyName } from "./words.ts"

const formats = new Map<string, Intl.NumberFormat>()

/** Minor units as text in the reader's locale, with a symbol that names the currency: 136000 of MXN is "MX$1,360.00". */
export const money = (amount: number, currency: string, compact = false) => formatMoney(amount, currency, compact, "symbol")

/** A shorter form for use beside the currency's code: 136000 of MXN is "$1,360.00". */
export const moneyBesideCode = (amount: number, currency: string, compact = false) => formatMoney(amount, currency, compact, "narrowSymbol")

function formatMoney(amount: number, currency: string, compact: boolean, currencyDisplay: "symbol" | "narrowSymbol"): string {
  if (!isCurrency(currency)) return `${amount} ${currency}`
  const key = `${currency} ${compact} ${currencyDisplay}`
  const digits = exponent(currency)
  const shape = compact
    ? { notation: "compact" as const, maximumSignificantDigits: 3 }
    : { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay, ...shape })
  formats.set(key, format)
  return format.format(decimal(amount, currency) as `${number}`)
}

/**
 * Converts "1,234.5" or "1.234,50" as typed by a person to minor units; undefined if it is no amount of that currency. "1.234" can be read
 * in two ways, so the reader's locale decides; an amount with too many decimals is refused, never rounded.
 */
export function parseMoney(text: string, currency: string, tag = locale): number | undefined {
  const amount = readAmount(text, currency, tag)
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** The same, but an amount that is too large to be exact is not undefined. */
export function readAmount(text: string, currency: string, tag = locale): number | undefined {
  const parts = partsOf(text, tag)
  const digits = exponent(currency)
  return parts && parts.fraction.length <= digits ? Number(parts.whole + parts.fraction.padEnd(digits, "0")) : undefined
}

/** Says what is wrong: "1250.50" is an amount in most currencies, but not in JPY. */
export function whyNoAmount(text: string, currency: string): string {
  if (!hasTooManyDecimals(text, currency)) return t`Write an amount, such as ${sample(currency)}.`
  const name = `${currencyName(currency)} (${currency})`
  return exponent(currency) === 0
    ? t`${name} has no decimals. Write a whole amount, such as ${sample(currency)}.`
    : t`${name} has at most ${exponent(currency)} decimals. Write an amount such as ${sample(currency)}.`
}

/** What a field shows while a person types: the amount as it is understood, or that the currency does not have so many decimals. */
export function amountSoFar(text: string, currency: string): { amount: string } | { why: string } | undefined {
  if (!isCurrency(currency)) return undefined
  const amount = parseMoney(text, currency)
  if (amount !== undefined) return { amount: money(amount, currency) }
  return hasTooManyDecimals(text, currency) ? { why: whyNoAmount(text, currency) } : undefined
}

const sample = (currency: string) => (exponent(currency) === 0 ? "1500" : `15${decimalMark()}${"5".padEnd(exponent(currency), "0")}`)

/** Whether it would be an amount in a currency of more decimals. */
export const hasTooManyDecimals = (text: string, currency: string) => (partsOf(text)?.fraction.length ?? 0) > exponent(currency)

function partsOf(text: string, tag = locale): { whole: string; fraction: string } | undefined {
  const [, sign = "", typed, group = "", mark = "", decimals = ""] = amountShape.exec(text.replace(/[\s'’]/g, "")) ?? []
  if (typed === undefined || (group !== "" && group === mark)) return undefined
  const isDecimal = mark === "" && group === decimalMark(tag) && typed.split(group).length === 2
  const [whole = "", fraction = ""] = isDecimal ? typed.split(group) : [typed.replace(/[.,]/g, ""), decimals]
  return { whole: sign + whole, fraction }
}

/** An amount as a person would type it, for a field to begin with: "1234.50", or "1234,50". */
export const amountText = (amount: number, currency: string) => decimal(amount, currency).replace(".", decimalMark())

/** A sign, digits that may be in groups of three, and decimals after another mark. */
const amountShape = /^(-?)(\d{1,3}(?:([.,])\d{3})(?:\3\d{3})*|\d+)(?:([.,])(\d*))?$/
const decimalMark = (tag = locale) => new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? "."
