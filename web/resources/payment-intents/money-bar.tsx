import { useAsOf } from "../../dashboard/as-of.tsx"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { money } from "../../lib/money.ts"
import { percent } from "../../lib/percent.ts"
import { rich } from "../../lib/rich.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Card } from "../../ui/card.tsx"
import { type Payment, useRefunds } from "./data.ts"

const asked = ["draft", "approved", "processing"]
const striped = "bg-[repeating-linear-gradient(45deg,var(--c-good),var(--c-good)_3px,var(--c-good-soft)_3px,var(--c-good-soft)_6px)]"

/** One bar: the paid amount, the part of it with a requested refund, and the amount left to pay. */
export function MoneyBar({ row }: { row: Payment }) {
  const refunds = useRefunds(row._id).data?.data ?? []
  const isPast = useAsOf() !== undefined // of an earlier time it is unknown which refunds were requested
  const open = isPast ? [] : refunds.filter(({ status }) => asked.includes(status))
  const askedBack = Math.min(
    row.paid - row.refunded,
    open.reduce((sum, { amount }) => sum + amount, 0),
  )
  const kept = Math.max(0, row.paid - row.refunded - askedBack)
  const shareOf = (amount: number) => (row.amount === 0 ? 0 : Math.max(0, amount) / row.amount)
  const width = (amount: number) => ({ width: `${shareOf(amount) * 100}%` })
  const parts: [label: string, amount: number, mark?: string][] = [
    [t`Billed`, row.amount],
    [t`Paid`, row.paid, "bg-good"],
    [t`Outstanding`, row.due, "bg-line-strong"],
    [t`Refunded`, row.refunded, "bg-warn"],
  ]
  const words = [
    t`${percent(shareOf(row.paid), 0)} paid`,
    row.refunded > 0 && t`${money(row.refunded, row.currency)} refunded`,
    askedBack > 0 && t`${money(askedBack, row.currency)} refund requested`,
  ]
  return (
    <Card aria-label={t`Money`} className="p-5">
      <dl className="flex flex-wrap gap-x-6 gap-y-4 *:flex-1 *:basis-24">
        {parts.map(([label, amount, mark]) => (
          <div key={label}>
            <dt className="flex items-center gap-1.5 text-xs text-fg-3">
              {mark && amount > 0 && <i aria-hidden className={`size-2 rounded-[3px] ${mark}`} />}
              {label}
            </dt>
            <dd className="num mt-0.5 text-lg font-semibold tracking-[-0.015em]">{money(amount, row.currency)}</dd>
          </div>
        ))}
      </dl>
      <div role="img" aria-label={words.filter(Boolean).join(", ")} className="mt-3 flex h-2 gap-0.5 overflow-hidden rounded-full bg-line">
        <i className="bg-good" style={width(kept)} />
        {askedBack > 0 && <i className={striped} style={width(askedBack)} />}
        {row.refunded > 0 && <i className="bg-warn" style={width(row.refunded)} />}
      </div>
      {open[0] && (
        <p className="mt-2 text-xs text-fg-3">
          {rich`Striped: ${money(askedBack, row.currency)} is requested back (${(
            <ObjectLink to="refund-intents" id={open[0]._id} className="underline underline-offset-2">
              {plural(open.length, t`${whole(open.length)} refund`, t`${whole(open.length)} refunds`)}
            </ObjectLink>
          )}). It counts as paid until it is settled.`}
        </p>
      )}
      {row.disputed > 0 && <p className="mt-2 text-xs text-bad">{t`${money(row.disputed, row.currency)} of it was lost to a dispute.`}</p>}
    </Card>
  )
}
