import assert from "node:assert/strict"
import { test } from "node:test"
import { collectionDayOf } from "./notice-rules.ts"

for (const [today, dueOn, noticeDays, expected] of [
  ["2027-01-04", "2027-01-29", 14, "2027-01-29"],
  ["2027-01-18", "2027-01-29", 14, "2027-02-01"],
  ["2027-01-18", "2027-01-29", 1, "2027-01-29"],
  ["2027-01-04", "2027-01-30", 14, "2027-02-01"],
  ["2026-12-18", "2026-12-20", 7, "2026-12-28"],
  ["2027-01-29", "2027-01-01", 0, "2027-01-29"],
] as const)
  test(`told on ${today} of a bill due on ${dueOn} with ${noticeDays} days of notice, a payer is debited on ${expected}`, () => {
    assert.equal(collectionDayOf({ today, dueOn, noticeDays, calendar: "target" }), expected)
  })
