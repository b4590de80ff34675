import { t } from "../lib/translate.ts"
import { Money } from "../ui/value.tsx"

/** The sums of the lines above, one for each currency. */
export const Totals = ({ sums }: { sums: readonly (readonly [currency: string, amount: number])[] }) =>
  sums.map(([currency, amount]) => (
    <p key={currency} className="flex items-center justify-between border-t border-line px-5 py-2.5 text-sm">
      <span className="text-fg-3">{t`Total`}</span>
      <Money amount={amount} currency={currency} className="font-semibold" />
    </p>
  ))
