/**
 * The exponents of ISO 4217. Intl gives 16 currencies, COP among them, another number of digits, which would be a hundredfold error.
 * Amounts are whole minor units everywhere.
 */
const exponents = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP
    CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT
    LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR
    RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES
    WST XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
}

const exponentOf = new Map(
  Object.entries(exponents).flatMap(([digits, codes]) => codes.split(/\s+/).map(code => [code, Number(digits)] as const)),
)

export const currencies: readonly string[] = [...exponentOf.keys()].sort()
export const isCurrency = (code: string) => exponentOf.has(code)

/** The number of decimal digits: 2 for BRL, 0 for JPY, 3 for KWD. */
export function exponent(currency: string): number {
  const digits = exponentOf.get(currency)
  if (digits === undefined) throw new Error(`Unknown currency ${currency}`)
  return digits
}

/** 1234 of BRL is "12.34". Exact at any size: no float is involved. */
export function decimal(amount: number | bigint, currency: string): string {
  const digits = exponent(currency)
  const text = String(amount)
    .replace("-", "")
    .padStart(digits + 1, "0")
  const whole = text.slice(0, text.length - digits)
  return `${amount < 0 ? "-" : ""}${whole}${digits === 0 ? "" : `.${text.slice(-digits)}`}`
}

/** "12.34" of BRL is 1234. Undefined where the text is no amount in whole minor units. Exact at any size: no float is involved. */
export function minorUnits(text: string, currency: string): number | undefined {
  const digits = exponent(currency)
  const [, whole, part = ""] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || /[1-9]/.test(part.slice(digits))) return undefined
  const amount = Number(whole + part.slice(0, digits).padEnd(digits, "0"))
  return Number.isSafeInteger(amount) ? amount : undefined
}

/**
 * Formats an amount for people, the same in pages, mails and messages: "R$1,234.50". Uses the digits of ISO 4217, and formats text, because
 * a float is not exact at every size.
 */
export const display = (amount: number | bigint, currency: string, locale = "en"): string =>
  formatOf(currency, locale).format(decimal(amount, currency) as `${number}`)

/** Cached, because making one takes longer than formatting a hundred amounts. */
const formats = new Map<string, Intl.NumberFormat>()
function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const name = `${locale} ${currency}`
  const digits = exponent(currency)
  const style = { style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  const format = formats.get(name) ?? new Intl.NumberFormat(locale, style)
  formats.set(name, format)
  return format
}

/** NaN if the sum exceeds the safe integers. Callers refuse it, because a rounded amount would be wrong. */
export function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((all, one) => all + BigInt(one), 0n)
  return Number.isSafeInteger(Number(total)) ? Number(total) : NaN
}

/** A sum as error messages show it. */
export const describeSum = (total: number): number | string => (Number.isNaN(total) ? "more than 2^53 − 1" : total)

/**
 * Divides an amount in proportion to weights. Some weights may be negative, but not their sum. Each part is the difference of two running
 * totals, both rounded down. So the parts add up to the amount, each is less than one away from its exact share, and none exceeds its
 * weight if the amount does not exceed the sum of the weights.
 */
export function divideInProportion(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (total <= 0n) throw new Error(`${amount} can't be divided by weights that add up to ${total}`)
  let [weighed, given] = [0n, 0n]
  return weights.map(weight => {
    weighed += BigInt(weight)
    const upToHere = floorDivide(BigInt(amount) * weighed, total)
    const part = upToHere - given
    given = upToHere
    return Number(part)
  })
}

/** The division of BigInt rounds towards zero. */
const floorDivide = (a: bigint, b: bigint): bigint => (a % b < 0n ? a / b - 1n : a / b)
