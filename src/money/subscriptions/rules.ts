import { addUnits, type CalendarUnit, dayMs, endOfDay, fromLocal, toLocal } from "../../kit/pure/calendar.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { transitions } from "../../kit/pure/transitions.ts"
import { type AuthorizationStatus, byFile } from "../authorizations/values.ts"
import type { SavedMethodStatus } from "../saved-methods/values.ts"
import type { Status as IntentStatus } from "../payment-intents/values.ts"
import { subscriptionProblem } from "./errors.ts"
import type { Cadence } from "./schema.ts"
import type { SubscriptionStatus } from "./values.ts"

/** Which statuses may follow a status. */
const canFollow = {
  active: ["paused", "completed", "canceled"],
  paused: ["active", "completed", "canceled"],
  completed: [],
  canceled: [],
} satisfies Record<SubscriptionStatus, SubscriptionStatus[]>

export const assertCanFollow = transitions<SubscriptionStatus>("a subscription", canFollow)

type Limits = { end_at: Date | null; cycles: number | null }
/** The fields that the dates of cycles are computed from. */
type Schedule = Limits & { start_at: Date; cadence: Cadence }
type Progress = { cycle: number; next_step: number; next_cycle_at: Date | null; cancel_at: Date | null }

/** The last date whose year has four digits. */
const lastTime = new Date("9999-12-31T23:59:59.999Z")

/**
 * When the cycle begins that comes `step` cadences after the start: at the same local time, on the same day of the month or the last day of
 * a shorter month.
 */
export function cycleTime({ start_at, cadence }: Schedule, step: number, zone: string): Date {
  if (step === 0) return start_at
  return fromLocal(addUnits(toLocal(start_at, zone), step * cadence.every, cadence.unit), zone)
}

/** When the cycle with this number begins, at this step; null when the schedule ends before. */
function timeWithin(schedule: Schedule, cycle: number, step: number, zone: string): Date | null {
  const { end_at, cycles } = schedule
  if (cycles !== null && cycle > cycles) return null
  const at = cycleTime(schedule, step, zone)
  return at > lastTime || (end_at !== null && at >= end_at) ? null : at
}

const stateAt = (next_cycle_at: Date | null) => ({ status: next_cycle_at ? ("active" as const) : ("completed" as const), next_cycle_at })

/** The state after the next cycle is raised: the cycle after it is next, or the schedule is completed. */
export function afterCycle(row: Schedule & Progress, zone: string) {
  const cycle = row.cycle + 1
  const next_step = row.next_step + 1
  return { cycle, next_step, ...stateAt(timeWithin(row, cycle + 1, next_step, zone)) }
}

/** The first cycle after now. The schedule skips cycles that fell into a pause, and does not bill them later. */
export function afterPause(row: Schedule & Progress, zone: string, now: Date) {
  const { start_at, cadence } = row
  const longestMs = longestDays[cadence.unit] * cadence.every * dayMs
  // This first guess never exceeds the step we look for: no step is longer than longestMs, and a zone's clock shifts by less than a day.
  let next_step = Math.max(row.next_step, Math.floor((now.getTime() - start_at.getTime() - dayMs) / longestMs))
  while (cycleTime(row, next_step, zone) <= now) next_step++
  return { next_step, ...stateAt(timeWithin(row, row.cycle + 1, next_step, zone)) }
}
const longestDays: Record<CalendarUnit, number> = { day: 1, week: 7, month: 31, year: 366 }

/** The state of a schedule whose limits have changed. The next cycle keeps its time, unless that is outside the limits now. */
export function withinLimits({ cycle, next_cycle_at }: Progress, { end_at, cycles }: Limits) {
  const isOver = (cycles !== null && cycle >= cycles) || (end_at !== null && next_cycle_at !== null && next_cycle_at >= end_at)
  return stateAt(isOver ? null : next_cycle_at)
}

export function dueTime(at: Date, dueAfterDays: number, zone: string): Date {
  const dueAt = endOfDay(at, zone, dueAfterDays)
  return dueAt > lastTime ? lastTime : dueAt
}

type Previewed = Schedule & Progress & { due_after_days: number }

/** The next cycles, as they will be raised one after the other. */
export function upcomingCycles(row: Previewed, zone: string, limit: number): { cycle: number; at: Date; dueAt: Date }[] {
  const upcoming = []
  let state: Previewed = row
  while (state.next_cycle_at && state.cancel_at === null && upcoming.length < limit) {
    const at = state.next_cycle_at
    upcoming.push({ cycle: state.cycle + 1, at, dueAt: dueTime(at, row.due_after_days, zone) })
    state = { ...state, ...afterCycle(state, zone) }
  }
  return upcoming
}

