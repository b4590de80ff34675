import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { fraction, significant } from "../kit/decimal.ts"
import { exponent } from "../kit/money.ts"
import { declaredBy } from "./declared.ts"
import { compare, type Quote } from "./fx.ts"
import { house, type Provider, providers } from "./providers.ts"
import reference from "./reference.json" with { type: "json" }
import type { FxQuery } from "./schema.ts"

const currencies = Object.keys(reference.rates)
const ask = (query: FxQuery, among = providers) =>
  Object.values(compare(declaredBy(among, "https://pay.example.com").quotesFor(reference, query) as Quote[], query))

const query = fc
  .record({
    sourceAmount: fc.integer({ min: 1, max: 1_000_000_000 }),
    sourceCurrency: fc.constantFrom(...currencies),
    targetCountry: fc.constantFrom("BR", "DE", "US", "JP", "VN"),
    targetCurrency: fc.constantFrom(...currencies),
  })
  .filter(({ sourceCurrency, targetCurrency }) => sourceCurrency !== targetCurrency)

test("the file that ships holds the 28 currencies", () => {
  const all = "AUD BRL EUR GBP USD CAD NZD CHF CNY JPY INR KRW HKD SGD TWD VND COP MXN CLP ARS PEN PLN DKK SEK NOK TRY ZAR AED"
  assert.deepEqual(currencies.toSorted(), all.split(" ").toSorted())
  assert.match(reference.date, /^\d{4}-\d\d-\d\d$/)
})

test("ranks count up, rates and amounts go down, and differences say by how much", () => {
  fc.assert(
    fc.property(query, q => {
      const entries = ask(q)
      const best = entries[0]!
      for (const [i, { rate, targetAmount, comparison }] of entries.entries()) {
        assert.deepEqual([comparison.rank, comparison.isBestRate], [i + 1, i === 0])
        assert.ok(Math.abs(comparison.differencePercentage - (rate / best.rate - 1) * 100) <= 0.000051)
        assert.ok(i === 0 ? comparison.differencePercentage === 0 : comparison.differencePercentage <= 0)
        assert.ok(i === 0 || (rate <= entries[i - 1]!.rate && targetAmount <= entries[i - 1]!.targetAmount))
      }
    }),
  )
})

test("what arrives is what the shown rate makes of the amount, cut to the minor unit", () => {
  fc.assert(
    fc.property(query, q => {
      for (const { rate, targetAmount } of ask(q)) {
        const { over, under } = fraction(plain(rate))
        const [up, down] = [10n ** BigInt(exponent(q.targetCurrency)), 10n ** BigInt(exponent(q.sourceCurrency))]
        assert.equal(BigInt(targetAmount), (BigInt(q.sourceAmount) * over * up) / (under * down))
      }
    }),
  )
})

/** 3.4e-7 as 0.00000034. */
const plain = (n: number) => (/e/.test(String(n)) ? n.toFixed(20).replace(/0+$/, "") : String(n))

test("more sent never arrives as less, and nothing is won by going there and back", () => {
  fc.assert(
    fc.property(query, fc.integer({ min: 0, max: 1_000_000 }), (q, more) => {
      const [less, moreSent] = [ask(q), ask({ ...q, sourceAmount: q.sourceAmount + more })]
      less.forEach((entry, i) => assert.ok(moreSent[i]!.targetAmount >= entry.targetAmount))
      const there = less[0]!.targetAmount
      if (there === 0) return
      const back = ask({ ...q, sourceAmount: there, sourceCurrency: q.targetCurrency, targetCurrency: q.sourceCurrency })
      assert.ok(back[0]!.targetAmount <= q.sourceAmount)
    }),
  )
})

test("ties go to the house, then by id", () => {
  const alike = ["b", house, "a"].map((id): Provider => ({ ...providers[0]!, id }))
  const tied = ask({ sourceAmount: 100, sourceCurrency: "EUR", targetCountry: "BR", targetCurrency: "BRL" }, alike)
  assert.deepEqual(
    tied.map(({ gateway, comparison }) => [gateway, comparison.rank, comparison.differencePercentage]),
    [
      [house, 1, 0],
      ["a", 2, 0],
      ["b", 3, 0],
    ],
  )
})

test("a currency that is not the country's own costs more", () => {
  const usd = { sourceAmount: 1_000_000, sourceCurrency: "EUR", targetCurrency: "USD" }
  const [home, abroad] = ["US", "BR"].map(targetCountry => ask({ ...usd, targetCountry }).find(({ gateway }) => gateway === house)!)
  assert.ok(abroad!.rate < home!.rate)
})

test("digits are cut, never rounded up", () => {
  assert.deepEqual(significant(fraction("0.000123456789"), 8), { over: 12_345_678n, under: 10n ** 11n })
  assert.deepEqual(significant(fraction("30585.99999999"), 8), { over: 30_585_999n, under: 1000n })
  assert.throws(() => fraction("1e3"), /no decimal/)
})
