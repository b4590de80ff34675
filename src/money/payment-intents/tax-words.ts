import type { Tax } from "../../kit/pure/tax.ts"

export const taxWords: Record<string, (rate: string) => string> = {
  en: rate => `Includes ${rate} tax`,
  pt: rate => `Inclui ${rate} de imposto`,
  es: rate => `Incluye ${rate} de impuesto`,
  de: rate => `Enthält ${rate} Steuer`,
  fr: rate => `Comprend ${rate} de taxe`,
}

/** "19%", "8.875%" or "8,875%". */
export function taxRate(rate: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 6 })
  return format.format(Number(rate) / 100)
}

/** The name of a row that says how much of a total is tax: "Includes 19% tax". */
const includedTax = ({ rate }: Tax, locale: string) => (taxWords[locale.slice(0, 2)] ?? taxWords["en"]!)(taxRate(rate, locale))

/** A row for each rate, and none where the lines carry no tax. */
export const taxRows = (
  taxes: readonly (Tax & { amount: number })[] | undefined,
  locale: string,
  money: (amount: number) => string,
): [name: string, amount: string][] => (taxes ?? []).map(tax => [includedTax(tax, locale), money(tax.amount)])
