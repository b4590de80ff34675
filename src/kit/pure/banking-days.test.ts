import assert from "node:assert/strict"
import { test } from "node:test"
import { addDays, bankingDayAfter, holidaysOf, isBankingDay, isDate } from "./banking-days.ts"

/** As the European Central Bank and the Federal Reserve publish them. */
const published = {
  target: {
    2026: "01-01 04-03 04-06 05-01 12-25 12-26",
    2027: "01-01 03-26 03-29 05-01 12-25 12-26",
    2028: "01-01 04-14 04-17 05-01 12-25 12-26",
    2029: "01-01 03-30 04-02 05-01 12-25 12-26",
    2030: "01-01 04-19 04-22 05-01 12-25 12-26",
  },
  fed: {
    2026: "01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25",
    2027: "01-01 01-18 02-15 05-31 06-19 07-05 09-06 10-11 11-11 11-25 12-25",
    2028: "01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25",
    2029: "01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25",
    2030: "01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
  },
} as const

for (const calendar of ["target", "fed"] as const)
  for (const [year, days] of Object.entries(published[calendar]))
    test(`computes the holidays of ${calendar} in ${year} as they are published`, () => {
      assert.deepEqual(
        holidaysOf(Number(year), calendar).map(date => date.slice(5)),
        days.split(" "),
      )
    })

test("a bank works on the Friday before a holiday on a Saturday, and rests on the Monday after one on a Sunday", () => {
  assert.ok(isBankingDay("2026-07-03", "fed"))
  assert.ok(!isBankingDay("2027-07-05", "fed"))
  assert.ok(isBankingDay("2027-07-05", "target"))
  assert.ok(!isBankingDay("2027-01-30", "fed"), "a Saturday")
})

test("counts banking days across weekends, holidays and the end of a year", () => {
  assert.equal(bankingDayAfter("2026-12-25", 0, "target"), "2026-12-28")
  assert.equal(bankingDayAfter("2026-12-24", 1, "target"), "2026-12-28")
  assert.equal(bankingDayAfter("2026-04-02", 1, "target"), "2026-04-07")
  assert.equal(bankingDayAfter("2026-12-31", 1, "fed"), "2027-01-04")
  assert.equal(bankingDayAfter("2027-03-24", 0, "target"), "2027-03-24")
  assert.equal(addDays("2028-02-28", 1), "2028-02-29")
})

test("knows which texts are dates", () => {
  assert.ok(isDate("2028-02-29"))
  for (const text of ["2027-02-29", "2027-13-01", "27-01-01", "2027-1-1", "2027-01-01T00:00:00Z"]) assert.ok(!isDate(text), text)
})
