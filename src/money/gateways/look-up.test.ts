import assert from "node:assert/strict"
import { test } from "node:test"
import { nextLookUpAt, waitMs } from "./look-up.ts"

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

test("retries an event that waits for its charge less and less often", () => {
  assert.deepEqual([waitMs(0), waitMs(30_000), waitMs(90_000)], [30_000, 30_000, 90_000])
})
