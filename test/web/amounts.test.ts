// How amounts are read as people type and paste them, by their locale and the currency's decimals.
import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import "./locale.ts"
import { currencies, decimal } from "../../src/kit/pure/money.ts"
import { amountSoFar, parseMoney } from "../../web/lib/money.ts"

const english = "en-US"
const german = "de-DE"
const swiss = "de-CH"

test("reads an amount by the marks in it, and where they can mean two things by the locale", () => {
  const cases: [text: string, currency: string, locale: string, amount: number | undefined][] = [
    ["1.234,56", "EUR", english, 123_456],
    ["1,234.56", "EUR", english, 123_456],
    ["1.234,56", "EUR", german, 123_456],
    ["1,234.56", "EUR", german, 123_456],
    ["1’234.56", "CHF", swiss, 123_456],
    ["1 234,56", "EUR", english, 123_456],
    [" 1\u202f234,5 ", "EUR", "fr-FR", 123_450],
    ["1.234", "EUR", german, 123_400],
    ["1.234", "EUR", english, undefined],
    ["1,234", "EUR", english, 123_400],
    ["1,234", "EUR", german, undefined],
    ["1.234", "KWD", english, 1_234],
    ["1.234", "KWD", german, 1_234_000],
    ["1,234", "KWD", german, 1_234],
    ["1.234", "JPY", german, 1_234],
    ["1.234", "JPY", english, undefined],
    ["1,234,567", "JPY", german, 1_234_567],
    ["1500.75", "JPY", english, undefined],
    ["0.1", "EUR", english, 10],
    ["1.005", "KWD", english, 1_005],
    ["90071992547409.91", "EUR", english, Number.MAX_SAFE_INTEGER],
    ["90071992547409.92", "EUR", english, undefined],
    ["12,34,56", "EUR", english, undefined],
    ["€5", "EUR", english, undefined],
    ["1e3", "EUR", english, undefined],
    ["", "EUR", english, undefined],
  ]
  for (const [text, currency, locale, amount] of cases)
    assert.equal(parseMoney(text, currency, locale), amount, `${text} ${currency} in ${locale}`)
})

test("reads back every amount that a locale writes, grouped or not, without losing a minor unit", () => {
  const amounts = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
  const locales = fc.constantFrom(english, german, swiss, "fr-FR", "pt-BR", "es-MX")
  fc.assert(
    fc.property(amounts, fc.constantFrom(...currencies), locales, fc.boolean(), (amount, currency, locale, useGrouping) => {
      const text = decimal(amount, currency) as `${number}`
      const digits = text.split(".")[1]?.length ?? 0
      const written = new Intl.NumberFormat(locale, { useGrouping, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
        text,
      )
      assert.equal(parseMoney(written, currency, locale), amount, `${written} ${currency} in ${locale}`)
    }),
  )
})

test("says below a field how an amount is understood so far, or that the currency has fewer decimals", () => {
  assert.deepEqual(amountSoFar("1.234,5", "EUR"), { amount: "€1,234.50" })
  assert.deepEqual(amountSoFar("1234", "JPY"), { amount: "¥1,234" })
  assert.deepEqual(amountSoFar("1.5", "JPY"), { why: "Japanese Yen (JPY) has no decimals. Write a whole amount, such as 1500." })
  for (const [text, currency] of [
    ["", "EUR"],
    ["-", "EUR"],
    ["12", ""],
  ] as const)
    assert.equal(amountSoFar(text, currency), undefined, text)
})
