import assert from "node:assert/strict"
import { test } from "node:test"
import { isNews, netsOfChange } from "./settlement-rules.ts"

const none = { amount: 10_000, currency: "BRL", settlement: null, status: "needs-response", stage: "dispute" } as const
const taken = { net: -3300, fee: 1500, currency: "EUR", at: "2027-01-01T00:00:00.000Z" }
const [open, lost, won] = [
  { ...none, settlement: taken },
  { ...none, settlement: taken, status: "lost" as const },
  { ...none, settlement: { ...taken, net: -1420 }, status: "won" as const },
]
const asObject = (nets: ReturnType<typeof netsOfChange>) =>
  Object.fromEntries(
    [...nets].flatMap(([currency, accounts]) =>
      [...accounts].filter(([, n]) => n !== 0).map(([account, n]) => [`${currency} ${account}`, n]),
    ),
  )
const fee = { "EUR fees:c1": -1500, "EUR cash:c1": 1500 }

test("books the fee of an open dispute, all of a lost one, and what another rate left of a won one", () => {
  assert.deepEqual(asObject(netsOfChange(none, none, "c1")), {})
  assert.deepEqual(asObject(netsOfChange(none, open, "c1")), fee)
  assert.deepEqual(asObject(netsOfChange(none, lost, "c1")), {
    "EUR fees:c1": -1500,
    "EUR cash:c1": 3300,
    "EUR exchange:c1": -1800,
    "BRL cash:c1": -10_000,
    "BRL exchange:c1": 10_000,
  })
  assert.deepEqual(asObject(netsOfChange(none, won, "c1")), { "EUR fees:c1": -1500, "EUR cash:c1": 1420, "EUR exchange:c1": 80 })
})

test("books the same in the end, in whatever order a dispute is decided, and balances each currency", () => {
  const states = [none, open, lost, won]
  for (const first of states)
    for (const second of states)
      for (const last of states) {
        const total = new Map<string, number>()
        for (const [before, after] of [
          [none, first],
          [first, second],
          [second, last],
        ] as const)
          for (const [currency, accounts] of netsOfChange(before, after, "c1")) {
            assert.equal(
              [...accounts.values()].reduce((sum, n) => sum + n, 0),
              0,
            )
            for (const [account, n] of accounts) total.set(`${currency} ${account}`, (total.get(`${currency} ${account}`) ?? 0) + n)
          }
        const left = Object.fromEntries([...total].filter(([, n]) => n !== 0))
        assert.deepEqual(left, asObject(netsOfChange(none, last, "c1")))
      }
})

test("hears of a settlement in another currency, unless a later report is known", () => {
  const at = (day: number) => new Date(`2027-01-0${day}T00:00:00Z`)
  assert.ok(isNews(none, taken, at(1)))
  assert.ok(isNews(open, { ...taken, net: -1500 }, at(1)))
  assert.ok(!isNews({ ...open, settlement: { ...taken, at: at(3).toISOString() } }, taken, at(2)))
  assert.ok(!isNews(none, { ...taken, currency: "BRL" }, at(1)))
})
