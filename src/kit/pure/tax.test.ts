import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { NewTax, taxIn, taxOfLine, taxSums } from "./tax.ts"

/** Gross, rate, tax: rounded half up, and mirrored for a discount. */
const table: [gross: number, rate: string, tax: number][] = [
  [11_900, "19", 1_900],
  [100, "19", 16], // 15.966…
  [3, "100", 2], // exactly 1.5
  [1, "100", 1], // exactly 0.5
  [-1, "100", -1],
  [-3, "100", -2],
  [-11_900, "19", -1_900],
  [10_888, "8.875", 888], // 887.54…
  [105, "5", 5],
  [10, "5", 0], // 0.476…
  [999, "0", 0],
  [0, "19", 0],
  [Number.MAX_SAFE_INTEGER, "25", 1_801_439_850_948_198], // 1801439850948198.2
]
const rates = fc.constantFrom("0", "5", "7", "8.875", "19", "20", "21.5", "0.0001", "99.9999", "100")
const grossAmounts = fc.maxSafeInteger()

test("computes the tax in a gross amount, rounded half up", () => {
  for (const [gross, rate, tax] of table) assert.equal(taxIn(gross, rate), tax, `${rate}% in ${gross}`)
})

test("net and tax add up to each line, no rounding is off by more than half a unit, and a discount mirrors it", () => {
  fc.assert(
    fc.property(grossAmounts, rates, (gross, rate) => {
      const { net, amount } = taxOfLine(gross, { rate, code: "" })
      assert.equal(net + amount, gross)
      const [part, whole] = [BigInt(Number(rate) * 10_000), 1_000_000n + BigInt(Number(rate) * 10_000)]
      const twiceOff = 2n * (BigInt(amount) * whole - BigInt(gross) * part)
      assert.ok(gross < 0 ? twiceOff >= -whole && twiceOff < whole : twiceOff > -whole && twiceOff <= whole)
      assert.equal(taxIn(-gross, rate), 0 - amount)
    }),
  )
})

const line = fc.record({
  amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  rate: fc.option(rates, { nil: undefined }),
  code: fc.constantFrom("", "A"),
})

test("adds up lines by rate and code, so that each document's net and tax add up too", () => {
  fc.assert(
    fc.property(fc.array(line), rows => {
      const lines = rows.map(({ amount, rate, code }) => ({ amount, ...(rate && { tax: taxOfLine(amount, { rate, code }) }) }))
      const sums = taxSums(lines) ?? []
      for (const sum of sums) assert.equal(sum.net + sum.amount, sum.gross)
      const taxed = lines.filter(({ tax }) => tax)
      const total = (values: number[]) => values.reduce((all, one) => all + one, 0)
      assert.equal(total(sums.map(({ gross }) => gross)), total(taxed.map(({ amount }) => amount)))
      assert.equal(total(sums.map(({ amount }) => amount)), total(taxed.map(({ tax }) => tax!.amount)))
      assert.equal(new Set(sums.map(({ rate, code }) => `${rate} ${code}`)).size, sums.length)
      assert.deepEqual(
        sums.map(({ rate }) => Number(rate)),
        sums.map(({ rate }) => Number(rate)).toSorted((a, b) => b - a),
      )
    }),
  )
})

test("a document without taxed lines has no tax sums", () => assert.equal(taxSums([{ amount: 100 }]), undefined))

test("takes a rate as decimal text, and spells equal rates alike", () => {
  for (const [sent, kept] of [
    ["19", "19"],
    ["19.00", "19"],
    ["07", "7"],
    ["8.8750", "8.875"],
    ["0", "0"],
    ["100.0", "100"],
  ])
    // prettier-ignore
    assert.deepEqual(NewTax.parse({ rate: sent }), { rate: kept, code: "" })
  for (const rate of ["", "-1", "100.1", "101", "1.23456", "19%", "1e1", ".5", 19, null])
    assert.equal(NewTax.safeParse({ rate }).success, false, String(rate))
})
