import { money, moneyBesideCode } from "../../lib/money.ts"
import { Card } from "../../ui/card.tsx"
import { CurrencyTabs } from "../../ui/currency-tabs.tsx"
import type { Consolidated } from "./answers.ts"
import { percent } from "./findings.ts"
import { whole } from "./report.ts"

type Props = { byCurrency: Record<string, Consolidated>; currency: string; onChange(currency: string): void }

/** The figures of a currency at a glance: billed is paid plus outstanding. */
export function Summary({ byCurrency, currency, onChange }: Props) {
  const data = byCurrency[currency]!
  const figures: [label: string, amount: number, hint: string][] = [
    ["Billed", data.billed, `${whole(data.count)} payments`],
    ["Paid", data.paid, `${percent(data.paid, data.billed, 1)} of billed`],
    ["Outstanding", data.outstanding, `${whole(data.count - data.paidCount)} payments`],
    ["Overdue", data.overdue, `${percent(data.overdue, data.outstanding, 1)} of outstanding`],
    ["Refunded", data.refunded, `${percent(data.refunded, data.paid, 1)} of paid`],
    ["Net", data.net, "paid less refunded"],
  ]
  const tabs = Object.entries(byCurrency)
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(([id, { net }]) => ({ id, text: moneyBesideCode(net, id, true) }))
  return (
    <Card aria-label="Summary" className="mb-4 overflow-hidden">
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

/** As many columns as fit with the longest amount: an amount is never cut off. */
function columnsFor(texts: string[]): string {
  const longest = Math.max(...texts.map(text => text.length))
  if (longest <= 11) return "grid-cols-2 sm:grid-cols-3 xl:grid-cols-6"
  if (longest <= 15) return "grid-cols-1 min-[360px]:grid-cols-2 sm:grid-cols-3 2xl:grid-cols-6"
  return "grid-cols-1 sm:grid-cols-2 lg:grid-cols-3"
}
