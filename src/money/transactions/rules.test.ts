import assert from "node:assert/strict"
import { test } from "node:test"
import { exponent } from "../../kit/pure/money.ts"
import { assertCanFollow, assertCurrency, assertRate, assertReceived, awaitsGateway } from "./rules.ts"
import { type TransactionStatus, transactionStatuses } from "./values.ts"

const failureOf = (code: string) => ({ code, message: "…" })

const transitions: [from: TransactionStatus, failure: { code: string } | null, to: TransactionStatus[]][] = [
  ["pending-approval", null, ["processing", "canceled"]],
  ["processing", null, ["succeeded", "failed", "canceled", "expired"]],
  ["succeeded", null, ["reversed", "processing"]],
  ["failed", failureOf("never_arrived"), ["succeeded"]],
  ["failed", failureOf("gateway_unreachable"), ["succeeded"]],
  ["failed", failureOf("card_declined"), []],
  ["failed", failureOf("reversed"), []],
  ["failed", failureOf("failed"), []],
  ["failed", failureOf("constructor"), []],
  ["failed", null, []],
  ["reversed", null, []],
  ["canceled", null, []],
  ["expired", null, []],
]

test("allows only these transitions, and lets a failed transaction succeed only if its failure was assumed", () => {
  assert.deepEqual(new Set(transitions.map(([from]) => from)), new Set(transactionStatuses))
  for (const [status, failure, allowed] of transitions)
    for (const to of transactionStatuses) {
      const follow = () => assertCanFollow({ status, failure, connection_id: null, gateway_reference: null }, to)
      if (to === status || allowed.includes(to)) follow()
      else assert.throws(follow, new RegExp(`${status} does not become ${to}`))
    }
})

test("counts a success that a provider reports after a failure, an expiry or a cancellation, because the money was taken", () => {
  const atProvider = { connection_id: "c".repeat(24), gateway_reference: "cs_1" }
  for (const status of ["failed", "canceled", "expired"] as const) {
    assertCanFollow({ status, failure: failureOf("card_declined"), ...atProvider }, "succeeded")
    assert.throws(() => assertCanFollow({ status, failure: failureOf("x"), connection_id: null, gateway_reference: null }, "succeeded"))
  }
})

test("a gateway may still report on a processing charge and on one that is assumed to have failed", () => {
  const awaiting = transitions.filter(([status, failure]) => awaitsGateway({ status, failure }))
  assert.deepEqual(
    awaiting.map(([status, failure]) => [status, failure]),
    [
      ["processing", null],
      ["failed", failureOf("never_arrived")],
      ["failed", failureOf("gateway_unreachable")],
    ],
  )
})

test("a payment in another currency needs fx, and its currency may be either of the two", () => {
  const from = (sourceCurrency: string) => ({ sourceCurrency, sourceAmount: 100, rate: 5 })
  const table: [currency: string | undefined, fx: ReturnType<typeof from> | undefined, isValid: boolean][] = [
    [undefined, undefined, true],
    ["BRL", undefined, true],
    ["USD", undefined, false],
    [undefined, from("USD"), true],
    ["BRL", from("USD"), true],
    ["USD", from("USD"), true],
    ["EUR", from("USD"), false],
    [undefined, from("BRL"), false],
    ["BRL", from("BRL"), false],
    ["USD", from("BRL"), false],
  ]
  for (const [currency, fx, isValid] of table) {
    const check = () => assertCurrency("BRL", currency, fx)
    if (isValid) check()
    else assert.throws(check, { code: "TRX-1001" }, `${currency} ${fx?.sourceCurrency}`)
  }
  assert.throws(() => assertCurrency("BRL", undefined, from("BRL")), /in BRL, the payment in BRL; .*, otherwise no fx$/)
})

const sandbox = { now: new Date("2027-03-09T23:30:00Z"), tenant: { timezone: "America/Sao_Paulo" } } // 20:30 on the ninth there

test("accepts dates of receipt from the year 2000 to the end of tomorrow in the tenant's zone", () => {
  for (const time of ["2000-01-01T00:00:00Z", "2027-03-09T23:30:00Z", "2027-03-10T23:30:00Z", "2027-03-11T02:59:59.999Z"])
    assertReceived(new Date(time), sandbox)
  for (const time of ["1999-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z", "2027-03-11T03:00:00Z", "9999-12-31T00:00:00Z"])
    assert.throws(() => assertReceived(new Date(time), sandbox), { code: "VAL-1003" }, time)
})

const rates: [source: string, amount: number, rate: number, target: string, accepted: number[], refused: number[]][] = [
  ["USD", 1000, 5.25, "BRL", [5250, 5249, 5251, 5245, 5255], [5244, 5256, 525, 52_500, 1]],
  ["USD", 1, 0.9, "EUR", [1, 0], [3, 100_000]],
  ["JPY", 16_250, 0.0061541, "EUR", [10_000, 10_001], [9998, 10_002, 100, 1_000_000]],
  ["EUR", 10_000, 162.5, "JPY", [16_250, 16_249, 16_251], [16_247, 1_625_000]],
  ["USD", 4000, 25_000, "VND", [1_000_000, 1_000_100, 1_000_250], [1_000_251, 999_749]],
  ["KWD", 1000, 3.25, "USD", [325, 324, 326], [3250, 32, 327]],
  ["USD", 325, 0.307692308, "KWD", [1000, 999, 1001], [100, 10_000]],
  ["IDR", 100_000_000, 6.1e-7, "BTN", [61, 60, 62], [63, 6100]],
  ["USD", Number.MAX_SAFE_INTEGER, 1, "EUR", [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1], [Number.MAX_SAFE_INTEGER - 2]],
]

for (const [sourceCurrency, sourceAmount, rate, currency, accepted, refused] of rates)
  test(`${sourceAmount} ${sourceCurrency} at ${rate} are ${accepted[0]} ${currency}, give or take one minor unit of either`, () => {
    const fx = { sourceCurrency, sourceAmount, rate }
    for (const amount of accepted) assertRate(fx, { amount, currency })
    for (const amount of refused) assert.throws(() => assertRate(fx, { amount, currency }), { code: "TRX-1002" }, String(amount))
  })

test("accepts amounts that match at any rate, whichever of the two was rounded", () => {
  for (const rate of [1e-7, 0.00061, 0.33, 1, 5.4321, 162.5, 25_312.75])
    for (const [sourceCurrency, currency] of [
      ["USD", "EUR"],
      ["JPY", "KWD"],
      ["KWD", "JPY"],
    ] as const)
      for (const n of [1, 7, 99, 12_345, 9_999_999, 123_456_789_012]) {
        const perUnit = rate * 10 ** (exponent(currency) - exponent(sourceCurrency))
        for (const round of [Math.floor, Math.round, Math.ceil]) {
          const [amount, sourceAmount] = [round(n * perUnit), round(n / perUnit)]
          if (Number.isSafeInteger(amount)) assertRate({ sourceCurrency, sourceAmount: n, rate }, { amount, currency })
          if (Number.isSafeInteger(sourceAmount)) assertRate({ sourceCurrency, sourceAmount, rate }, { amount: n, currency })
        }
      }
})
