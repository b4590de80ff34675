import { addDays, lastOfMonth } from "../lib/calendar.ts"
import { localDate } from "../lib/time.ts"
import { t } from "../lib/translate.ts"

type Props = { label: string; value: string; onChange(day: string): void }

const look =
  "h-7 rounded-md px-2 text-xs text-fg-2 shadow-line hover:bg-hover " +
  "aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-fg"

/** The days by which people mostly ask to be paid, in the tenant's zone. */
export function UsualDays({ label, value, onChange }: Props) {
  const today = localDate()
  const usual = [
    { name: t`Today`, day: today },
    { name: t`End of this month`, day: lastOfMonth(today) },
    { name: t`In 30 days`, day: addDays(today, 30) },
  ]
  return (
    <div role="group" aria-label={t`${label}: usual days`} className="mt-1.5 flex flex-wrap gap-1.5">
      {usual.map(({ name, day }) => (
        <button key={name} type="button" aria-pressed={day === value} onClick={() => onChange(day)} className={look}>
          {name}
        </button>
      ))}
    </div>
  )
}
