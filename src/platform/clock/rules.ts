import { addUnits, dayMs, fromLocal, hourMs, toLocal } from "../../kit/pure/calendar.ts"
import { generalProblem, invalidField } from "../../kit/pure/errors.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { Move } from "./schema.ts"

const unitMs = { W: 7 * dayMs, D: dayMs, H: hourMs, M: 60_000, S: 1_000 }

/** How far a sandbox clock may be ahead in total: the time in an id has a limited range. */
const maxOffsetMs = 50 * 365 * unitMs.D
const maxMonths = 50 * 12

/** Adds years and months by the calendar of the zone, the rest by the clock. A month after 31 January is 28 February. */
export function addDuration(from: Date, duration: string, zone: string): Date {
  const [date = "", time = ""] = duration.slice(1).split("T")
  const months = 12 * countOf(date, "Y") + countOf(date, "M")
  const days = unitMs.W * countOf(date, "W") + unitMs.D * countOf(date, "D")
  const hours = unitMs.H * countOf(time, "H") + unitMs.M * countOf(time, "M") + unitMs.S * countOf(time, "S")
  return new Date(addMonths(from, months, zone).getTime() + days + Math.round(hours))
}

const countOf = (part: string, unit: string) => Number(new RegExp(`([\\d.]+)${unit}`).exec(part)?.[1] ?? 0)

function addMonths(from: Date, months: number, zone: string): Date {
  if (months === 0 || months > maxMonths) return new Date(months === 0 ? from : NaN)
  return fromLocal(addUnits(toLocal(from, zone), months, "month"), zone)
}

type Start = {
  /** The time of the tenant's clock, and how far it is ahead of the real time. */
  from: Date
  offsetMs: number
  zone: string
  /** When the first entry of the queue falls due. */
  next: Date | undefined
}

/** The target of a move. Throws if it is not in the future, or too far ahead. */
export function targetOf({ advance, to }: Move, { from, offsetMs, zone, next }: Start): Date {
  if ((advance === undefined) === (to === undefined)) throw invalidField("advance", "must be given, or else `to`, but not both")
  const target = advance !== undefined ? addDuration(from, advance, zone) : to === "next" ? (next ?? from) : to!
  if (target < from) throw invalidField("to", `must be after ${isoTime(from)}, where the clock is or is moving to; it never goes back`)
  const isTooFar = !(offsetMs + target.getTime() - from.getTime() <= maxOffsetMs)
  if (isTooFar) throw generalProblem("TNT-1002")
  return target
}

type Jump = { starts_at: Date; at: Date; target: Date; ended_at: Date | null }

/** How much of the way is done, 0 to 1. */
export function progressOf({ starts_at, at, target, ended_at }: Jump): number {
  if (ended_at !== null) return 1
  const wayMs = target.getTime() - starts_at.getTime()
  return wayMs === 0 ? 0 : Math.floor((1000 * (at.getTime() - starts_at.getTime())) / wayMs) / 1000
}
