import assert from "node:assert/strict"
import { test } from "node:test"
import { nextLookUpDelayMs } from "./rules.ts"

const hourMs = 3_600_000

test("looks up a charge without an outcome every 30 seconds, and one that was given up less and less often for a week", () => {
  assert.equal(nextLookUpDelayMs("processing", 0), 30_000)
  assert.equal(nextLookUpDelayMs("processing", 1000 * hourMs), 30_000)
  const ages = [1, 6, 24, 72, 168]
  for (const [i, age] of ages.entries())
    assert.equal(nextLookUpDelayMs("failed", (ages[i - 1] ?? 0) * hourMs), (age - (ages[i - 1] ?? 0)) * hourMs)
  assert.equal(nextLookUpDelayMs("failed", 168 * hourMs), undefined)
})
