import assert from "node:assert/strict"
import { test } from "node:test"
import "./locale.ts"
import { setClock } from "../../web/lib/time.ts"

const { dayAndTimeOf, momentInWords, pastMoment, usualMoments } = await import("../../web/lib/as-of.ts")
const now = new Date("2026-11-10T12:00:00Z")
setClock(now.toISOString(), "America/Sao_Paulo")

test("a day is its last moment in the tenant's zone, and a day with a time is that time", () => {
  assert.equal(pastMoment("2026-10-31", "", now), "2026-11-01T02:59:59.999Z")
  assert.equal(pastMoment("2026-10-31", "14:30", now), "2026-10-31T17:30:00.000Z")
})

test("nothing chosen, today and a later time are now", () => {
  for (const [day, time] of [
    ["", ""],
    ["2026-11-10", ""],
    ["2026-11-10", "09:01"],
    ["2026-12-01", ""],
  ] as const)
    assert.equal(pastMoment(day, time, now), undefined, `${day} ${time}`)
})

test("a moment of the address fills the fields as a person would, and is said in words", () => {
  assert.deepEqual(dayAndTimeOf("2026-11-01T02:59:59.999Z"), { day: "2026-10-31", time: "" })
  assert.deepEqual(dayAndTimeOf("2026-10-31T17:30:00Z"), { day: "2026-10-31", time: "14:30" })
  assert.deepEqual(dayAndTimeOf("yesterday"), { day: "", time: "" })
  assert.equal(momentInWords("2026-11-01T02:59:59.999Z"), "at the end of Oct 31, 2026 (America/Sao_Paulo)")
  assert.match(momentInWords("2026-10-31T17:30:00Z"), /^on Oct 31, 2026, 2:30\sPM \(America\/Sao_Paulo\)$/)
  assert.equal(momentInWords("yesterday"), "at “yesterday”")
})

test("offers yesterday and the ends of the last month and year, as far as the object existed", () => {
  const labels = (since?: string) => usualMoments(since).map(({ label }) => label)
  assert.deepEqual(labels(), ["Yesterday", "End of October 2026", "End of 2025"])
  assert.deepEqual(labels("2026-10-15T00:00:00Z"), ["Yesterday", "End of October 2026"])
  assert.deepEqual(labels("2026-11-10T10:00:00Z"), [])
})
