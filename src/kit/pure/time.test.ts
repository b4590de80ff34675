import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { isoTime, isoTimeOrNull } from "./time.ts"

test("formats a time as toISOString does, in every year and around midnight", () => {
  fc.assert(fc.property(fc.date({ noInvalidDate: true }), date => assert.equal(isoTime(date), date.toISOString())))
  for (const text of ["1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "-000001-01-01T00:00:00.000Z"])
    assert.equal(isoTime(new Date(text)), text)
  assert.throws(() => isoTime(new Date(NaN)), RangeError)
})

test("formats more days than the cache holds", () => {
  for (let day = 0; day < 2500; day++) {
    const date = new Date(day * 86_400_000 + 12_345)
    assert.equal(isoTime(date), date.toISOString())
  }
})

test("formats null as null", () => assert.equal(isoTimeOrNull(null), null))
