import assert from "node:assert/strict"
import { test } from "node:test"
import { feeOf, problemOf, settlementNets } from "./settlement-rules.ts"

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
