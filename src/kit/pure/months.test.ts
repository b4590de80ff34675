import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { monthOf, monthStart, nextMonth, previousMonth } from "./months.ts"

const zones = ["UTC", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Niue", "America/Asuncion", "Europe/Berlin"]

test("a month begins at midnight in the zone, also where the clock is changed at that midnight", () => {
  const table: [month: string, zone: string, start: string][] = [
    ["2026-11", "UTC", "2026-11-01T00:00:00.000Z"],
    ["2026-11", "America/Sao_Paulo", "2026-11-01T03:00:00.000Z"],
    ["2026-11", "Asia/Kolkata", "2026-10-31T18:30:00.000Z"],
    ["2026-11", "America/New_York", "2026-11-01T04:00:00.000Z"], // the clock is set back two hours later
    ["2017-10", "America/Asuncion", "2017-10-01T04:00:00.000Z"], // the clock goes from midnight to one o'clock
    ["2020-11", "America/Havana", "2020-11-01T04:00:00.000Z"], // this midnight comes twice, an hour apart: the first counts
  ]
  for (const [month, zone, start] of table) assert.equal(monthStart(month, zone).toISOString(), start, `${month} in ${zone}`)
})

test("the months of a zone follow each other without a gap", () => {
  const anyTime = fc.date({ min: new Date("2001-01-01"), max: new Date("2080-01-01"), noInvalidDate: true })
  fc.assert(
    fc.property(anyTime, fc.constantFrom(...zones), (at, zone) => {
      const month = monthOf(at, zone)
      const [start, end] = [monthStart(month, zone), monthStart(nextMonth(month), zone)]
      assert.ok(start <= at && at < end, `${at.toISOString()} is not in ${month} of ${zone}`)
      assert.equal(monthOf(start, zone), month)
      assert.equal(previousMonth(nextMonth(month)), month)
      assert.notEqual(monthOf(new Date(start.getTime() - 1), zone), month)
    }),
  )
})
