import assert from "node:assert/strict"
import { test } from "node:test"
import { monthPieces, previousRange } from "./revenue-rules.ts"

const ranges: [from: string, to: string, previousFrom: string, previousTo: string][] = [
  ["2025-12-01", "2026-11-19", "2024-12-01", "2025-11-19"],
  ["2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"],
  ["2026-03-01", "2026-03-30", "2026-02-01", "2026-02-28"],
  ["2026-02-01", "2026-02-28", "2026-01-01", "2026-01-31"],
  ["2026-11-10", "2026-11-19", "2026-10-31", "2026-11-09"],
  ["2026-11-19", "2026-11-19", "2026-11-18", "2026-11-18"],
]
for (const [from, to, previousFrom, previousTo] of ranges)
  test(`compares ${from} to ${to} with ${previousFrom} to ${previousTo}`, () =>
    assert.deepEqual(previousRange({ from, to }), { from: previousFrom, to: previousTo }))

test("cuts a range into the parts of its months", () => {
  assert.deepEqual(monthPieces({ from: "2026-10-30", to: "2026-11-02" }), [
    { month: "2026-10", first: "2026-10-30", end: "2026-11-01" },
    { month: "2026-11", first: "2026-11-01", end: "2026-11-03" },
  ])
})
