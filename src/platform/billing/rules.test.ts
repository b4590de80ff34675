import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { monthOf } from "../../kit/pure/months.ts"
import { type Plan, shippedPlans, usageUnits } from "../../kit/pure/plans.ts"
import { afterInvoice, assertOpen, type BillingState, type Draft, draftInvoice, findPlan, type MonthlyUsage, stateAt } from "./rules.ts"

const [community, team, business] = shippedPlans as [Plan, Plan, Plan]
const hourMs = 3_600_000

const stateOf = (fields: Partial<BillingState> = {}): BillingState => ({
  plan: team,
  next_plan: null,
  next_plan_from: null,
  period_start: new Date("2026-11-01T00:00:00Z"),
  billed: { payments: 0, payouts: 0 },
  ...fields,
})
const paymentsIn = (month: string, n: number): MonthlyUsage => [{ month, unit: "payments", n }]
const amountsOf = ({ lines }: Draft) => lines.map(({ quantity, unitAmount, amount }) => [quantity, unitAmount, amount])

test("an invoice lists the base fee, the included usage, and the usage beyond it", () => {
  const draft = draftInvoice(stateOf(), [...paymentsIn("2026-11", 612), { month: "2026-11", unit: "payouts", n: 3 }], "UTC")
  assert.deepEqual(amountsOf(draft), [
    [1, 4900, 4900],
    [500, 0, 0],
    [112, 20, 2240],
    [3, 0, 0],
    [0, 25, 0],
  ])
  assert.deepEqual([draft.total, draft.periodEnd.toISOString()], [7140, "2026-12-01T00:00:00.000Z"])
  assert.equal(draftInvoice(stateOf({ plan: community }), paymentsIn("2026-11", 9_000), "UTC").total, 0)
})

test("applies a change of plan from its month on, and keeps a plan that is no longer declared", () => {
  const december = new Date("2026-12-01T00:00:00Z")
  const planned = stateOf({ next_plan: "business", next_plan_from: december })
  const changed = afterInvoice(planned, draftInvoice(planned, [], "UTC"), shippedPlans)
  assert.deepEqual([changed.plan, changed.next_plan, changed.next_plan_from], [business, null, null])
  const later = stateOf({ next_plan: "business", next_plan_from: new Date("2027-01-01T00:00:00Z") })
  const notYet = afterInvoice(later, draftInvoice(later, [], "UTC"), shippedPlans)
  assert.deepEqual([notYet.plan, notYet.next_plan], [team, "business"])
  const removed = stateOf()
  assert.deepEqual(afterInvoice(removed, draftInvoice(removed, [], "UTC"), [community]).plan, team)
  const dearer = { ...team, baseFee: 9_900 }
  assert.deepEqual(afterInvoice(removed, draftInvoice(removed, [], "UTC"), [dearer]).plan, dearer)
})

test("bills usage that was committed after its month was billed on the next invoice, once", () => {
  const november = draftInvoice(stateOf(), paymentsIn("2026-11", 600), "UTC")
  const next = afterInvoice(stateOf(), november, shippedPlans)
  const december = draftInvoice(next, paymentsIn("2026-11", 603), "UTC")
  assert.deepEqual([november.used.payments, december.used.payments], [600, 3])
})

test("a tenant that moves to another time zone is billed by whole months without a gap", () => {
  const start = new Date("2026-11-01T03:00:00Z") // midnight in São Paulo
  for (const zone of ["Pacific/Kiritimati", "Pacific/Niue", "America/Los_Angeles", "Asia/Kolkata"]) {
    const { periodStart, periodEnd } = draftInvoice(stateOf({ period_start: start }), [], zone)
    const days = (periodEnd.getTime() - periodStart.getTime()) / (24 * hourMs)
    assert.deepEqual([periodStart, days > 28 && days < 32, monthOf(periodEnd, zone)], [start, true, "2026-12"], zone)
  }
})

test("accepts only declared plans, and marks only open invoices as paid or void", () => {
  assert.equal(findPlan(shippedPlans, "team"), team)
  assert.throws(() => findPlan(shippedPlans, "gold"), { code: "BIL-1001" })
  assertOpen({ number: "INV-000001", status: "open" }, "paid")
  for (const status of ["paid", "void"] as const)
    assert.throws(() => assertOpen({ number: "INV-000001", status }, "void"), { code: "BIL-2001" })
})

const zones = ["UTC", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Auckland"]
const anyFacts = fc.array(fc.record({ hours: fc.nat(24 * 200), unit: fc.constantFrom(...usageUnits) }), { maxLength: 60 })

test("bills each payment and payout exactly once, and the preview equals the invoice", () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(...zones), fc.constantFrom(...shippedPlans), (facts, zone, plan) => {
      const start = new Date("2026-11-01T12:00:00Z")
      const all = facts.map(({ hours, unit }) => ({ at: new Date(start.getTime() + hours * hourMs), unit }))
      const usage = all.map(({ at, unit }) => ({ month: monthOf(at, zone), unit, n: 1 }))
      let state = stateOf({ plan, period_start: start })
      const billed = { payments: 0, payouts: 0 }
      for (let i = 0; i < 9; i++) {
        const draft = draftInvoice(state, usage, zone)
        const justBefore = new Date(draft.periodEnd.getTime() - 1)
        // What was known just before the end, while the invoices of earlier months were not issued yet.
        const known = all.filter(({ at }) => at <= justBefore).map(({ at, unit }) => ({ month: monthOf(at, zone), unit, n: 1 }))
        const preview = draftInvoice(stateAt(justBefore, stateOf({ plan, period_start: start }), known, zone, shippedPlans), known, zone)
        assert.deepEqual(preview, draft)
        assert.equal(
          draft.total,
          draft.lines.reduce((sum, line) => sum + line.quantity * line.unitAmount, 0),
        )
        for (const unit of usageUnits) billed[unit] += draft.used[unit]
        state = afterInvoice(state, draft, shippedPlans)
      }
      for (const unit of usageUnits) assert.equal(billed[unit], all.filter(each => each.unit === unit).length)
    }),
    { numRuns: 60 },
  )
})
