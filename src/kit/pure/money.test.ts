import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { currencies, decimal, display, exponent, isCurrency, minorUnits, sum } from "./money.ts"

test("every currency of the specification has its ISO 4217 exponent", () => {
  const two = "AUD BRL EUR GBP USD CAD NZD CHF CNY INR HKD SGD TWD COP MXN ARS PEN PLN DKK SEK NOK TRY ZAR AED".split(" ")
  for (const code of two) assert.equal(exponent(code), 2, code)
  for (const code of ["JPY", "KRW", "VND", "CLP"]) assert.equal(exponent(code), 0, code)
  for (const code of ["KWD", "BHD", "TND"]) assert.equal(exponent(code), 3, code)
  assert.equal(exponent("CLF"), 4)
})

test("unknown currencies are not accepted", () => {
  for (const code of ["ZZZ", "brl", "", "BR", "EURO", "constructor"]) assert.equal(isCurrency(code), false, code)
  assert.throws(() => exponent("ZZZ"))
  assert.equal(new Set(currencies).size, currencies.length)
})

test("an amount is formatted exactly", () => {
  assert.equal(decimal(1234, "BRL"), "12.34")
  assert.equal(decimal(5, "BRL"), "0.05")
  assert.equal(decimal(-5, "KWD"), "-0.005")
  assert.equal(decimal(1234, "JPY"), "1234")
  assert.equal(display(123_456_789, "USD"), "$1,234,567.89")
  assert.equal(display(Number.MAX_SAFE_INTEGER, "BRL"), "R$90,071,992,547,409.91")
  assert.equal(display(123_456, "COP"), "COP\u00A01,234.56") // Intl alone would write no decimals
  assert.equal(display(-1250, "KWD"), "-KWD\u00A01.250")
})

test("reads a decimal text back as the amount that it was written from, and reads nothing else", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.constantFrom(...currencies), (amount, currency) => {
      assert.equal(minorUnits(decimal(amount, currency), currency), amount)
    }),
  )
  for (const [text, amount] of [
    ["12.3", 1230],
    ["12", 1200],
    ["0.100", 10],
    ["007.00", 700],
  ] as const)
    assert.equal(minorUnits(text, "BRL"), amount, text)
  for (const text of ["", "12.345", "-1.00", "1,00", "1e3", ".5", "5.", " 1.00", "1.00\n", "NaN", "90071992547409.92"])
    assert.equal(minorUnits(text, "BRL"), undefined, text)
  assert.equal(minorUnits("12.00", "JPY"), 12)
  assert.equal(minorUnits("12.50", "JPY"), undefined)
})

test("formats every amount in every currency with exactly its digits", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom(...currencies), (amount, currency) => {
      const text = decimal(amount, currency)
      assert.equal(BigInt(text.replace(".", "")), BigInt(amount))
      assert.equal(text.includes(".") ? text.length - text.indexOf(".") - 1 : 0, exponent(currency))
    }),
  )
})

test("a sum is exact or refused, never rounded", () => {
  assert.equal(sum([1, 2, -3, 10]), 10)
  assert.equal(sum([]), 0)
  assert.ok(Number.isNaN(sum([Number.MAX_SAFE_INTEGER, 1])))
  assert.equal(sum([Number.MAX_SAFE_INTEGER, 1, -1]), Number.MAX_SAFE_INTEGER)
})
