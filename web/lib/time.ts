const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
]

/** The tenant's clock and zone. A sandbox's clock may be ahead of the world's. */
const clock = { offsetMs: 0, zone: "UTC" }

export function setClock(now: string, zone: string) {
  clock.offsetMs = Date.parse(now) - Date.now()
  clock.zone = zone
}

export const tenantNow = () => new Date(Date.now() + clock.offsetMs)
export const tenantZone = () => clock.zone

/** "3 hours ago", "in 2 weeks". */
export function ago(at: string): string {
  const seconds = (Date.parse(at) - tenantNow().getTime()) / 1000
  for (const [unit, size] of steps) if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  return "just now"
}

export const exactTime = (at: string) =>
  `${new Intl.DateTimeFormat(navigator.language, { dateStyle: "medium", timeStyle: "short", timeZone: clock.zone }).format(new Date(at))} ${clock.zone}`

export const shortDate = (at: string) => {
  const sameYear = new Date(at).getUTCFullYear() === tenantNow().getUTCFullYear()
  const year = sameYear ? {} : { year: "numeric" as const }
  return new Intl.DateTimeFormat(navigator.language, { day: "numeric", month: "short", timeZone: clock.zone, ...year }).format(new Date(at))
}

/** Today in the tenant's zone, as an input of type date wants it. */
export const localDate = (at: Date = tenantNow()) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: clock.zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at)

/** The last second of a day in the tenant's zone. */
export function endOfDay(date: string): string {
  const asUtc = Date.parse(`${date}T23:59:59Z`)
  return new Date(asUtc - zoneOffsetMs(new Date(asUtc))).toISOString()
}

/** How far the tenant's zone is ahead of UTC at that moment. */
function zoneOffsetMs(at: Date): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: clock.zone, timeZoneName: "longOffset" })
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "GMT"
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
