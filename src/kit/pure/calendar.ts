/** Dates and times of day as the clocks of a time zone show them. A local time is a Date whose UTC fields are what those clocks show. */

export const calendarUnits = ["day", "week", "month", "year"] as const
export type CalendarUnit = (typeof calendarUnits)[number]

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export const toLocal = (at: Date, zone: string): Date => new Date(at.getTime() + offsetMs(at.getTime(), zone))

/** The day that the clocks of a zone show, such as 2026-10-31. In this form days sort by time. */
export const dayOf = (at: Date, zone: string): string => toLocal(at, zone).toISOString().slice(0, "2026-10-31".length)

/**
 * The moment at which the clocks show a local time. If they show it twice, because they are put back, it is the first moment. If they skip
 * it, because they are put forward, it is later by the time that they skip.
 */
export function fromLocal(local: Date, zone: string): Date {
  const shown = local.getTime()
  const [before, after] = [-dayMs, dayMs].map(ms => shown - offsetMs(shown + ms, zone)) as [number, number]
  const moments = [before, after].filter(at => at + offsetMs(at, zone) === shown)
  return new Date(moments.length > 0 ? Math.min(...moments) : before)
}

/** The 31st becomes the last day of a shorter month. */
export function addUnits(local: Date, n: number, unit: CalendarUnit): Date {
  if (unit === "day" || unit === "week") return new Date(local.getTime() + n * (unit === "day" ? 1 : 7) * dayMs)
  const months = unit === "month" ? n : n * 12
  const moved = new Date(local)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(local.getUTCDate(), lastDay))
  return moved
}

/** The last millisecond of the day in the zone that is `daysLater` days after the day of `at`. */
export function endOfDay(at: Date, zone: string, daysLater = 0): Date {
  const day = Math.floor(toLocal(at, zone).getTime() / dayMs)
  return new Date(fromLocal(new Date((day + daysLater + 1) * dayMs), zone).getTime() - 1)
}

/** How far the zone's clocks are ahead of UTC. Since 1980 all clocks were changed at a full minute, so it is kept for each. */
function offsetMs(at: number, zone: string): number {
  if (at < year1980) return readOffsetMs(at, zone)
  const name = `${Math.floor(at / minuteMs)} ${zone}`
  let offset = offsets.get(name)
  if (offset === undefined) {
    if (offsets.size >= maxOffsets) offsets.clear()
    offsets.set(name, (offset = readOffsetMs(at, zone)))
  }
  return offset
}
const offsets = new Map<string, number>()
const maxOffsets = 1000
const year1980 = Date.UTC(1980, 0, 1)

function readOffsetMs(at: number, zone: string): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  const shown = new Date(0)
  shown.setUTCFullYear(year, month - 1, day) // Date.UTC takes the years 0 to 99 for 1900 to 1999
  return shown.setUTCHours(hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** Cached, because making one takes longer than formatting a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const numeric = "numeric" as const
  const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric, hourCycle: "h23" as const }
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, ...fields })
  clocks.set(timeZone, clock)
  return clock
}
