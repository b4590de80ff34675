import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { firstIdAt, isId, newId, sortIdsAfter } from "./id.ts"

test("an id is 24 hexadecimal digits that begin with the seconds of its creation", () => {
  const now = new Date("2026-11-15T12:00:00.123Z")
  const id = newId(now)
  assert.ok(isId(id))
  assert.equal(Number.parseInt(id.slice(0, 8), 16), Math.floor(now.getTime() / 1000))
})

test("the order of ids is the order of time, to the millisecond", () => {
  const times = fc.integer({ min: 1, max: 4_000_000_000_000 })
  fc.assert(
    fc.property(times, times, (a, b) => {
      const [first, second] = [newId(new Date(a)), newId(new Date(b))]
      if (a !== b) assert.equal(first < second, a < b)
      else assert.ok(first < second)
    }),
  )
})

test("a range of time is a range of ids", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000_000_000_000 }), ms => {
      const id = newId(new Date(ms))
      assert.ok(firstIdAt(ms) <= id && id < firstIdAt(ms + 1) && firstIdAt(ms - 1) < id)
    }),
  )
})

test("no two ids are equal", () => {
  const now = new Date()
  assert.equal(new Set(Array.from({ length: 50_000 }, () => newId(now))).size, 50_000)
})

test("within a millisecond, the ids of a process sort after those of the process whose work it continues", () => {
  const now = new Date()
  const before = newId(now)
  const number = sortIdsAfter(null)
  assert.equal(sortIdsAfter(number - 1), number, "they sort after it already")
  const next = sortIdsAfter(number)
  assert.ok(next > number && newId(now) > before)
  assert.ok(sortIdsAfter(next + 1000) > next + 1000)
})
