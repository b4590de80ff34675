import assert from "node:assert/strict"
import { test } from "node:test"
import { isForReminder, mayBeReminded } from "../../web/pages/receivables/rules.ts"

const now = new Date("2026-11-10T12:00:00Z")
const payment = (fields: object = {}) => ({ intentType: "ad-hoc", dueAt: "2026-10-01T12:00:00Z", remindedAt: null, ...fields })

test("reminds of what is late by more than the days of the filter, and of a plan by its installments", () => {
  const cases: [fields: object, lateMoreThan: number, expected: boolean][] = [
    [{}, 30, true],
    [{}, 60, false],
    [{ dueAt: "2026-11-10T11:00:00Z" }, 0, true],
    [{ intentType: "installment" }, 30, true],
    [{ intentType: "payment-plan" }, 0, false],
  ]
  for (const [fields, days, expected] of cases) assert.equal(isForReminder(payment(fields), now, days), expected, JSON.stringify(fields))
})

test("leaves out who was reminded within a day", () => {
  assert.equal(mayBeReminded(payment(), now), true)
  assert.equal(mayBeReminded(payment({ remindedAt: "2026-11-10T00:00:00Z" }), now), false)
  assert.equal(mayBeReminded(payment({ remindedAt: "2026-11-09T12:00:00Z" }), now), true)
})
