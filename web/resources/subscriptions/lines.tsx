import type { Output } from "../../client.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Money } from "../../ui/value.tsx"
import { Totals } from "../../dashboard/totals.tsx"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"

type Subscription = Output<"GET /v1/subscriptions/{id}">

/** The lines of each cycle. */
export const SubscriptionLines = ({ row }: { row: Subscription }) => (
  <Card aria-label={t`Lines`}>
    <CardHead title={t`Lines`} hint={t`Billed in each cycle`} />
    <ul className="border-t border-line">
      {row.items.map((item, index) => (
        <li key={index} className="flex items-center gap-3 border-b border-line px-5 py-2.5 text-sm last:border-0">
          <span className="min-w-0 flex-1">
            <span className="block font-medium break-words">{item.name}</span>
            <span className="block text-xs break-words text-fg-3 empty:hidden">
              {item.description}
              {item.description && item.supplier && " · "}
              {item.supplier && rich`shared with ${<Reference to="partnerships" id={item.supplier} />}`}
            </span>
          </span>
          <Money amount={item.amount} currency={row.currency} className="font-medium" />
        </li>
      ))}
    </ul>
    {row.items.length > 1 && <Totals sums={[[row.currency, row.amount]]} />}
  </Card>
)
