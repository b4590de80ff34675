import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { exponent } from "../../../kit/pure/money.ts"
import { GatewayRefused } from "../provider.ts"
import { cardCurrencies, fromStripe, toStripe } from "./money.ts"

test("amounts are written in the units that Stripe counts each currency in", () => {
  for (const [amount, currency, expected] of [
    [1234, "EUR", 1234],
    [1234, "JPY", 1234],
    [5, "ISK", 500], // no decimals, but counted in hundredths
    [5, "UGX", 500],
    [1200, "MGA", 12], // two decimals, but counted in whole units
    [1230, "KWD", 1230],
    [999_999_999, "IDR", 999_999_999],
  ] as const) {
    assert.deepEqual(toStripe(amount, currency), { amount: expected, currency: currency.toLowerCase() })
    assert.equal(fromStripe(expected, currency.toLowerCase()), amount)
  }
})

test("an amount that Stripe can't take is refused with the rule, before anything is sent", () => {
  for (const [amount, currency, rule] of [
    [1235, "KWD", /steps of 0\.010 only, and this is 1\.235/],
    [1250, "MGA", /whole units only, and this is 12\.50/],
    [100_000_000, "USD", /up to 8 digits/],
    [1_000_000, "ISK", /up to 8 digits/],
  ] as const)
    assert.throws(
      () => toStripe(amount, currency),
      (error: unknown) => error instanceof GatewayRefused && error.code === "amount_invalid" && rule.test(error.message),
    )
  assert.throws(() => fromStripe(550, "isk"))
})

test("what was sent is read as the same amount, in every currency that is offered", () => {
  assert.ok(cardCurrencies.length > 120)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom(...cardCurrencies), (units, currency) => {
      const amount = units * 10 ** exponent(currency)
      const sent = toStripe(amount, currency)
      assert.equal(fromStripe(sent.amount, sent.currency), amount)
    }),
  )
})
