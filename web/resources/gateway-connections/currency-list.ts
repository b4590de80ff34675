import { plural, t, whole } from "../../lib/translate.ts"

const maxNamed = 4

/** A provider may offer more than a hundred currencies. */
export function currencyList(currencies: readonly string[]): string {
  const named = currencies.slice(0, maxNamed).join(", ")
  const more = currencies.length - maxNamed
  return more <= 0 ? named : plural(more, t`${named} and one more`, t`${named} and ${whole(more)} more`)
}
