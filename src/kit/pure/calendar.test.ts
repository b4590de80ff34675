import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { addUnits, calendarUnits, dayMs, endOfDay, fromLocal, toLocal } from "./calendar.ts"

const zones = ["UTC", "America/Sao_Paulo", "Europe/Berlin", "Asia/Tokyo", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"]
const local = (text: string) => new Date(`${text}Z`)
const added = (date: string, n: number, unit: (typeof calendarUnits)[number]) =>
  addUnits(local(`${date}T08:30`), n, unit)
    .toISOString()
    .slice(0, "2027-01-31T08:30".length)

test("adding months turns the 31st into the last day of a shorter month, and keeps it in a longer one", () => {
  for (const [date, n, unit, expected] of [
    ["2027-01-31", 1, "month", "2027-02-28"],
    ["2027-01-31", 2, "month", "2027-03-31"],
    ["2027-01-31", 3, "month", "2027-04-30"],
    ["2028-01-31", 1, "month", "2028-02-29"],
    ["2027-08-31", 6, "month", "2028-02-29"],
    ["2027-12-31", 2, "month", "2028-02-29"],
    ["2027-01-29", 1, "month", "2027-02-28"],
    ["2027-11-15", 14, "month", "2029-01-15"],
    ["2028-02-29", 1, "year", "2029-02-28"],
    ["2028-02-29", 4, "year", "2032-02-29"],
    ["2096-02-29", 4, "year", "2100-02-28"],
    ["2027-12-31", 1, "day", "2028-01-01"],
    ["2028-02-28", 1, "day", "2028-02-29"],
    ["2027-02-22", 1, "week", "2027-03-01"],
    ["2027-01-01", 0, "month", "2027-01-01"],
  ] as const)
    assert.equal(added(date, n, unit), `${expected}T08:30`, `${date} + ${n} ${unit}`)
})

test("a local time is the moment at which the clocks show it", () => {
  for (const [zone, text, expected] of [
    ["UTC", "2027-01-31T08:30", "2027-01-31T08:30:00.000Z"],
    ["Asia/Tokyo", "2027-01-31T08:30", "2027-01-30T23:30:00.000Z"],
    ["America/Sao_Paulo", "2027-01-31T22:00", "2027-02-01T01:00:00.000Z"],
    ["Europe/Berlin", "2027-03-27T09:00", "2027-03-27T08:00:00.000Z"],
    ["Europe/Berlin", "2027-03-28T09:00", "2027-03-28T07:00:00.000Z"],
    ["Europe/Berlin", "2027-03-28T02:30", "2027-03-28T01:30:00.000Z"], // the clocks go from 2:00 to 3:00: it is 3:30
    ["Europe/Berlin", "2027-10-31T02:30", "2027-10-31T00:30:00.000Z"], // shown twice: the first moment counts
    ["Europe/Berlin", "2027-10-31T03:00", "2027-10-31T02:00:00.000Z"],
    ["America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04T03:00:00.000Z"], // the clocks go from 0:00 to 1:00
    ["Asia/Tokyo", "0050-01-31T08:30", "0050-01-30T23:11:01.000Z"], // a year before 100, and local mean time
    ["Pacific/Apia", "2011-12-30T09:00", "2011-12-30T19:00:00.000Z"], // the zone skipped this day: the next day
  ] as const)
    assert.equal(fromLocal(local(text), zone).toISOString(), expected, `${text} in ${zone}`)
})

test("a day ends a millisecond before the next one begins in its zone", () => {
  for (const [zone, at, days, expected] of [
    ["UTC", "2027-01-31T08:30:00Z", 0, "2027-01-31T23:59:59.999Z"],
    ["Asia/Tokyo", "2027-01-30T23:30:00Z", 0, "2027-01-31T14:59:59.999Z"],
    ["America/Sao_Paulo", "2027-02-01T01:00:00Z", 5, "2027-02-06T02:59:59.999Z"],
    ["Europe/Berlin", "2027-03-28T00:30:00Z", 0, "2027-03-28T21:59:59.999Z"], // a day of 23 hours
    ["America/Sao_Paulo", "2018-11-03T12:00:00Z", 0, "2018-11-04T02:59:59.999Z"], // the next one begins at 1:00
  ] as const)
    assert.equal(endOfDay(new Date(at), zone, days).toISOString(), expected, `${at} in ${zone}`)
})

const moments = fc.date({ min: new Date("1990-01-01Z"), max: new Date("2080-01-01Z"), noInvalidDate: true })

test("the clocks of a zone change at their minute, also at one past midnight", () => {
  const shown = (at: string) => toLocal(new Date(at), "America/St_Johns").toISOString()
  assert.equal(shown("2010-03-14T03:30:59.999Z"), "2010-03-14T00:00:59.999Z")
  assert.equal(shown("2010-03-14T03:31:00.000Z"), "2010-03-14T01:01:00.000Z")
})

test("a local time converts back to its moment, or to the first one if the clocks show it twice", () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (at, zone) => {
      const back = fromLocal(toLocal(at, zone), zone)
      assert.equal(toLocal(back, zone).getTime(), toLocal(at, zone).getTime())
      assert.ok(back <= at && at.getTime() - back.getTime() <= dayMs)
    }),
  )
})

test("each further unit gives a later date, with the same time and, up to the 28th, the same day of the month", () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...calendarUnits), fc.integer({ min: 0, max: 500 }), (at, unit, n) => {
      const step = addUnits(at, n, unit)
      assert.ok(addUnits(at, n + 1, unit) > step)
      assert.equal(step.getTime() % dayMs, at.getTime() % dayMs)
      if (unit === "month" && at.getUTCDate() <= 28) assert.equal(step.getUTCDate(), at.getUTCDate())
    }),
  )
})
