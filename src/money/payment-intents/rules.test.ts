import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { Problem } from "../../kit/pure/problem.ts"
import { assertCanFollow, assertScheduleSums, canFollow, isOverdue, isReminderDue, remindersAt, statusOf, totalOf } from "./rules.ts"
import { type Status, statuses } from "./values.ts"

const now = new Date("2027-01-31T12:00:00Z")
const before = new Date(now.getTime() - 1)
const later = new Date(now.getTime() + 1)

const table: [what: string, amount: number, paid: number, dueAt: Date, canceled: boolean, status: Status, overdue: boolean][] = [
  ["nothing paid, not yet due", 100, 0, later, false, "due", false],
  ["nothing paid, due now", 100, 0, now, false, "overdue", true],
  ["nothing paid, past its due date", 100, 0, before, false, "overdue", true],
  ["partly paid", 100, 1, later, false, "paid-partial", false],
  ["partly paid, past its due date", 100, 99, before, false, "paid-partial", true],
  ["fully paid", 100, 100, later, false, "paid-full", false],
  ["fully paid, past its due date", 100, 100, before, false, "paid-full", false],
  ["canceled", 100, 0, later, true, "canceled", false],
  ["canceled, past its due date", 100, 0, before, true, "canceled", false],
]

for (const [what, amount, paid, dueAt, canceled, status, overdue] of table)
  test(`${what} is ${status}`, () => {
    assert.equal(statusOf({ amount, paid, dueAt, canceled }, now), status)
    assert.equal(isOverdue({ status, due_at: dueAt }, now), overdue)
  })

test("for all payments, reversals and due dates, the next status is an allowed transition", () => {
  const money = fc.record({ paid: fc.integer({ min: 0, max: 10 }), ahead: fc.integer({ min: -5, max: 5 }) })
  fc.assert(
    fc.property(fc.array(money, { minLength: 2 }), steps => {
      const seen = steps.map(({ paid, ahead }) =>
        statusOf({ amount: 10, paid, dueAt: new Date(now.getTime() + ahead), canceled: false }, now),
      )
      seen.slice(1).forEach((status, i) => assertCanFollow(seen[i]!, status))
    }),
  )
})

test("canceled is final", () => {
  assert.deepEqual(canFollow.canceled, [])
  for (const status of statuses) if (status !== "canceled") assert.throws(() => assertCanFollow("canceled", status))
})

test("the items must add up to at least 1 and at most the largest safe integer", () => {
  assert.equal(totalOf([{ amount: 10_000 }, { amount: -2500 }]), 7500)
  assert.equal(totalOf([{ amount: 1 }]), 1)
  for (const amounts of [[0], [-1], [100, -100], [Number.MAX_SAFE_INTEGER, 1]])
    assert.throws(
      () => totalOf(amounts.map(amount => ({ amount }))),
      (error: Problem) => error.code === "PIN-1002" && error.status === 400 && error.message.endsWith("must be from 1 to 2^53 − 1"),
    )
})

test("a schedule must add up to exactly the items", () => {
  const total = { amount: 10_000, currency: "BRL" }
  assertScheduleSums([{ amount: 6000 }, { amount: 4000 }], total)
  assert.throws(
    () => assertScheduleSums([{ amount: 9999 }], total),
    (error: Problem) => error.code === "PIN-1003",
  )
  assert.throws(() => assertScheduleSums([{ amount: Number.MAX_SAFE_INTEGER }, { amount: 1 }], total), /adds up to more than 2\^53 − 1/)
})

test("sends reminders at nine in the morning of the tenant's zone, also across a change of daylight saving", () => {
  const dueAt = new Date("2027-03-29T21:59:59Z") // the clocks of Berlin were put forward the day before; 23:59 there
  const times = remindersAt(dueAt, [-3, 0, 1], "Europe/Berlin").map(at => at.toISOString())
  assert.deepEqual(times, ["2027-03-26T08:00:00.000Z", "2027-03-29T07:00:00.000Z", "2027-03-30T07:00:00.000Z"])
})

test("a reminder is due once, not right after another one, and not for an intent that is paid or canceled", () => {
  const hoursBefore = (n: number) => new Date(now.getTime() - n * 3_600_000)
  const isDue = (status: Status, reminded_at: Date | null) => isReminderDue({ status, reminded_at }, now)
  for (const status of statuses) assert.equal(isDue(status, null), ["due", "overdue", "paid-partial"].includes(status), status)
  assert.deepEqual([isDue("due", later), isDue("due", hoursBefore(19)), isDue("due", hoursBefore(24))], [false, false, true])
})
