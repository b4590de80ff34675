import assert from "node:assert/strict"
import { test } from "node:test"
import { profiles } from "./profiles.ts"
import { assertFits, earliestDate, modifierOf, statusOfFile, statusOfLine, whyNotOn } from "./rules.ts"

const at = (time: string) => new Date(time)

for (const [profile, now, expected] of [
  ["sepa", "2027-01-28T12:59:59Z", "2027-01-28"],
  ["sepa", "2027-01-28T13:00:00Z", "2027-01-29"],
  ["sepa", "2027-01-29T13:00:00Z", "2027-02-01"],
  ["sepa", "2027-07-28T12:00:00Z", "2027-07-29"],
  ["sepa", "2026-12-24T14:00:00Z", "2026-12-28"],
  ["sepa", "2027-01-30T08:00:00Z", "2027-02-01"],
  ["nacha", "2027-01-28T20:59:59Z", "2027-01-29"],
  ["nacha", "2027-01-28T21:00:00Z", "2027-02-01"],
  ["nacha", "2027-01-15T15:00:00Z", "2027-01-19"],
] as const)
  test(`a ${profile} file of ${now} is executed on ${expected} at the earliest`, () => {
    assert.equal(earliestDate(profiles[profile], at(now)), expected)
  })

test("says why a bank would not execute a file on a date", () => {
  const now = at("2027-01-28T08:00:00Z")
  assert.equal(whyNotOn("2027-01-28", profiles.sepa, now), undefined)
  assert.match(whyNotOn("2027-01-27", profiles.sepa, now)!, /has passed/)
  assert.match(whyNotOn("2027-01-30", profiles.sepa, now)!, /no banking day/)
  assert.match(whyNotOn("2027-03-26", profiles.sepa, now)!, /no banking day/)
  assert.equal(whyNotOn("2027-03-26", profiles.nacha, now), undefined)
  assert.match(whyNotOn("2027-04-29", profiles.sepa, now)!, /more than 90 days away/)
})

test("refuses a total that is too large for the format", () => {
  assertFits(10 ** 12 - 1)
  for (const total of [10 ** 12, NaN]) assert.throws(() => assertFits(total), { code: "PFL-1005" })
})

test("36 files of a day have a modifier each", () => {
  const all = Array.from({ length: 37 }, (_, i) => modifierOf(i))
  assert.deepEqual([all[0], all[25], all[26], all[35], all[36], new Set(all).size], ["A", "Z", "0", "9", undefined, 37])
})

test("the status of a file follows from its payments, and a payment that comes back makes a settled file a part", () => {
  assert.equal(statusOfFile("sent", ["paid", "processing"]), "sent")
  assert.equal(statusOfFile("accepted", ["processing", "processing"]), "accepted")
  assert.equal(statusOfFile("sent", ["paid", "failed"]), "partly")
  assert.equal(statusOfFile("sent", ["failed", "processing"]), "partly")
  assert.equal(statusOfFile("sent", ["paid", "paid"]), "settled")
  assert.equal(statusOfFile("partly", ["failed", "failed"]), "rejected")
  assert.equal(statusOfFile("settled", ["paid", "returned"]), "partly")
})

test("a line has the status of its file, and that of its payout once the payout has ended", () => {
  assert.equal(statusOfLine("made", false, "processing"), "made")
  assert.equal(statusOfLine("partly", false, "processing"), "sent")
  assert.equal(statusOfLine("accepted", false, "processing"), "accepted")
  assert.equal(statusOfLine("partly", false, "failed"), "rejected")
  assert.equal(statusOfLine("settled", false, "returned"), "returned")
  assert.equal(statusOfLine("canceled", true, "paid"), "canceled")
})
