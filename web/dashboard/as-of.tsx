import { useNavigate, useSearch } from "@tanstack/react-router"
import { History } from "lucide-react"
import { type FormEvent, useState } from "react"
import { dayAndTimeOf, momentInWords, pastMoment, usualMoments } from "../lib/as-of.ts"
import { localDate, tenantZone } from "../lib/time.ts"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { cn } from "../ui/cn.ts"
import { control } from "../ui/control.ts"
import { Note } from "../ui/note.tsx"
import { Popover } from "../ui/popover.tsx"
import type { ListSearch } from "./list-query.ts"

/** The moment in the address, `?asOf=2026-10-31T22:59:59.999Z`: the page shows what was known then. Undefined is now. */
export const useAsOf = (): string | undefined => (useSearch({ strict: false }) as ListSearch)["asOf"] || undefined

function useSetAsOf() {
  const search = useSearch({ strict: false }) as ListSearch
  const navigate = useNavigate()
  return (moment: string | undefined) => {
    const { asOf: _, ...others } = search
    void navigate({ to: ".", search: moment === undefined ? others : { ...others, asOf: moment }, resetScroll: false })
  }
}

type Props = {
  label?: string
  /** When the object began to exist. */
  since?: string | undefined
}

/** The button that asks for an earlier day or time. */
export function AsOfButton({ label = t`Earlier…`, since }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label={t`Show an earlier time`}
      isOpen={isOpen}
      onOpen={setOpen}
      trigger={
        <Button>
          <History className="size-4 text-fg-3" aria-hidden /> {label}
        </Button>
      }
    >
      <Chooser since={since} onDone={() => setOpen(false)} />
    </Popover>
  )
}

function Chooser({ since, onDone }: { since: string | undefined; onDone(): void }) {
  const asOf = useAsOf()
  const setAsOf = useSetAsOf()
  const [{ day, time }, setTyped] = useState(() => (asOf === undefined ? { day: "", time: "" } : dayAndTimeOf(asOf)))
  const show = (moment: string | undefined) => {
    setAsOf(moment)
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    show(pastMoment(day, time)) // today, without a time, has not ended: that is now
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <p className="text-xs text-fg-3">
        {t`What was known at an earlier time, without what was recorded later. Times are in ${tenantZone()}.`}
      </p>
      <div className="flex gap-2">
        <label className="min-w-0 flex-1 text-xs text-fg-2">
          {t`Day`}
          <input
            type="date"
            required
            value={day}
            min={since && localDate(new Date(since))}
            max={localDate()}
            onChange={event => setTyped({ day: event.target.value, time })}
            className={cn(control, "mt-1")}
          />
        </label>
        <label className="w-28 text-xs text-fg-2">
          {t`Time`}
          <input type="time" value={time} onChange={event => setTyped({ day, time: event.target.value })} className={cn(control, "mt-1")} />
        </label>
      </div>
      <p className="text-xs text-fg-3">{t`Without a time it is the end of the day.`}</p>
      <div className="flex flex-wrap gap-2">
        {usualMoments(since).map(each => (
          <Button key={each.label} size="sm" onClick={() => show(each.moment)}>
            {each.label}
          </Button>
        ))}
      </div>
      <Button type="submit" variant="primary" className="w-full">
        {t`Show`}
      </Button>
    </form>
  )
}

type BannerProps = {
  asOf: string
  /** "The payment as it was", "Balances as they were". */
  what: string
  since?: string | undefined
}

/** Says that the page is about the past, and leads back to now. */
export function AsOfBanner({ asOf, what, since }: BannerProps) {
  const setAsOf = useSetAsOf()
  return (
    <Note
      role="status"
      tone="warn"
      icon={History}
      title={t`${what} known ${momentInWords(asOf)}`}
      action={
        <span className="flex shrink-0 flex-wrap justify-end gap-2">
          <AsOfButton label={t`Change…`} since={since} />
          <Button variant="primary" onClick={() => setAsOf(undefined)}>
            {t`Back to now`}
          </Button>
        </span>
      }
    >
      {t`What was recorded later is left out. Nothing can be changed here.`}
    </Note>
  )
}
