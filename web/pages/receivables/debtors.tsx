import type { Output } from "../../client.ts"
import { ContactCell } from "../../resources/contacts/cell.tsx"
import { ages } from "../../resources/contacts/ages.ts"
import { moneyBesideCode } from "../../lib/money.ts"
import { ago } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { cn } from "../../ui/cn.ts"
import { When } from "../../ui/value.tsx"

export type Part = Output<"GET /v1/analytics/receivables">["byCurrency"][string]
type Selection = ReadonlySet<string>
type Props = { part: Part; currency: string; now: Date | undefined; selected?: Selection; onSelect?(selected: Selection): void }

const head = "h-8 px-2.5 text-xs font-medium whitespace-nowrap text-fg-3 shadow-[inset_0_-1px_0_var(--c-line)] first:ps-5 last:pe-5"
const figure = "num h-11 px-2.5 text-end whitespace-nowrap last:pe-5"
const box = "size-4 accent-accent"

/** One row for each contact, with what it owes by age. Those who are late can be chosen. */
export function Debtors({ part: { contacts }, currency, now, selected, onSelect }: Props) {
  const late = contacts.filter(each => each.late > 0).map(({ contact }) => contact)
  const isAll = selected !== undefined && late.length > 0 && late.every(id => selected.has(id))
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect?.(next)
  }
  const text = (amount: number) => (amount === 0 ? <span className="text-fg-3">–</span> : moneyBesideCode(amount, currency))
  return (
    <div className="overflow-x-auto border-t border-line" tabIndex={0} role="region" aria-label={t`Contacts who owe ${currency}`}>
      <table className="w-full text-sm">
        <thead>
          <tr>
            {selected && (
              <th scope="col" className={cn(head, "w-9")}>
                <input
                  type="checkbox"
                  className={box}
                  aria-label={t`Choose all who are late`}
                  disabled={late.length === 0}
                  checked={isAll}
                  onChange={() => onSelect?.(new Set(isAll ? [] : late))}
                />
              </th>
            )}
            {[t`Contact`, t`Owed`, t`Late`, ...ages.map(({ label }) => label), t`Oldest due`].map((name, place) => (
              <th key={name} scope="col" className={cn(head, place === 0 ? "text-start" : "text-end")}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {contacts.map(each => (
            <tr key={each.contact} className="border-b border-line last:border-0 hover:bg-hover">
              {selected && (
                <td className="h-11 ps-5">
                  <input
                    type="checkbox"
                    className={box}
                    aria-labelledby={`debtor-${each.contact}`}
                    disabled={each.late === 0}
                    checked={selected.has(each.contact)}
                    onChange={() => toggle(each.contact)}
                  />
                </td>
              )}
              <th scope="row" id={`debtor-${each.contact}`} className="h-11 max-w-64 min-w-36 px-2.5 text-start font-normal first:ps-5">
                <ContactCell id={each.contact} />
              </th>
              <td className={figure}>{text(each.owed)}</td>
              <td className={cn(figure, "font-medium")}>{text(each.late)}</td>
              {ages.map(({ field }) => (
                <td key={field} className={figure}>
                  {text(each[field])}
                </td>
              ))}
              <td className={figure}>{each.oldestDueAt && <When at={each.oldestDueAt} text={ago(each.oldestDueAt, now)} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
