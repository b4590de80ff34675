import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { assertCanFollow, statusOf } from "./rules.ts"

const amount = fc.nat({ max: 3 })

test("the transitions allow every status that follows from what is earned, reversed and paid out", () => {
  const before = fc.record({ accrued: amount, reversed: amount, paid_out: amount })
  fc.assert(
    fc.property(before, amount, amount, (split, accrued, paidOut) => {
      fc.pre(split.accrued > 0 || split.paid_out === 0 || split.reversed > 0) // a split that was paid out had earned something before
      const reversed = split.reversed + Math.max(0, split.accrued - accrued)
      assertCanFollow(statusOf(split), statusOf({ accrued, reversed, paid_out: split.paid_out }))
      assertCanFollow(statusOf(split), statusOf({ ...split, paid_out: Math.max(paidOut, split.paid_out) }))
    }),
  )
})

test("allows no transition from canceled or rejected, and none from pending to paid", () => {
  for (const [from, to] of [
    ["canceled", "due"],
    ["canceled", "pending"],
    ["rejected", "pending"],
    ["pending", "paid"],
    ["pending", "scheduled"],
  ] as const)
    assert.throws(() => assertCanFollow(from, to), /can't change from/)
  assertCanFollow("canceled", "canceled")
})
