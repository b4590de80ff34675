import { currencies as knownCurrencies, decimal, exponent } from "../../../kit/pure/money.ts"
import { GatewayRefused } from "../provider.ts"

/** Stripe counts these in whole units. */
const zeroDecimal = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "))
/** In thousandths, of which the last digit is 0. Stripe counts all others in hundredths, also ISK and UGX, which have no decimals. */
const threeDecimal = new Set("BHD JOD KWD OMR TND".split(" "))
/** Whose unit is worth so little that Stripe takes more than eight digits. */
const longAmounts = new Set("COP HUF IDR INR JPY KRW LBP VND".split(" "))

const offered = `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE CZK
  DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD
  KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR
  RON RSD RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF
  YER ZAR ZMW`

/** What Stripe takes cards in, as far as we know the currency. */
export const cardCurrencies: string[] = offered.split(/\s+/).filter(code => (knownCurrencies as readonly string[]).includes(code))

const decimalsAtStripe = (currency: string) => (zeroDecimal.has(currency) ? 0 : threeDecimal.has(currency) ? 3 : 2)

/** An amount as Stripe writes it. */
export type StripeAmount = { amount: number; currency: string }

/** Our minor units as Stripe's. Refuses what Stripe can't take. */
export function toStripe(amount: number, currency: string): StripeAmount {
  const shift = decimalsAtStripe(currency) - exponent(currency)
  const converted = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift
  if (!Number.isInteger(converted)) throw refusal(amount, currency, "whole units only")
  if (threeDecimal.has(currency) && converted % 10 !== 0) throw refusal(amount, currency, "steps of 0.010 only")
  const maxDigits = longAmounts.has(currency) ? 12 : 8
  if (converted >= 10 ** maxDigits) throw refusal(amount, currency, `amounts of up to ${maxDigits} digits only`)
  return { amount: converted, currency: currency.toLowerCase() }
}

const refusal = (amount: number, currency: string, rule: string) =>
  new GatewayRefused("amount_invalid", `Stripe takes ${currency} in ${rule}, and this is ${decimal(amount, currency)}`)

/** Stripe's minor units as ours. */
export function fromStripe(amount: number, lowerCase: string): number {
  const currency = lowerCase.toUpperCase()
  const shift = decimalsAtStripe(currency) - exponent(currency)
  const converted = shift >= 0 ? amount / 10 ** shift : amount * 10 ** -shift
  if (!Number.isSafeInteger(converted)) throw new Error(`Stripe reports ${amount} of ${currency}, which is no whole number of its units`)
  return converted
}
