import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { fraction, significant } from "../../kit/pure/decimal.ts"
import { exponent } from "../../kit/pure/money.ts"
import { declaredQuotes } from "./declared.ts"
import { compareProviders, type Quote } from "./fx.ts"
import { ownProviderId, type Provider, providers } from "./providers.ts"
import reference from "./reference.json" with { type: "json" }
import type { FxQuery } from "./schema.ts"

const currencies = Object.keys(reference.rates)
const compare = (query: FxQuery, among = providers) =>
  Object.values(compareProviders(declaredQuotes(among, "https://pay.example.com").quotesFor(reference, query) as Quote[], query))

const queries = fc
  .record({
    sourceAmount: fc.integer({ min: 1, max: 1_000_000_000 }),
    sourceCurrency: fc.constantFrom(...currencies),
    targetCountry: fc.constantFrom("BR", "DE", "US", "JP", "VN"),
    targetCurrency: fc.constantFrom(...currencies),
  })
  .filter(({ sourceCurrency, targetCurrency }) => sourceCurrency !== targetCurrency)

test("the shipped rates have the 28 currencies", () => {
  const all = "AUD BRL EUR GBP USD CAD NZD CHF CNY JPY INR KRW HKD SGD TWD VND COP MXN CLP ARS PEN PLN DKK SEK NOK TRY ZAR AED"
  assert.deepEqual(currencies.toSorted(), all.split(" ").toSorted())
  assert.match(reference.date, /^\d{4}-\d\d-\d\d$/)
})

test("ranks rise as rates and amounts fall, and differences are relative to the best rate", () => {
  fc.assert(
    fc.property(queries, q => {
      const entries = compare(q)
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

test("the target amount is the source amount times the shown rate, truncated to the minor unit", () => {
  fc.assert(
    fc.property(queries, q => {
      for (const { rate, targetAmount } of compare(q)) {
        const { numerator, denominator } = fraction(withoutExponent(rate))
        const [up, down] = [10n ** BigInt(exponent(q.targetCurrency)), 10n ** BigInt(exponent(q.sourceCurrency))]
        assert.equal(BigInt(targetAmount), (BigInt(q.sourceAmount) * numerator * up) / (denominator * down))
      }
    }),
  )
})

/** 3.4e-7 as 0.00000034. */
const withoutExponent = (n: number) => (/e/.test(String(n)) ? n.toFixed(20).replace(/0+$/, "") : String(n))

test("a larger amount never arrives as less, and an exchange there and back never gains", () => {
  fc.assert(
    fc.property(queries, fc.integer({ min: 0, max: 1_000_000 }), (q, more) => {
      const [less, moreSent] = [compare(q), compare({ ...q, sourceAmount: q.sourceAmount + more })]
      less.forEach((entry, i) => assert.ok(moreSent[i]!.targetAmount >= entry.targetAmount))
      const there = less[0]!.targetAmount
      if (there === 0) return
      const back = compare({ ...q, sourceAmount: there, sourceCurrency: q.targetCurrency, targetCurrency: q.sourceCurrency })
      assert.ok(back[0]!.targetAmount <= q.sourceAmount)
    }),
  )
})

test("among equal rates our own provider comes first, then the order of ids", () => {
  const equal = ["b", ownProviderId, "a"].map((id): Provider => ({ ...providers[0]!, id }))
  const tied = compare({ sourceAmount: 100, sourceCurrency: "EUR", targetCountry: "BR", targetCurrency: "BRL" }, equal)
  assert.deepEqual(
    tied.map(({ gateway, comparison }) => [gateway, comparison.rank, comparison.differencePercentage]),
    [
      [ownProviderId, 1, 0],
      ["a", 2, 0],
      ["b", 3, 0],
    ],
  )
})

test("charges more for a currency that the target country does not use", () => {
  const usd = { sourceAmount: 1_000_000, sourceCurrency: "EUR", targetCurrency: "USD" }
  const [local, foreign] = ["US", "BR"].map(targetCountry =>
    compare({ ...usd, targetCountry }).find(({ gateway }) => gateway === ownProviderId)!,
  )
  assert.ok(foreign!.rate < local!.rate)
})

test("truncates digits, and never rounds up", () => {
  assert.deepEqual(significant(fraction("0.000123456789"), 8), { numerator: 12_345_678n, denominator: 10n ** 11n })
  assert.deepEqual(significant(fraction("30585.99999999"), 8), { numerator: 30_585_999n, denominator: 1000n })
  assert.throws(() => fraction("1e3"), /not a decimal number/)
})
