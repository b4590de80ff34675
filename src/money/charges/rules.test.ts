import assert from "node:assert/strict"
import { test } from "node:test"
import { nextLookUpDelayMs } from "./rules.ts"

const hourMs = 3_600_000

const now = new Date("2026-11-18T12:00:00Z")
const open = { status: "processing", outcome: null, action: null }
const failed = { ...open, status: "failed" }
const delaysOf = (charge: Parameters<typeof nextLookUpDelayMs>[0], ages: number[]) => ages.map(age => nextLookUpDelayMs(charge, age, now))

test("looks up an open charge after 15 seconds, a minute, 5 minutes and an hour, then daily", () => {
  assert.deepEqual(delaysOf(open, [0, 15_000, 60_000, 300_000, hourMs, 1000 * hourMs]), [
    15_000,
    45_000,
    240_000,
    hourMs - 300_000,
    24 * hourMs,
    24 * hourMs,
  ])
})

test("looks up a charge without an answer once more when it may be given up", () => {
  assert.deepEqual(delaysOf({ ...open, outcome: "unknown" }, [300_000, 601_000]), [301_000, hourMs - 601_000])
})

test("looks up a charge half a minute after what its payer must do expires, if that comes first", () => {
  const expiringIn = (ms: number) => ({ ...open, action: { expiresAt: new Date(now.getTime() + ms).toISOString() } })
  assert.equal(nextLookUpDelayMs(expiringIn(600_000), 300_000, now), 630_000)
  assert.equal(nextLookUpDelayMs(expiringIn(10 * hourMs), 300_000, now), hourMs - 300_000)
  assert.equal(nextLookUpDelayMs(expiringIn(-60_000), 300_000, now), hourMs - 300_000)
})

test("looks up a charge that was given up less and less often for a week", () => {
  const ages = [1, 6, 24, 72, 168].map(hours => hours * hourMs)
  for (const [i, age] of ages.entries()) assert.equal(nextLookUpDelayMs(failed, ages[i - 1] ?? 0, now), age - (ages[i - 1] ?? 0))
  assert.equal(nextLookUpDelayMs(failed, 168 * hourMs, now), undefined)
})
