import assert from "node:assert/strict"
import { test } from "node:test"
import { movedBy } from "./rules.ts"
import { feeOf, netsBetween, problemOf, returnedOf, settlementNets } from "./settlement-rules.ts"

const charge = { amount: 10_000, fee: 0, currency: "BRL", settlement: null }
const asObject = (nets: ReturnType<typeof settlementNets>) =>
  Object.fromEntries([...nets].map(([currency, accounts]) => [currency, Object.fromEntries([...accounts].filter(([, n]) => n !== 0))]))

test("books the fee where a charge is settled in its own currency", () => {
  const settlement = { net: 9700, fee: 300, currency: "BRL" }
  assert.deepEqual(asObject(settlementNets(charge, settlement, "c1")), { BRL: { "fees:c1": -300, "cash:c1": 300 } })
  assert.equal(feeOf(charge, settlement), 300)
})

test("books only the difference to a fee that was known at the success", () => {
  const nets = (fee: number) => asObject(settlementNets({ ...charge, fee: 300 }, { net: 10_000 - fee, fee, currency: "BRL" }, "c1"))
  assert.deepEqual(nets(300), { BRL: {} })
  assert.deepEqual(nets(320), { BRL: { "fees:c1": -20, "cash:c1": 20 } })
})

test("moves money that is settled in another currency through the exchange account", () => {
  const settlement = { net: 1700, fee: 100, currency: "EUR" }
  assert.deepEqual(asObject(settlementNets(charge, settlement, "c1")), {
    EUR: { "fees:c1": -100, "cash:c1": -1700, "exchange:c1": 1800 },
    BRL: { "exchange:c1": -10_000, "cash:c1": 10_000 },
  })
  assert.equal(feeOf(charge, settlement), 0)
})

test("each currency balances, and the last of several settlements counts, whatever was booked before", () => {
  const settlements = [
    { net: 9700, fee: 300, currency: "BRL" },
    { net: 1700, fee: 100, currency: "EUR" },
    { net: 1650, fee: 150, currency: "EUR" },
    { net: 1900, fee: 0, currency: "USD" },
  ]
  for (const first of settlements)
    for (const last of settlements) {
      const steps = [
        settlementNets(charge, first, "c1"),
        settlementNets({ ...charge, fee: feeOf(charge, first), settlement: first }, last, "c1"),
      ]
      for (const nets of steps)
        for (const [, accounts] of nets)
          assert.equal(
            [...accounts.values()].reduce((sum, n) => sum + n, 0),
            0,
          )
      const total = new Map<string, number>()
      for (const nets of steps)
        for (const [currency, accounts] of nets)
          for (const [account, n] of accounts) total.set(`${currency} ${account}`, (total.get(`${currency} ${account}`) ?? 0) + n)
      const alone = Object.entries(asObject(settlementNets(charge, last, "c1"))).flatMap(([currency, accounts]) =>
        Object.entries(accounts).map(([account, n]) => [`${currency} ${account}`, n] as const),
      )
      assert.deepEqual(Object.fromEntries([...total].filter(([, n]) => n !== 0)), Object.fromEntries(alone))
    }
})

test("refuses a settlement that does not add up to the charge", () => {
  assert.equal(problemOf(charge, { net: 9700, fee: 300, currency: "BRL" }), undefined)
  assert.equal(problemOf(charge, { net: 1700, fee: 100, currency: "EUR" }), undefined)
  for (const settlement of [
    { net: 9700, fee: 301, currency: "BRL" },
    { net: 10_300, fee: -300, currency: "BRL" },
    { net: 0, fee: 0, currency: "EUR" },
    { net: 0.5, fee: 0, currency: "EUR" },
    { net: Number.NaN, fee: 0, currency: "EUR" },
  ])
    assert.notEqual(problemOf(charge, settlement), undefined)
})

const refund = { amount: -4000, fee: 0, currency: "BRL", settlement: null }

test("knows which way each transaction moved the money of its gateway", () => {
  for (const [transaction_type, status, moved] of [
    ["charge", "succeeded", 100],
    ["charge", "reversed", 100],
    ["refund", "succeeded", -100],
    ["refund", "reversed", 0],
  ] as const)
    assert.equal(movedBy({ transaction_type, status, amount: 100 }), moved, `${transaction_type} ${status}`)
})

test("takes a refund that is settled in another currency from there", () => {
  assert.deepEqual(asObject(settlementNets(refund, { net: -730, fee: 10, currency: "EUR" }, "c1")), {
    EUR: { "fees:c1": -10, "cash:c1": 730, "exchange:c1": -720 },
    BRL: { "exchange:c1": 4000, "cash:c1": -4000 },
  })
})

test("undoes the exchange of a refund that failed later, and leaves the fee", () => {
  const settlement = { net: -730, fee: 10, currency: "EUR", rate: null, availableAt: null }
  const left = netsBetween({ ...refund, settlement }, { ...refund, amount: 0, settlement: returnedOf(settlement) }, "c1")
  assert.deepEqual(asObject(left), {
    EUR: { "cash:c1": -720, "exchange:c1": 720 },
    BRL: { "exchange:c1": -4000, "cash:c1": 4000 },
  })
})

test("refuses a settlement of a refund that gives money or does not add up", () => {
  for (const settlement of [
    { net: -720, fee: 0, currency: "EUR" },
    { net: -700, fee: -20, currency: "EUR" }, // the provider gives its fee back
    { net: -4025, fee: 25, currency: "BRL" },
  ])
    assert.equal(problemOf(refund, settlement), undefined)
  for (const settlement of [
    { net: 720, fee: 0, currency: "EUR" },
    { net: -10, fee: 10, currency: "EUR" },
    { net: 20, fee: -740, currency: "EUR" },
    { net: -4000, fee: 25, currency: "BRL" },
    { net: -3975, fee: -25, currency: "BRL" },
    { net: 4000, fee: 0, currency: "BRL" },
  ])
    assert.notEqual(problemOf(refund, settlement), undefined, JSON.stringify(settlement))
  assert.equal(problemOf({ ...refund, amount: 0 }, { net: 3, fee: 0, currency: "EUR" }), undefined)
  assert.notEqual(problemOf({ ...refund, amount: 0 }, { net: 3, fee: 0, currency: "BRL" }), undefined)
})
