import assert from "node:assert/strict"
import { test } from "node:test"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { nextLookUpAt, planLookUp, waitMs } from "./look-up.ts"

test("asks the gateway every day at first, then less and less often, but at least once a week", () => {
  const now = new Date("2026-03-01T10:00:00.000Z")
  const dayMs = 24 * 3_600_000
  for (const [age, delay] of [
    [0, 1],
    [4, 1],
    [20, 5],
    [28, 7],
    [400, 7],
  ] as const) {
    const created_at = new Date(now.getTime() - age * dayMs)
    assert.equal(nextLookUpAt({ created_at }, now).getTime() - now.getTime(), delay * dayMs, `after ${age} days`)
  }
})

test("counts the age of what is at a provider by the world's clock, whatever the sandbox's clock says", () => {
  const dayMs = 24 * 3_600_000
  const real = databaseClock.now()
  const now = new Date(real.getTime() + 400 * dayMs) // the sandbox's clock was moved by more than a year
  const [atProvider, atSimulator] = [
    { created_at: real, connection_id: "c1" },
    { created_at: real, connection_id: null },
  ]
  const delayDays = ({ at }: { at: Date }) => Math.round((at.getTime() - now.getTime()) / dayMs)
  const first = planLookUp({ now }, atProvider)
  assert.deepEqual([delayDays(first), delayDays(planLookUp({ now }, atSimulator))], [1, 7])
  const since = new Date(real.getTime() - 20 * dayMs)
  const later = planLookUp({ now }, atProvider, since)
  assert.deepEqual([delayDays(later), later.passed], [5, { since }])
})

test("retries an event that waits for its charge less and less often", () => {
  assert.deepEqual([waitMs(0), waitMs(30_000), waitMs(90_000)], [30_000, 30_000, 90_000])
})
