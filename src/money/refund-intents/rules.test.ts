import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import {
  amountOf,
  assertStillWithinBudget,
  assertWithinBudget,
  givingWay,
  itemsOf,
  leftToRefund,
  nextLookUpDelayMs,
  refundedLines,
  takeBack,
} from "./rules.ts"

const charge = (fields: object = {}) => ({
  amount: 1000,
  currency: "EUR",
  allocations: [{ paymentIntent: "a", amount: 1000 }],
  refunded: 0,
  refunding: 0,
  disputed: 0,
  ...fields,
})

test("computes the refund budget: what a charge paid down, less settled refunds, open refunds and disputes", () => {
  for (const [fields, left] of [
    [{}, 1000],
    [{ refunded: 300 }, 700],
    [{ refunding: 300 }, 700],
    [{ disputed: 300 }, 700],
    [{ refunded: 300, refunding: 200, disputed: 100 }, 400],
    [{ refunded: 1000, disputed: 1000 }, 0],
    [{ amount: 1500 }, 1000],
    [{ allocations: [] }, 0],
  ] as const) {
    assert.equal(leftToRefund(charge(fields)), left)
    assertWithinBudget(charge(fields), left)
    assert.throws(() => assertWithinBudget(charge(fields), left + 1), { code: "RFD-2002" })
  }
})

test("a refund's own reservation does not count against it when it is released", () => {
  assertStillWithinBudget(charge({ refunding: 1000 }), 1000)
  assertStillWithinBudget(charge({ refunded: 400, refunding: 600 }), 600)
  assert.throws(() => assertStillWithinBudget(charge({ refunding: 600, disputed: 401 }), 600), { code: "RFD-2002" })
})

test("picks the newest drafts to cancel for money that has left, unless released refunds or disputes hold too much", () => {
  for (const [fields, drafts, amount, expected] of [
    [{}, [], 1000, []],
    [{ refunding: 600 }, [600], 400, []],
    [{ refunding: 600 }, [600], 401, [600]],
    [{ refunding: 900 }, [300, 200, 400], 500, [300, 200]],
    [{ refunding: 900 }, [300, 200], 600, [300, 200]],
    [{ refunding: 900 }, [300, 200], 601, undefined],
    [{ refunding: 800, disputed: 600 }, [400, 400], 400, [400, 400]],
    [{ disputed: 601 }, [], 400, undefined],
  ] as const) {
    const newestFirst = drafts.map(each => ({ amount: each }))
    assert.deepEqual(
      givingWay(charge(fields), newestFirst, amount)?.map(draft => draft.amount),
      expected,
    )
  }
})

test("takes the given amount, the sum of the items, or all that is left", () => {
  assert.equal(amountOf(charge(), 5, undefined), 5)
  assert.equal(amountOf(charge({ refunded: 400 }), undefined, undefined), 600)
  assert.equal(amountOf(charge({ refunded: 1000 }), undefined, undefined), 1000) // the budget check refuses it later
  const items = [
    { line: 0, amount: 2 },
    { line: 1, amount: 3 },
  ]
  assert.equal(amountOf(charge(), undefined, items), 5)
  assert.equal(amountOf(charge(), 5, items), 5)
  assert.throws(() => amountOf(charge(), 6, items), { code: "RFD-1001" })
  const huge = items.map(item => ({ ...item, amount: Number.MAX_SAFE_INTEGER }))
  assert.throws(() => assertWithinBudget(charge(), amountOf(charge(), undefined, huge)), { code: "RFD-2002" })
})

test("no line gives back more than it has left, and a discount gives nothing", () => {
  const lines = [
    { name: "Course", amount: 600 },
    { name: "Discount", amount: -100 },
  ]
  const sale = { items: lines, currency: "EUR" }
  const refunded = new Map([[0, 250]])
  assert.deepEqual(itemsOf(sale, [{ line: 0, amount: 350 }], refunded), [{ line: 0, name: "Course", amount: 350 }])
  assert.throws(() => itemsOf(sale, [{ line: 0, amount: 351 }], refunded), { code: "RFD-2003" })
  assert.throws(() => itemsOf(sale, [{ line: 1, amount: 1 }], refunded), { code: "RFD-2003" })
  assert.throws(() => itemsOf(sale, [{ line: 2, amount: 1 }], refunded), { code: "RFD-1002" })
})

test("refunds of one charge, in whatever parts, give back exactly what it paid down", () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(amounts, fc.array(fc.integer({ min: 1, max: 200 })), (paid, requested) => {
      const allocations = paid.map((amount, i) => ({ paymentIntent: String(i), amount }))
      const givenBack = new Map<string, number>()
      const total = paid.reduce((sum, n) => sum + n, 0)
      let refunded = 0
      for (const amount of [...requested, total]) {
        const part = Math.min(amount, total - refunded)
        for (const each of takeBack(allocations, new Map(givenBack), part))
          givenBack.set(each.paymentIntent, (givenBack.get(each.paymentIntent) ?? 0) + each.amount)
        refunded += part
        for (const { paymentIntent, amount: most } of allocations) assert.ok((givenBack.get(paymentIntent) ?? 0) <= most)
      }
      for (const { paymentIntent, amount } of allocations) assert.equal(givenBack.get(paymentIntent), amount)
      assert.throws(() => takeBack(allocations, givenBack, 1))
    }),
  )
})

test("refunds of one charge stay within each intent when some of them fail later", () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 5 })
  const steps = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 300 }), fails: fc.nat(5) }))
  fc.assert(
    fc.property(amounts, steps, (paid, requested) => {
      const allocations = paid.map((amount, i) => ({ paymentIntent: String(i), amount }))
      const total = paid.reduce((sum, n) => sum + n, 0)
      const settled: ReturnType<typeof takeBack>[] = []
      const taken = () => {
        const sums = new Map<string, number>()
        for (const { paymentIntent, amount } of settled.flat()) sums.set(paymentIntent, (sums.get(paymentIntent) ?? 0) + amount)
        return sums
      }
      const left = () => total - [...taken().values()].reduce((sum, n) => sum + n, 0)
      for (const { amount, fails } of requested) {
        if (left() > 0) settled.push(takeBack(allocations, taken(), Math.min(amount, left())))
        if (fails < settled.length) settled.splice(fails, 1)
        for (const { paymentIntent, amount: most } of allocations) assert.ok((taken().get(paymentIntent) ?? 0) <= most)
      }
      if (left() > 0) settled.push(takeBack(allocations, taken(), left()))
      for (const { paymentIntent, amount } of allocations) assert.equal(taken().get(paymentIntent), amount)
    }),
  )
})

test("what a refund took of each line is gone once it has failed", () => {
  const intent = { id: "a", refunded_lines: { 0: 300 } }
  const refund = {
    payment_intent_id: "a",
    items: [
      { line: 0, amount: 100 },
      { line: 2, amount: -50 },
    ],
  }
  const taken = refundedLines(intent, refund, 1)
  assert.deepEqual(taken, { 0: 400, 2: -50 })
  assert.deepEqual(refundedLines({ ...intent, refunded_lines: taken }, refund, -1), { 0: 300 })
  assert.deepEqual(refundedLines(intent, { ...refund, payment_intent_id: "b" }, 1), { 0: 300 })
})

test("looks up an open refund less often as it gets older", () => {
  assert.deepEqual([0, 60_000, 86_400_000].map(nextLookUpDelayMs), [30_000, 60_000, 3_600_000])
})
