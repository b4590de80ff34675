import { CalendarRange } from "lucide-react"
import { useState } from "react"
import { periodsUpTo } from "../lib/calendar.ts"
import { t } from "../lib/translate.ts"
import { cn } from "./cn.ts"
import { control } from "./control.ts"

type Range = { from: string; to: string }
type Props = {
  label: string
  /** Empty if the list is not limited. */
  value: Range
  today: string
  /** The label for no limit. */
  none: string
  onChange(range: Range): void
}

const ownDays = "own"

/** The days that are shown first when a person chooses their own period. */
const lastThirtyDays = (periods: readonly Range[], { from, to }: Range) => (from === "" ? periods[2] : { from, to })

/** A few usual periods, or a first and a last day. */
export function PeriodField({ label, value, today, none, onChange }: Props) {
  const [isTyping, setTyping] = useState(false)
  const periods = periodsUpTo(today)
  const isNone = value.from === "" && value.to === ""
  const chosen = periods.findIndex(({ from, to }) => from === value.from && to === value.to)
  const isOwn = !isNone && (isTyping || chosen === -1)
  const choose = (choice: string) => {
    setTyping(choice === ownDays)
    const period = choice === ownDays ? lastThirtyDays(periods, value) : periods[Number(choice)]
    if (choice === "" || !period) onChange({ from: "", to: "" })
    else onChange({ from: period.from, to: period.to })
  }
  return (
    <span className={cn("flex min-w-0 flex-wrap items-center gap-2 max-sm:grow", isOwn && "max-sm:basis-full")}>
      <span className={cn("relative max-sm:grow", isOwn && "max-sm:basis-full")}>
        <CalendarRange className="pointer-events-none absolute top-2 start-2.5 size-4 text-fg-3 max-sm:hidden" aria-hidden />
        <select
          aria-label={label}
          value={isNone ? "" : isOwn ? ownDays : String(chosen)}
          onChange={event => choose(event.target.value)}
          className={cn(control, "font-medium sm:w-auto sm:ps-8")}
        >
          <option value="">{none}</option>
          {periods.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
          <option value={ownDays}>{t`From … to …`}</option>
        </select>
      </span>
      {isOwn && (
        <>
          <input
            type="date"
            aria-label={t`${label}: first day`}
            value={value.from}
            max={value.to}
            onChange={event => onChange({ ...value, from: event.target.value })}
            className={cn(control, "max-sm:flex-1 sm:w-auto")}
          />
          <span aria-hidden className="text-fg-3">
            –
          </span>
          <input
            type="date"
            aria-label={t`${label}: last day`}
            value={value.to}
            min={value.from}
            onChange={event => onChange({ ...value, to: event.target.value })}
            className={cn(control, "max-sm:flex-1 sm:w-auto")}
          />
        </>
      )}
    </span>
  )
}
