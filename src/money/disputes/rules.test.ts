import assert from "node:assert/strict"
import { test } from "node:test"
import type { Condition } from "../../kit/pure/filters.ts"
import {
  assertAcceptable,
  assertAnswerable,
  assertCanFollow,
  assertDisputable,
  assertResolvable,
  byStatus,
  type Facts,
  isLater,
  isLaterStage,
  isOfStage,
  moneyOf,
  statusOf,
  takeAway,
} from "./rules.ts"
import { disputeStages, disputeStatuses } from "./values.ts"

const now = new Date("2027-03-01T12:00:00Z")
const evidence = { text: "it was delivered", documents: [], submittedAt: "2027-02-01T12:00:00.000Z" }
const noFacts: Facts = { evidence: null, decision: null, accepted_at: null, expired_at: null }

test("the status of a dispute follows from what is known about it", () => {
  const known: [facts: Partial<Facts>, status: string][] = [
    [{}, "needs-response"],
    [{ evidence }, "under-review"],
    [{ decision: "won" }, "won"],
    [{ decision: "lost" }, "lost"],
    [{ evidence, decision: "lost" }, "lost"],
    [{ accepted_at: now }, "accepted"],
    [{ accepted_at: now, decision: "lost" }, "accepted"],
    [{ accepted_at: now, decision: "won" }, "won"],
    [{ expired_at: now }, "lost"],
    [{ expired_at: now, decision: "won" }, "won"],
  ]
  for (const [facts, status] of known) assert.equal(statusOf({ ...noFacts, ...facts }), status, JSON.stringify(facts))
})

test("allows only the listed transitions between statuses", () => {
  const allowed = disputeStatuses.map(from => disputeStatuses.filter(to => from !== to && !throws(() => assertCanFollow(from, to))))
  assert.deepEqual(allowed, [
    ["under-review", "won", "lost", "accepted"],
    ["needs-response", "won", "lost", "accepted"],
    ["needs-response", "lost", "accepted"],
    ["needs-response", "won"],
    ["needs-response", "won"],
  ])
  for (const status of disputeStatuses) assertCanFollow(status, status)
})

function throws(call: () => void): boolean {
  try {
    call()
    return false
  } catch {
    return true
  }
}

test("the money is reserved while a dispute is open, gone when it is lost or accepted, and back when it is won", () => {
  const moneyIn = (stage: (typeof disputeStages)[number]) => disputeStatuses.map(status => moneyOf({ status, stage }))
  assert.deepEqual(moneyIn("dispute"), ["reserved", "reserved", "back", "gone", "gone"])
  assert.deepEqual(moneyIn("inquiry"), ["back", "back", "back", "back", "back"])
  assert.deepEqual(moneyIn("appeal"), ["gone", "gone", "back", "gone", "gone"])
})

test("a stage never goes back, and an appeal ignores the decision that it contests", () => {
  const later = disputeStages.map(known => disputeStages.filter(reported => isLaterStage(known, reported)))
  assert.deepEqual(later, [["dispute", "appeal"], ["appeal"], []])
  const appeal = { stage: "appeal", stage_at: now } as const
  const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]
  const counts = (at: Date, decision: "won" | "lost", stage?: "appeal") => isOfStage(appeal, { at, decision, stage })
  assert.deepEqual([counts(before, "lost"), counts(now, "lost"), counts(after, "lost")], [false, false, true])
  assert.deepEqual([counts(now, "won"), counts(before, "lost", "appeal")], [true, true])
})

test("the later of two reports counts, and at the same moment the one that takes more", () => {
  const later = new Date(now.getTime() + 1)
  assert.deepEqual(
    [isLater(now, null, false), isLater(later, now, false), isLater(now, later, true), isLater(now, new Date(now), true)],
    [true, true, false, true],
  )
  assert.equal(isLater(now, new Date(now), false), false)
})

test("allows evidence until the due date and acceptance while a dispute is open, and neither after it has ended", () => {
  const state = { status: "needs-response" as const, evidence_due_at: now }
  assertAnswerable(state, now)
  assertAnswerable({ ...state, status: "under-review" }, now)
  assert.throws(() => assertAnswerable(state, new Date(now.getTime() + 1)), { code: "DSP-2002" })
  for (const status of ["won", "lost", "accepted"] as const) {
    assert.throws(() => assertAnswerable({ ...state, status }, now), { code: "DSP-2001" }, status)
    assert.throws(() => assertAcceptable({ status }), { code: "DSP-2001" }, status)
  }
  assertResolvable({ status: "lost" })
  assert.throws(() => assertResolvable({ status: "accepted" }), { code: "DSP-2001" })
})

const amounts = { currency: "BRL", amount: 1000, refunded: 0, disputed: 0 }
const charge = { transaction_type: "charge", status: "succeeded", gateway: "simulator", ...amounts }

test("the simulated bank contests only the part of a charge that was neither refunded nor disputed", () => {
  assert.deepEqual([assertDisputable(charge, undefined), assertDisputable(charge, 300)], [1000, 300])
  assert.equal(assertDisputable({ ...charge, refunded: 300, disputed: 200 }, undefined), 500)
  const details = { available: 700, amount: 701, currency: "BRL" }
  assert.throws(() => assertDisputable({ ...charge, refunded: 300 }, 701), { code: "DSP-2004", details })
  assert.throws(() => assertDisputable({ ...charge, refunded: 1000 }, undefined), { code: "DSP-2004" })
  for (const other of [{ transaction_type: "refund" }, { status: "reversed" }, { gateway: null }, { gateway: "other" }])
    assert.throws(() => assertDisputable({ ...charge, ...other }, 1), { code: "DSP-2003" }, JSON.stringify(other))
})

test("takes a loss from the intent that was paid down last, and never twice from the same part", () => {
  const allocations = ["a", "b", "c"].map(paymentIntent => ({ paymentIntent, amount: 100 }))
  const taken = (amount: number, lost: [string, number][] = []) =>
    takeAway(allocations, new Map(lost), amount).map(part => [part.paymentIntent, part.amount])
  assert.deepEqual(taken(150), [
    ["c", 100],
    ["b", 50],
  ])
  assert.deepEqual(taken(150, [["c", 100]]), [
    ["b", 100],
    ["a", 50],
  ])
  assert.deepEqual(taken(500, [["b", 100]]), [
    ["c", 100],
    ["a", 100],
  ])
})

test("replaces the filter open by the statuses that it means", () => {
  const condition = (operator: Condition["operator"], ...values: boolean[]): Condition => ({
    field: "open",
    column: "status",
    operator,
    values,
  })
  const statuses = (...args: Parameters<typeof condition>) => byStatus(condition(...args)).values
  const [open, closed] = [disputeStatuses.slice(0, 2), disputeStatuses.slice(2)]
  assert.deepEqual([statuses("eq", true), statuses("eq", false), statuses("ne", true)], [open, closed, closed])
  assert.deepEqual(statuses("in", true, false), disputeStatuses)
  const other: Condition = { field: "status", column: "status", operator: "eq", values: ["won"] }
  assert.equal(byStatus(other), other)
})
