import type { Output } from "../../client.ts"
import { dayMs } from "../../../src/kit/pure/calendar.ts"
import { dayText } from "../../lib/calendar.ts"
import { money } from "../../lib/money.ts"
import { localDate } from "../../lib/time.ts"
import { listOf, plural, t, whole } from "../../lib/translate.ts"
import { Card } from "../../ui/card.tsx"
import type { Answer } from "./answers.ts"

export type ConvertedBilling = NonNullable<Answer["converted"]>
type Rates = Pick<NonNullable<Output<"GET /v1/analytics/balances">["converted"]>, "currency" | "date" | "rates" | "leftOut">

/** "≈ €140.00": an amount that was converted is never shown like an exact one. */
export const about = (amount: number, currency: string) => `≈ ${money(amount, currency)}`

const oldAfterDays = 7

/** Which rates the figures were converted by, of which day, and what could not be converted. */
export function RatesNote({ converted: { currency, date, rates, leftOut } }: { converted: Rates }) {
  const days = date === null ? 0 : Math.floor((Date.parse(localDate()) - Date.parse(date)) / dayMs)
  return (
    <p className="text-xs text-fg-3">
      {date === null
        ? t`Everything is in ${currency}.`
        : plural(
            rates.length,
            t`Approximate, at the mid-market rate of ${dayText(date)}.`,
            t`Approximate, at the mid-market rates of ${dayText(date)}.`,
          )}
      {days > oldAfterDays && <span className="text-warn"> {t`The oldest rate is ${whole(days)} days old.`}</span>}
      {leftOut.length > 0 && <span className="text-warn"> {t`Left out, because no rate is stored: ${listOf(leftOut)}.`}</span>}
    </p>
  )
}

/** The totals of all currencies in the reporting currency. */
export function ConvertedTotals({ converted }: { converted: ConvertedBilling }) {
  const { currency, totals } = converted
  const figures: [label: string, amount: number][] = [
    [t`Billed`, totals.billed],
    [t`Paid`, totals.paid],
    [t`Outstanding`, totals.outstanding],
    [t`Overdue`, totals.overdue],
    [t`Refunded`, totals.refunded],
    [t`Net`, totals.net],
  ]
  return (
    <Card aria-label={t`All currencies in ${currency}`} className="mb-4 space-y-2 px-5 py-4">
      <h2 className="text-sm font-semibold">{t`All currencies in ${currency}`}</h2>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {figures.map(([label, amount]) => (
          <div key={label}>
            <dt className="text-xs text-fg-3">{label}</dt>
            <dd className="num text-sm font-medium">{about(amount, currency)}</dd>
          </div>
        ))}
      </dl>
      <RatesNote converted={converted} />
    </Card>
  )
}
