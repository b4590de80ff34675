import { ChevronLeft, ChevronRight, ExternalLink } from "lucide-react"
import { addDays, dayText } from "../../lib/calendar.ts"
import { clockTime, tenantZone } from "../../lib/time.ts"
import { listOf, t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import { Money } from "../../ui/value.tsx"
import type { Comparison } from "./data.ts"

type Props = {
  provider: string
  comparison: Comparison
  date: string
  today: string
  isLoading: boolean
  onChange(date: string): void
}

/** The movements of one day that are not in the books, what the comparison of that day found, and what is not compared. */
export function DayMovements({ provider, comparison, date, today, isLoading, onChange }: Props) {
  const { currencies, daily, notCompared } = comparison
  const unmatched = currencies.flatMap(({ currency, unmatched: all }) => all.map(each => ({ ...each, currency })))
  return (
    <section aria-label={t`Movements that are not in your books`} className="border-t border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="text-sm font-medium">{t`Movements that are not in your books`}</h3>
          <p className="text-xs text-fg-3">{dailyInWords(daily)}</p>
        </div>
        <DayChooser date={date} today={today} onChange={onChange} />
      </div>
      <ul aria-busy={isLoading} className={cn(isLoading && "opacity-60")}>
        {unmatched.length === 0 && (
          <li className="border-t border-line px-5 py-5 text-center text-sm text-fg-3">
            {t`Everything that moved at ${provider} on ${dayText(comparison.date)} is in your books.`}
          </li>
        )}
        {unmatched.map(each => (
          <li key={each.reference} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-2.5 text-sm">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block font-medium">{say(each.type)}</span>
              <span className="block font-mono text-xs break-all text-fg-3">{each.reference}</span>
            </span>
            <Money amount={each.amount} currency={each.currency} className="font-medium" />
            {each.page !== null && (
              <a
                href={each.page}
                target="_blank"
                rel="noreferrer"
                className="inline-flex items-center gap-1 text-xs underline underline-offset-2 hover:text-fg"
              >
                {t`Open at ${provider}`}
                <ExternalLink className="size-3" aria-hidden />
              </a>
            )}
          </li>
        ))}
      </ul>
      <details className="border-t border-line px-5 py-3 text-sm">
        <summary className="cursor-pointer text-xs text-fg-3 hover:text-fg">{t`What explains a difference without a mistake`}</summary>
        <ul className="mt-2 list-disc space-y-1 ps-4 text-xs text-fg-2">
          {notCompared.map(each => (
            <li key={each}>{each}.</li>
          ))}
        </ul>
      </details>
    </section>
  )
}

/** The daily comparison runs by itself; it is no more than a sentence, because the amounts of now are above it. */
function dailyInWords(daily: Comparison["daily"]): string {
  if (!daily) return t`By day, in UTC. On this day nothing was compared by itself.`
  const differing = daily.currencies.filter(({ difference }) => difference !== 0).map(({ currency }) => currency)
  const time = `${clockTime(daily.comparedAt)} ${tenantZone()}`
  return differing.length === 0
    ? t`By day, in UTC. Compared by itself at ${time}: both amounts were equal.`
    : t`By day, in UTC. Compared by itself at ${time}: the amounts in ${listOf(differing)} differed.`
}

const DayChooser = ({ date, today, onChange }: Pick<Props, "date" | "today" | "onChange">) => (
  <div className="flex items-center gap-1">
    <Button size="icon" variant="ghost" aria-label={t`Previous day`} onClick={() => onChange(addDays(date, -1))}>
      <ChevronLeft className="size-4" aria-hidden />
    </Button>
    <input
      type="date"
      aria-label={t`Day of the movements`}
      value={date}
      max={today}
      required
      onChange={event => event.target.value !== "" && event.target.value <= today && onChange(event.target.value)}
      className={cn(control, "w-auto")}
    />
    <Button size="icon" variant="ghost" aria-label={t`Next day`} disabled={date >= today} onClick={() => onChange(addDays(date, 1))}>
      <ChevronRight className="size-4" aria-hidden />
    </Button>
  </div>
)
