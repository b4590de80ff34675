import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { calendarUnits, dayMs } from "../../kit/pure/calendar.ts"
import { cadenceIn } from "./cadence-words.ts"
import { afterCycle, afterPause, cycleTime, dueTime, isChargeable, nextAttemptAt, upcomingCycles, withinLimits } from "./rules.ts"

const zones = ["UTC", "America/Sao_Paulo", "Europe/Berlin", "Asia/Tokyo", "America/New_York", "Australia/Lord_Howe"]
const days = new Map(zones.map(timeZone => [timeZone, new Intl.DateTimeFormat("sv-SE", { timeZone })]))
const dayIn = (zone: string, time: Date) => days.get(zone)!.format(time)
const at = (text: string) => new Date(text)
const monthly = { every: 1, unit: "month" as const }
const newRow = (fields: object = {}) => {
  const start_at = at("2027-01-31T08:30:00Z")
  const limits = { end_at: null, cycles: null }
  const state = { cycle: 0, next_step: 0, next_cycle_at: start_at, cancel_at: null }
  return { start_at, cadence: monthly, due_after_days: 0, ...limits, ...state, ...fields }
}
const times = (row: ReturnType<typeof newRow>, zone: string, n: number) => upcomingCycles(row, zone, n).map(each => each.at.toISOString())

test("schedules a start on 31 January for the last of February, then 31 March, in the tenant's zone", () => {
  assert.deepEqual(times(newRow(), "UTC", 3), ["2027-01-31T08:30:00.000Z", "2027-02-28T08:30:00.000Z", "2027-03-31T08:30:00.000Z"])
  const start_at = at("2027-01-30T23:30:00Z") // the 31st in Tokyo
  const inTokyo = times(newRow({ start_at, next_cycle_at: start_at }), "Asia/Tokyo", 3)
  assert.deepEqual(inTokyo, ["2027-01-30T23:30:00.000Z", "2027-02-27T23:30:00.000Z", "2027-03-30T23:30:00.000Z"])
})

test("keeps the local hour when daylight saving changes, and raises one cycle a day", () => {
  const start_at = at("2027-03-26T08:00:00Z")
  const row = newRow({ start_at, next_cycle_at: start_at, cadence: { every: 1, unit: "day" } })
  const expected = ["26T08", "27T08", "28T07", "29T07"].map(each => `2027-03-${each}:00:00.000Z`)
  assert.deepEqual(times(row, "Europe/Berlin", 4), expected)
})

test("keeps a start at an hour that the local clock shows twice", () => {
  const start_at = at("2027-10-31T01:30:00Z") // the second 2:30 in Berlin
  assert.equal(cycleTime(newRow({ start_at }), 0, "Europe/Berlin").toISOString(), "2027-10-31T01:30:00.000Z")
})

test("a schedule ends with its number of cycles, or before its end", () => {
  assert.equal(times(newRow({ cycles: 2 }), "UTC", 10).length, 2)
  assert.equal(times(newRow({ end_at: at("2027-03-31T08:30:00Z") }), "UTC", 10).length, 2)
  assert.equal(times(newRow({ end_at: at("2027-03-31T08:30:00.001Z") }), "UTC", 10).length, 3)
  const last = newRow({ cycles: 2, cycle: 1, next_step: 1 })
  assert.deepEqual(afterCycle(last, "UTC"), { cycle: 2, next_step: 2, status: "completed", next_cycle_at: null })
  assert.equal(times(newRow({ cadence: { every: 1000, unit: "year" } }), "UTC", 100).length, 8) // up to the year 9999
})

