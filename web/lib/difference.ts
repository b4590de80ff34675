import { money } from "./money.ts"

type Difference = { currency: string; difference: number }

/** "€15.00 less and £2.00 more": how what a provider holds differs from the ledger. */
export const differenceInWords = (differences: readonly Difference[]) =>
  differences
    .map(({ difference, currency }) => `${money(Math.abs(difference), currency)} ${difference > 0 ? "more" : "less"}`)
    .join(" and ")
