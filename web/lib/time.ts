import { locale } from "./language.ts"
import { t } from "./translate.ts"

const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
]

/** The tenant's clock and zone. A sandbox's clock may be ahead of real time. */
const clock = { offsetMs: 0, zone: "UTC" }

export function setClock(now: string, zone: string) {
  clock.offsetMs = Date.parse(now) - Date.now()
  clock.zone = zone
}

export const tenantNow = () => new Date(Date.now() + clock.offsetMs)
export const tenantZone = () => clock.zone

/** "3 hours ago", "in 2 weeks". */
export function ago(at: string, now = tenantNow()): string {
  const seconds = (Date.parse(at) - now.getTime()) / 1000
  for (const [unit, size] of steps) if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  return t`just now`
}

export const dayAndTime = (at: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: clock.zone }).format(new Date(at))

export const exactTime = (at: string) => `${dayAndTime(at)} ${clock.zone}`

/** The zone, if it differs from the reader's own: otherwise the reader would take the time for their own. */
export const foreignZone = () => (Intl.DateTimeFormat().resolvedOptions().timeZone === clock.zone ? "" : clock.zone)

/** "From Nov 3, 2026, 9:00 AM until Nov 10, 2026, 6:00 PM UTC". */
export const exactPeriod = (from: string, until: string) => t`From ${dayAndTime(from)} until ${exactTime(until)}`

/** "15:02:11": the time of the day in the tenant's zone. */
export const clockTime = (at: string) => new Intl.DateTimeFormat(locale, { timeStyle: "medium", timeZone: clock.zone }).format(new Date(at))

export const shortDate = (at: string) => {
  const isThisYear = yearOf(new Date(at)) === yearOf(tenantNow())
  const year = isThisYear ? {} : { year: "numeric" as const }
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: clock.zone, ...year }).format(new Date(at))
}

/** In the tenant's zone: the last day of a year west of Greenwich ends in the next year of UTC. */
const yearOf = (at: Date) => localDate(at).slice(0, 4)

/** Today in the tenant's zone, as an input of type date wants it. */
export const localDate = (at: Date = tenantNow()) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: clock.zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at)

/** The first moment of a day in the tenant's zone. */
export const startOfDay = (date: string) => fromLocal(`${date}T00:00:00`)

/** The last second of a day in the tenant's zone. */
export const endOfDay = (date: string) => fromLocal(`${date}T23:59:59`)

/** The value of an input of type datetime-local, in the tenant's zone, as a moment. */
export function fromLocal(text: string): string {
  const asUtc = Date.parse(`${text}Z`)
  const nearly = asUtc - zoneOffsetMs(new Date(asUtc)) // an hour off if daylight saving begins or ends between the two
  return new Date(asUtc - zoneOffsetMs(new Date(nearly))).toISOString()
}

/** A moment as an input of type datetime-local wants it, in the tenant's zone. */
export const toLocal = (at: Date) => new Date(at.getTime() + zoneOffsetMs(at)).toISOString().slice(0, 16)

/** How far the tenant's zone is ahead of UTC at that moment. */
function zoneOffsetMs(at: Date): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: clock.zone, timeZoneName: "longOffset" })
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "GMT"
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
