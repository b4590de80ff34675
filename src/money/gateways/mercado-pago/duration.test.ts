import assert from "node:assert/strict"
import { test } from "node:test"
import { daysOf, durationMs, durationOf } from "./duration.ts"

test("durations are those of ISO 8601, within the bounds of the method", () => {
  for (const [text, ms] of [
    ["P1D", 86_400_000],
    ["PT30M", 1_800_000],
    ["P1DT2H3M4S", 93_784_000],
    ["P1M", undefined],
    ["P", undefined],
    ["", undefined],
    ["PT", undefined],
  ] as const)
    assert.equal(durationMs(text), ms, text)
  assert.equal(durationOf(1, { minMs: 1_800_000, maxMs: 3_600_000 }), "PT30M")
  assert.equal(daysOf(2.5 * 86_400_000, { minDays: 1, maxDays: 30 }), "P3D")
})
