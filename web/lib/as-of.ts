import { addDays, dayText, firstOfMonth, monthName } from "./calendar.ts"
import { dayAndTime, fromLocal, localDate, startOfDay, tenantNow, tenantZone, toLocal } from "./time.ts"
import { t } from "./translate.ts"

/** An address may be typed by hand. */
export const isMoment = (text: string) => !Number.isNaN(Date.parse(text))

/** The last moment of a day in the tenant's zone. */
const endOf = (day: string) => new Date(Date.parse(startOfDay(addDays(day, 1))) - 1).toISOString()

/** The moment of a day and a time in the tenant's zone; without a time the end of the day. Undefined if it is not in the past. */
export function pastMoment(day: string, time: string, now = tenantNow()): string | undefined {
  if (day === "") return undefined
  const moment = time === "" ? endOf(day) : fromLocal(`${day}T${time}`)
  return Date.parse(moment) < now.getTime() ? moment : undefined
}

/** What a person would type for a moment: the end of a day needs no time. */
export function dayAndTimeOf(moment: string): { day: string; time: string } {
  if (!isMoment(moment)) return { day: "", time: "" }
  const at = new Date(moment)
  const day = localDate(at)
  return { day, time: isEndOf(day, at) ? "" : toLocal(at).slice(11) }
}

const isEndOf = (day: string, at: Date) => at.toISOString() === endOf(day)

/** "at the end of Oct 31, 2026 (Europe/Berlin)", "on Oct 31, 2026, 2:30 PM (Europe/Berlin)". */
export function momentInWords(moment: string): string {
  if (!isMoment(moment)) return t`at “${moment}”`
  const at = new Date(moment)
  const day = localDate(at)
  return isEndOf(day, at) ? t`at the end of ${dayText(day)} (${tenantZone()})` : t`on ${dayAndTime(moment)} (${tenantZone()})`
}

/** The moments that people ask for most. `since` is when the object began to exist. */
export function usualMoments(since: string | undefined): { label: string; moment: string }[] {
  const today = localDate()
  const lastMonth = addDays(firstOfMonth(today), -1)
  const lastYear = `${Number(today.slice(0, 4)) - 1}-12-31`
  const moments = [
    { label: t`Yesterday`, moment: endOf(addDays(today, -1)) },
    { label: t`End of ${monthName(lastMonth.slice(0, 7))}`, moment: endOf(lastMonth) },
    { label: t`End of ${lastYear.slice(0, 4)}`, moment: endOf(lastYear) },
  ]
  const isNew = (moment: string, index: number) => moments.findIndex(each => each.moment === moment) === index
  return moments.filter(({ moment }, index) => isNew(moment, index) && (since === undefined || moment >= since))
}
