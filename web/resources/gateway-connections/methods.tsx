import { CircleCheck, CircleDashed } from "lucide-react"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import type { Connection } from "./data.ts"
import { currencyList } from "./currency-list.ts"

/** What payers are offered through this connection. */
export const MethodsCard = ({ row }: { row: Connection }) => (
  <Card aria-label={t`Methods`}>
    <CardHead title={t`Methods`} hint={t`What payers are offered through it while it is active`} />
    <ul>
      {row.methods.map(({ method, currencies, enabled }) => (
        <li key={method} className="flex items-center gap-3 border-t border-line px-5 py-2.5 text-sm">
          <span className="min-w-0 flex-1">
            <span className={enabled ? "font-medium" : "text-fg-3"}>{say(method)}</span>
            <Currencies currencies={currencies} />
          </span>
          {enabled ? (
            <Badge tone="good" icon={CircleCheck}>
              {t`On`}
            </Badge>
          ) : (
            <Badge icon={CircleDashed}>{t`Off`}</Badge>
          )}
        </li>
      ))}
    </ul>
  </Card>
)

/** Many are one line, which opens. */
function Currencies({ currencies }: { currencies: readonly string[] }) {
  const short = currencies.length === 0 ? t`No currency` : currencyList(currencies)
  if (short === currencies.join(", ") || currencies.length === 0) return <span className="block text-xs text-fg-3">{short}</span>
  return (
    <details className="text-xs text-fg-3">
      <summary className="cursor-pointer hover:text-fg">{short}</summary>
      <p className="mt-1 wrap-anywhere">{currencies.join(", ")}</p>
    </details>
  )
}