/** A start in the past would bill all cycles since then at once. Less than a day is allowed, because callers' clocks may be behind. */
export function assertStart(start_at: Date, now: Date) {
  if (now.getTime() - start_at.getTime() >= dayMs) throw invalidField("startAt", "must not be a day or more ago; leave it out to start now")
}

export function assertLimits({ start_at, end_at, cycles, cycle }: Limits & { start_at: Date; cycle: number }) {
  if (end_at !== null && cycles !== null) throw invalidField("cycles", "can't be given together with endAt")
  if (end_at !== null && end_at <= start_at) throw invalidField("endAt", "must be after startAt")
  if (cycles !== null && cycles < cycle) throw invalidField("cycles", `must be at least ${cycle}, because that many cycles were raised`)
}

type State = { status: SubscriptionStatus; cancel_at: Date | null }

function assertStatus({ status }: State, action: string, allowed: readonly SubscriptionStatus[]) {
  if (!allowed.includes(status)) throw subscriptionProblem("SUB-2001", { status, action, allowed: allowed.join(" and ") })
}

export const assertChangeable = (row: State) => assertStatus(row, "changed", ["active", "paused"])
export const assertCancelable = (row: State) => assertStatus(row, "canceled", ["active", "paused"])
export const assertResumable = (row: State) => assertStatus(row, "resumed", ["paused"])
export function assertPausable(row: State) {
  assertStatus(row, "paused", ["active"])
  if (row.cancel_at) throw subscriptionProblem("SUB-2002", { cancelAt: isoTime(row.cancel_at) })
}

export function assertStartChangeable({ cycle }: { cycle: number }) {
  if (cycle > 0) throw subscriptionProblem("SUB-2003", { cycle })
}

type Mandate = { id: string; gateway: string; status: AuthorizationStatus; contact_id: string; currency: string; max_amount: number | null }
type Debit = { contact_id: string; currency: string; amount: number }

/** Whether every cycle may debit by the mandate. It need not be active yet. */
export function assertMandateFits(mandate: Mandate, { contact_id, currency, amount }: Debit) {
  const { id: authorization, status, max_amount } = mandate
  const reasons = [
    ["pending-approval", "pending", "active"].includes(status) ? [] : [`it is ${status}`],
    mandate.gateway === byFile ? ["you hold it yourself: use the mode request, and its bills are collected with payment files"] : [],
    mandate.contact_id === contact_id ? [] : ["another contact gave it"],
    mandate.currency === currency ? [] : [`it debits ${mandate.currency}, and this is in ${currency}`],
    max_amount === null || amount <= max_amount ? [] : [`it allows at most ${max_amount} at once, and a cycle is ${amount}`],
  ]
  const [reason] = reasons.flat()
  if (reason) throw subscriptionProblem("SUB-1001", { authorization, reason })
}

type Saved = { id: string; status: SavedMethodStatus; contact_id: string }

/** Whether every cycle may be charged to the card. */
export function assertCardFits({ id: savedMethod, status, contact_id: owner }: Saved, { contact_id }: Pick<Debit, "contact_id">) {
  const reason = status !== "active" ? `it is ${status}` : owner === contact_id ? undefined : "another contact saved it"
  if (reason) throw subscriptionProblem("SUB-1002", { savedMethod, reason })
}

/** What a subscription charges by; null where it only asks. */
export function chargeSourceOf({ mode, authorization_id }: { mode: string; authorization_id: string | null }) {
  if (mode !== "auto-charge") return null
  return authorization_id === null ? "saved-method" : "authorization"
}

/** A payer who is asked to confirm a payment gets at least this long. */
const minConfirmMs = 3 * dayMs

/**
 * Until when a charge waits for a payer whose bank asks for confirmation: until the last of the days on which a failed charge would be
 * tried again. It is not tried again before, because the bank would ask again.
 */
export function confirmUntil(firstAttemptAt: Date, dunningDays: readonly number[], now: Date): Date {
  const lastMs = firstAttemptAt.getTime() + Math.max(0, ...dunningDays) * dayMs
  return new Date(Math.max(lastMs, now.getTime() + minConfirmMs))
}

/** When a charge that failed is tried again: on the next of the days after its first attempt; undefined after the last. */
export function nextAttemptAt(firstAttemptAt: Date, dunningDays: readonly number[], now: Date): Date | undefined {
  return dunningDays.map(days => new Date(firstAttemptAt.getTime() + days * dayMs)).find(at => at > now)
}

const openStatuses: readonly IntentStatus[] = ["due", "overdue", "paid-partial"]

/** A canceled subscription debits nothing; the payment intents that it raised stay due. */
export const isChargeable = ({ status }: Pick<State, "status">, intent: { status: IntentStatus }) =>
  status !== "canceled" && openStatuses.includes(intent.status)
