import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { addMonths, dayOf, daysIn, firstDay, isDay, lastDay, median, monthsIn, percentile, piecesOf, rangeOf } from "./rules.ts"

test("accepts only days that the calendar has", () => {
  for (const day of ["2026-01-31", "2024-02-29", "0001-01-01", "9999-12-31"]) assert.equal(isDay(day), true, day)
  for (const text of ["2026-02-30", "2026-2-3", "2026-13-01", "yesterday", "2026-01-31T00:00:00Z"]) assert.equal(isDay(text), false, text)
})

test("lists the days and months of any range, up to the end of the year 9999", () => {
  assert.deepEqual(daysIn({ from: "9999-12-30", to: "9999-12-31" }), ["9999-12-30", "9999-12-31"])
  assert.deepEqual(monthsIn({ from: "9999-11-30", to: "9999-12-31" }), ["9999-11", "9999-12"])
  assert.deepEqual([daysIn({ from: "2026-01-02", to: "2026-01-01" }), monthsIn({ from: "2026-02-01", to: "2026-01-31" })], [[], []])
})

test("counts a time on its day in the time zone", () => {
  const time = new Date("2026-03-01T02:30:00Z")
  const days = ["UTC", "America/Sao_Paulo", "Pacific/Kiritimati"].map(zone => dayOf(time, zone))
  assert.deepEqual(days, ["2026-03-01", "2026-02-28", "2026-03-01"])
})

test("covers the current month and the eleven before it when no dates are given", () => {
  assert.deepEqual(rangeOf({}, "2026-11-15"), { from: "2025-12-01", to: "2026-11-15" })
  assert.deepEqual(rangeOf({ to: "2026-01-10" }, "2026-11-15"), { from: "2025-02-01", to: "2026-01-10" })
  assert.deepEqual(rangeOf({ from: "2027-01-01" }, "2026-11-15"), { from: "2027-01-01", to: "2027-01-01" })
})

test("a range is in order and at most ten years long", () => {
  assert.throws(() => rangeOf({ from: "2026-02-01", to: "2026-01-31" }, "2026-11-15"), { code: "VAL-1003" })
  assert.throws(() => rangeOf({ from: "2000-01-01" }, "2026-11-15"), { code: "VAL-1003" })
})

test("splits a range into pieces that contain each day once", () => {
  const day = fc
    .date({ min: new Date("2023-01-01"), max: new Date("2026-12-31"), noInvalidDate: true })
    .map(date => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, (a, b) => {
      const range = a < b ? { from: a, to: b } : { from: b, to: a }
      const days = piecesOf(range).flatMap(({ grain, from, to }) =>
        grain === "day"
          ? daysIn({ from, to })
          : monthsIn({ from, to }).flatMap(month => daysIn({ from: firstDay(month), to: lastDay(month) })),
      )
      assert.deepEqual(days, daysIn(range))
    }),
  )
})

test("a year of whole months is read as months", () => {
  assert.deepEqual(piecesOf({ from: "2026-01-01", to: "2026-12-31" }), [{ grain: "month", from: "2026-01-01", to: "2026-12-01" }])
  assert.equal(addMonths("2026-01", -1), "2025-12")
})

test("computes median and percentile from counted values as from a list", () => {
  const counted = fc.array(fc.record({ value: fc.nat({ max: 9 }), count: fc.integer({ min: 1, max: 5 }) }), { minLength: 1 })
  fc.assert(
    fc.property(counted, values => {
      const all = values.flatMap(({ value, count }) => Array<number>(count).fill(value)).sort((a, b) => a - b)
      assert.equal(median(values), (all[Math.floor((all.length - 1) / 2)]! + all[Math.floor(all.length / 2)]!) / 2)
      assert.equal(percentile(values, 90), all[Math.ceil((all.length * 90) / 100) - 1])
    }),
  )
  assert.deepEqual([median([]), percentile([], 90)], [0, 0])
})
