import assert from "node:assert/strict"
import { test } from "node:test"
import "./locale.ts"
import { addDays, firstOfMonth, lastOfMonth, periodsUpTo } from "../../web/lib/calendar.ts"
import { bandsBetween, barPath, calendarCells, heat, labelEvery, ticksUpTo, weekday } from "../../web/ui/plots/scale.ts"

test("an axis has round whole values from 0 to at least the largest", () => {
  const cases: [max: number, ticks: number[]][] = [
    [0, [0, 1]],
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 25, 50, 75, 100]],
    [101, [0, 50, 100, 150]],
    [995_000, [0, 250_000, 500_000, 750_000, 1_000_000]],
  ]
  for (const [max, ticks] of cases) assert.deepEqual(ticksUpTo(max), ticks, String(max))
})

test("bands divide the width evenly, and labels never cover each other", () => {
  const bands = bandsBetween(4, 40, 440, 0.2)
  assert.deepEqual([bands.step, bands.width, bands.start(0), bands.start(3)], [100, 80, 50, 350])
  assert.equal(labelEvery(100, 40), 1)
  assert.equal(labelEvery(10, 40), 4)
})

test("draws a bar without height without round corners, which would stick out", () => {
  assert.equal(barPath(0, 10, 8, 0), "M0,10V10Q0,10 0,10H8Q8,10 8,10V10Z")
})

test("leaves a cell without money uncoloured, and gives the largest the deepest colour", () => {
  assert.equal(heat(0, 100), "var(--c-sunken)")
  assert.match(heat(100, 100), /94%/)
  assert.match(heat(100, 100, 50), /50%/)
  assert.match(heat(25, 100), /53%/)
})

test("begins a calendar on Monday, and drops the oldest weeks if it is narrow", () => {
  const days = Array.from({ length: 30 }, (_, index) => ({ day: addDays("2026-10-01", index) })) // a Thursday
  assert.equal(weekday("2026-10-01"), 3)
  const all = calendarCells(days, 53)
  assert.deepEqual(
    [all.weeks, all.dropped, all.cells[0], all.cells[4]],
    [5, 0, { index: 0, column: 0, row: 3 }, { index: 4, column: 1, row: 0 }],
  )
  const few = calendarCells(days, 2)
  assert.deepEqual([few.weeks, few.dropped, few.cells[0]], [2, 3, { index: 18, column: 0, row: 0 }])
  assert.deepEqual(calendarCells([], 53).cells, [])
})

test("periods begin and end on days of the calendar", () => {
  assert.equal(firstOfMonth("2026-03-31", -1), "2026-02-01")
  assert.equal(lastOfMonth("2028-02-05"), "2028-02-29")
  const periods = Object.fromEntries(periodsUpTo("2026-03-31").map(({ name, from, to }) => [name, `${from} ${to}`]))
  assert.equal(periods["Last 30 days"], "2026-03-02 2026-03-31")
  assert.equal(periods["Last month"], "2026-02-01 2026-02-28")
  assert.equal(periods["Last 12 months"], "2025-04-01 2026-03-31")
  assert.equal(periods["Last year"], "2025-01-01 2025-12-31")
})
