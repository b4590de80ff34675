import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { addNetwork, freeFailures, lockSeconds, lockTimes } from "./rules.ts"

test("sign-in is locked after ten failures in a row, twice as long after each further one, up to a quarter of an hour", () => {
  const expected = { 0: 0, 1: 0, 9: 0, 10: 30, 11: 60, 12: 120, 13: 240, 14: 480, 15: 900, 16: 900, 1000: 900 }
  for (const [failures, seconds] of Object.entries(expected)) {
    assert.equal(lockSeconds(Number(failures), freeFailures.email), seconds, failures)
    assert.equal(lockSeconds(Number(failures) + 90, freeFailures.network), seconds, failures)
  }
})

test("never locks for a shorter time after more failures, and computes the same times in the table as in the rule", () => {
  const now = new Date("2027-01-31T12:00:00Z")
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.constantFrom(...Object.values(freeFailures)), (failures, free) => {
      assert.ok(lockSeconds(failures + 1, free) >= lockSeconds(failures, free))
      const times = lockTimes(now, free)
      const time = times[Math.min(failures, times.length) - 1]
      assert.equal(time ? (time.getTime() - now.getTime()) / 1000 : 0, lockSeconds(failures, free))
    }),
  )
})

test("the latest ten networks are kept, each once", () => {
  assert.deepEqual(addNetwork(["a", "b"], "b"), ["b", "a"])
  const many = Array.from({ length: 30 }, (_, i) => String(i)).reduce<string[]>(addNetwork, [])
  assert.deepEqual(many, ["29", "28", "27", "26", "25", "24", "23", "22", "21", "20"])
})