test("the last cycle of the calendar is due in a year of four digits", () => {
  const dueAt = (days: number, zone: string) => dueTime(at("9999-12-31T12:00:00Z"), days, zone).toISOString()
  assert.deepEqual([dueAt(0, "America/Sao_Paulo"), dueAt(365, "UTC")], ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"])
})

test("a schedule that is paused, or ends with its cycle, has no upcoming cycles", () => {
  assert.deepEqual(times(newRow({ next_cycle_at: null }), "UTC", 3), [])
  assert.deepEqual(times(newRow({ cancel_at: at("2027-01-31T08:30:00Z") }), "UTC", 3), [])
})

test("a resumed schedule continues with the first cycle after now", () => {
  const row = newRow({ cycle: 1, next_step: 1, next_cycle_at: null })
  for (const [now, step, next] of [
    ["2027-02-01T00:00:00Z", 1, "2027-02-28T08:30:00.000Z"],
    ["2027-02-28T08:30:00Z", 2, "2027-03-31T08:30:00.000Z"],
    ["2027-06-15T00:00:00Z", 5, "2027-06-30T08:30:00.000Z"],
    ["2077-01-31T08:29:59Z", 600, "2077-01-31T08:30:00.000Z"],
  ] as const) {
    const resumed = afterPause(row, "UTC", at(now))
    assert.deepEqual([resumed.next_step, resumed.next_cycle_at?.toISOString()], [step, next], now)
  }
  const ended = afterPause({ ...row, end_at: at("2027-05-01T00:00:00Z") }, "UTC", at("2027-06-15T00:00:00Z"))
  assert.deepEqual([ended.status, ended.next_cycle_at], ["completed", null])
})

test("completes a schedule whose next cycle is outside its new limits", () => {
  const row = newRow({ cycle: 2, next_cycle_at: at("2027-03-31T08:30:00Z") })
  assert.equal(withinLimits(row, { end_at: null, cycles: 2 }).status, "completed")
  assert.equal(withinLimits(row, { end_at: null, cycles: 3 }).status, "active")
  assert.equal(withinLimits(row, { end_at: at("2027-03-31T08:30:00Z"), cycles: null }).status, "completed")
  assert.equal(withinLimits(row, { end_at: at("2027-04-01T00:00:00Z"), cycles: null }).status, "active")
})

const schedules = fc.record({
  start_at: fc.date({ min: at("2020-01-01Z"), max: at("2060-01-01Z"), noInvalidDate: true }),
  cadence: fc.record({ every: fc.integer({ min: 1, max: 12 }), unit: fc.constantFrom(...calendarUnits) }),
  zone: fc.constantFrom(...zones),
})

test("each cycle follows the last and is due at the end of its first day, and the preview equals the cycles that are raised", () => {
  fc.assert(
    fc.property(schedules, ({ start_at, cadence, zone }) => {
      let row = newRow({ start_at, cadence, next_cycle_at: start_at })
      for (const { cycle, at: time, dueAt } of upcomingCycles(row, zone, 40)) {
        assert.deepEqual([cycle, time], [row.cycle + 1, row.next_cycle_at])
        assert.ok(dueAt >= time && dueAt.getTime() - time.getTime() <= 25 * 3_600_000)
        assert.equal(dayIn(zone, dueAt), dayIn(zone, time))
        assert.notEqual(dayIn(zone, new Date(dueAt.getTime() + 1)), dayIn(zone, time))
        assert.ok(dueTime(time, 3, zone) > dueAt)
        const next = afterCycle(row, zone)
        assert.ok(next.next_cycle_at! > time)
        row = { ...row, ...next, next_cycle_at: next.next_cycle_at! }
      }
    }),
  )
})

test("skips exactly the cycles of a pause of any length: the last skipped cycle was not after now", () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 0, max: 30 * 366 * dayMs }), ({ start_at, cadence, zone }, ms) => {
      const row = newRow({ start_at, cadence, next_cycle_at: null })
      const now = new Date(start_at.getTime() + ms)
      const { next_step, next_cycle_at } = afterPause(row, zone, now)
      assert.ok(next_cycle_at! > now && cycleTime(row, next_step - 1, zone) <= now)
    }),
    { numRuns: 300 },
  )
})

test("a charge is tried again on the next dunning day, and not after the last", () => {
  const first = at("2027-01-01T10:00:00Z")
  const next = (now: string, days = [1, 3, 5]) => nextAttemptAt(first, days, at(now))?.toISOString()
  assert.equal(next("2027-01-01T10:00:05Z"), "2027-01-02T10:00:00.000Z")
  assert.equal(next("2027-01-02T10:00:05Z"), "2027-01-04T10:00:00.000Z")
  assert.equal(next("2027-01-05T00:00:00Z"), "2027-01-06T10:00:00.000Z")
  assert.equal(next("2027-01-06T10:00:00Z"), undefined)
  assert.equal(next("2027-01-01T10:00:05Z", []), undefined)
})

test("charges nothing for a canceled subscription, or for an intent that is paid or canceled", () => {
  const charged = [
    ["active", "due"],
    ["paused", "overdue"],
    ["completed", "paid-partial"],
  ] as const
  for (const [status, intent] of charged) assert.equal(isChargeable({ status }, { status: intent }), true)
  const passedOver = [
    ["canceled", "due"],
    ["active", "paid-full"],
    ["active", "canceled"],
  ] as const
  for (const [status, intent] of passedOver) assert.equal(isChargeable({ status }, { status: intent }), false)
})

test("writes a cadence as people say it", () => {
  const twoWeeks = { every: 2, unit: "week" } as const
  assert.deepEqual([cadenceIn("en", monthly), cadenceIn("en", twoWeeks)], ["every month", "every 2 weeks"])
  assert.deepEqual([cadenceIn("de", monthly), cadenceIn("de", twoWeeks)], ["monatlich", "alle 2 Wochen"])
  assert.deepEqual([cadenceIn("fr", monthly), cadenceIn("fr", twoWeeks)], ["chaque mois", "toutes les 2 semaines"])
})
