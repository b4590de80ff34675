const maxNamed = 4

/** A provider may offer more than a hundred currencies. */
export const currencyList = (currencies: readonly string[]) =>
  currencies.length <= maxNamed
    ? currencies.join(", ")
    : `${currencies.slice(0, maxNamed).join(", ")} and ${currencies.length - maxNamed} more`
