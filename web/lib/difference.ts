import { money } from "./money.ts"
import { listOf, t } from "./translate.ts"

type Difference = { currency: string; difference: number }

/** "€15.00 less and £2.00 more": how what a provider holds differs from the ledger. */
export const differenceInWords = (differences: readonly Difference[]) =>
  listOf(
    differences.map(({ difference, currency }) => {
      const amount = money(Math.abs(difference), currency)
      return difference > 0 ? t`${amount} more` : t`${amount} less`
    }),
  )
