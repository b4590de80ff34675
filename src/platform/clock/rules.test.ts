import assert from "node:assert/strict"
import { test } from "node:test"
import { addDuration, progressOf, targetOf } from "./rules.ts"

const at = (time: string) => new Date(time)

test("adds a duration by the calendar: years and months first, then limits the day to the end of the month", () => {
  const cases = [
    ["2026-01-31T12:00:00Z", "P1M", "2026-02-28T12:00:00.000Z"],
    ["2028-01-31T12:00:00Z", "P1M", "2028-02-29T12:00:00.000Z"],
    ["2028-02-29T12:00:00Z", "P1Y", "2029-02-28T12:00:00.000Z"],
    ["2026-11-30T23:59:59Z", "P1Y3M", "2028-02-29T23:59:59.000Z"],
    ["2026-01-31T12:00:00Z", "P1M1D", "2026-03-01T12:00:00.000Z"],
    ["2026-01-01T00:00:00Z", "P2W", "2026-01-15T00:00:00.000Z"],
    ["2026-01-01T00:00:00Z", "P30DT1H2M3.5S", "2026-01-31T01:02:03.500Z"],
    ["2026-01-01T00:00:00Z", "PT90M", "2026-01-01T01:30:00.000Z"],
    ["2026-01-01T00:00:00Z", "PT0S", "2026-01-01T00:00:00.000Z"],
  ] as const
  const newYork = addDuration(at("2026-03-05T15:00:00Z"), "P1M", "America/New_York")
  assert.equal(newYork.toISOString(), "2026-04-05T14:00:00.000Z", "the hour of the day stays the same over daylight saving")
  for (const [from, duration, to] of cases) assert.equal(addDuration(at(from), duration, "UTC").toISOString(), to, `${from} + ${duration}`)
})

test("requires either a duration or a destination, ahead of the clock and at most 50 years ahead of the real time", () => {
  const from = at("2026-01-01T00:00:00Z")
  const refusal = (move: object, offsetMs = 0) => {
    try {
      targetOf(move, { from, offsetMs, zone: "UTC", next: undefined })
    } catch (error) {
      return (error as { code: string }).code
    }
    return undefined
  }
  assert.equal(refusal({}), "VAL-1003")
  assert.equal(refusal({ advance: "P1D", to: "next" }), "VAL-1003")
  assert.equal(refusal({ to: at("2025-12-31T23:59:59Z") }), "VAL-1003")
  assert.equal(refusal({ advance: "P51Y" }), "TNT-1002")
  assert.equal(refusal({ advance: "P999999999Y" }), "TNT-1002")
  assert.equal(refusal({ advance: "P1Y" }, 50 * 365 * 86_400_000), "TNT-1002")
  assert.equal(refusal({ advance: "P1Y" }), undefined)
  const start = { from, offsetMs: 0, zone: "UTC" }
  const next = at("2026-02-01T00:00:00Z")
  assert.deepEqual(targetOf({ to: "next" }, { ...start, next }), next)
  assert.deepEqual(targetOf({ to: "next" }, { ...start, next: undefined }), from)
})

test("reports the share of the way as progress, and 1 only at the end", () => {
  const jump = { starts_at: at("2026-01-01T00:00:00Z"), target: at("2026-01-11T00:00:00Z"), ended_at: null }
  assert.equal(progressOf({ ...jump, at: jump.starts_at }), 0)
  assert.equal(progressOf({ ...jump, at: at("2026-01-06T00:00:00Z") }), 0.5)
  assert.equal(progressOf({ ...jump, at: jump.target, target: jump.starts_at, ended_at: null, starts_at: jump.starts_at }), 0)
  assert.equal(progressOf({ ...jump, at: jump.target, ended_at: jump.target }), 1)
})
