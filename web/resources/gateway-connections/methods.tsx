import { CircleCheck, CircleDashed } from "lucide-react"
import { say } from "../../lib/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import type { Connection } from "./data.ts"
import { currencyList } from "./currency-list.ts"

/** What payers are offered through this connection. */
export const MethodsCard = ({ row }: { row: Connection }) => (
  <Card aria-label="Methods">
    <CardHead title="Methods" hint="What payers are offered through it while it is active" />
    <ul>
      {row.methods.map(({ method, currencies, enabled }) => (
        <li key={method} className="flex items-center gap-3 border-t border-line px-5 py-2.5 text-sm">
          <span className="min-w-0 flex-1">
            <span className={enabled ? "font-medium" : "text-fg-3"}>{say(method)}</span>
            <span className="block text-xs text-fg-3" title={currencies.join(", ")}>
              {currencies.length === 0 ? "No currency" : currencyList(currencies)}
            </span>
          </span>
          {enabled ? (
            <Badge tone="good" icon={CircleCheck}>
              On
            </Badge>
          ) : (
            <Badge icon={CircleDashed}>Off</Badge>
          )}
        </li>
      ))}
    </ul>
  </Card>
)
