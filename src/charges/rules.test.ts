import assert from "node:assert/strict"
import { test } from "node:test"
import { nextLookAfter } from "./rules.ts"

const hour = 3_600_000

test("a charge without an answer is asked about every half minute, one that was given up ever more rarely, and after a week no more", () => {
  assert.equal(nextLookAfter("processing", 0), 30_000)
  assert.equal(nextLookAfter("processing", 1000 * hour), 30_000)
  const looks = [1, 6, 24, 72, 168]
  for (const [i, at] of looks.entries())
    assert.equal(nextLookAfter("failed", (looks[i - 1] ?? 0) * hour), (at - (looks[i - 1] ?? 0)) * hour)
  assert.equal(nextLookAfter("failed", 168 * hour), undefined)
})
