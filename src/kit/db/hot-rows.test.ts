import assert from "node:assert/strict"
import { test } from "node:test"
import { isHot, markHot } from "./hot-rows.ts"

test("a row is hot for a second", t => {
  let now = 0
  t.mock.method(performance, "now", () => now)
  markHot(["a row"])
  now = 999
  assert.deepEqual([isHot("a row"), isHot("a row that nobody marked")], [true, false])
  now = 1000
  assert.equal(isHot("a row"), false)
})

test("keeps only rows that are still hot once there are more than a thousand", t => {
  let now = 0
  t.mock.method(performance, "now", () => now)
  markHot(Array.from({ length: 1000 }, (_, i) => `early ${i}`))
  now = 500
  markHot(["late"])
  now = 1000
  markHot(["last"])
  now = 0 // rows that are still kept would be hot again
  assert.deepEqual(["early 0", "early 999", "late", "last"].map(isHot), [false, false, true, true])
})
