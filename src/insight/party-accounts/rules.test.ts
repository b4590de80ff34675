import assert from "node:assert/strict"
import { test } from "node:test"
import { agesAt, lateSince } from "./rules.ts"

test("counts days late by the calendar of the tenant, also across a change of its clocks", () => {
  const cases: [now: string, days: number, zone: string, before: string][] = [
    ["2026-10-31T12:00:00Z", 0, "UTC", "2026-10-31T00:00:00.000Z"],
    ["2026-10-31T12:00:00Z", 30, "UTC", "2026-10-01T00:00:00.000Z"],
    ["2026-10-31T01:00:00Z", 30, "America/Sao_Paulo", "2026-09-30T03:00:00.000Z"], // still 30 October there
    ["2026-11-10T12:00:00Z", 30, "Europe/Berlin", "2026-10-10T22:00:00.000Z"], // summer time then
    ["2026-12-31T12:00:00Z", 90, "UTC", "2026-10-02T00:00:00.000Z"],
  ]
  for (const [now, days, zone, before] of cases) assert.equal(lateSince(new Date(now), days, zone).toISOString(), before, `${now} ${zone}`)
  assert.deepEqual(
    agesAt(new Date("2026-10-31T12:00:00Z"), "UTC").map(bound => bound.toISOString().slice(0, 10)),
    ["2026-10-01", "2026-09-01", "2026-08-02"],
  )
})
