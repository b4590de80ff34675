/** The currencies of more than one country. All others belong to the country that their first two letters name. */
const sharedCurrencies = {
  AUD: "AU CC CX HM KI NF NR TV",
  CHF: "CH LI",
  DKK: "DK FO GL",
  EUR: `AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA YT`,
  GBP: "GB GG IM JE",
  NOK: "NO BV SJ",
  NZD: "NZ CK NU PN TK",
  USD: "US AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM VG VI",
}

const countriesOf = new Map(Object.entries(sharedCurrencies).map(([currency, list]) => [currency, new Set(list.split(" "))]))

export const isLocalCurrency = (currency: string, country: string) =>
  countriesOf.get(currency)?.has(country) ?? currency.startsWith(country)

/** A country with this currency. */
export const countryOf = (currency: string) => (currency === "EUR" ? "DE" : currency.slice(0, 2))
