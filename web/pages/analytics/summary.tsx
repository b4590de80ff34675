import { money, moneyBesideCode } from "../../lib/money.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Card } from "../../ui/card.tsx"
import { CurrencyTabs } from "../../ui/currency-tabs.tsx"
import type { Consolidated } from "./answers.ts"
import { percent } from "./findings.ts"

type Props = { byCurrency: Record<string, Consolidated>; currency: string; onChange(currency: string): void }

/** The figures of a currency at a glance: billed is paid plus outstanding. */
export function Summary({ byCurrency, currency, onChange }: Props) {
  const data = byCurrency[currency]!
  const figures: [label: string, amount: number, hint: string][] = [
    [t`Billed`, data.billed, countOf(data.count)],
    [t`Paid`, data.paid, t`${percent(data.paid, data.billed, 1)} of billed`],
    [t`Outstanding`, data.outstanding, countOf(data.count - data.paidCount)],
    [t`Overdue`, data.overdue, t`${percent(data.overdue, data.outstanding, 1)} of outstanding`],
    [t`Refunded`, data.refunded, t`${percent(data.refunded, data.paid, 1)} of paid`],
    [t`Net`, data.net, t`paid less refunded`],
  ]
  const tabs = Object.entries(byCurrency)
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(([id, { net }]) => ({ id, text: moneyBesideCode(net, id, true) }))
  return (
    <Card aria-label={t`Summary`} className="mb-4 overflow-hidden">
      <CurrencyTabs tabs={tabs} value={currency} onChange={onChange} />
      <dl className={`-mt-px -ms-px grid ${columnsFor(figures.map(([, amount]) => money(amount, currency)))}`}>
        {figures.map(([label, amount, hint]) => (
          <div key={label} className="min-w-0 border-t border-s border-line px-5 py-4">
            <dt className="text-xs text-fg-3">{label}</dt>
            <dd>
              <span className="num mt-0.5 block text-base wrap-anywhere leading-6 font-semibold tracking-[-0.015em] sm:text-lg">
                {money(amount, currency)}
              </span>
              <span className="num text-xs text-fg-3">{hint}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const countOf = (payments: number) => plural(payments, t`${whole(payments)} payment`, t`${whole(payments)} payments`)

/** As many columns as fit with the longest amount: an amount is never cut off. */
function columnsFor(texts: string[]): string {
  const longest = Math.max(...texts.map(text => text.length))
  if (longest <= 11) return "grid-cols-2 sm:grid-cols-3 xl:grid-cols-6"
  if (longest <= 15) return "grid-cols-1 min-[360px]:grid-cols-2 sm:grid-cols-3 2xl:grid-cols-6"
  return "grid-cols-1 sm:grid-cols-2 lg:grid-cols-3"
}
