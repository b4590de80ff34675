import assert from "node:assert/strict"
import { test } from "node:test"
import { assertCurrency, assertFollows, awaitsWord } from "./rules.ts"
import { type TransactionStatus, transactionStatuses } from "./schema.ts"

const why = (code: string) => ({ code, message: "…" })

const ways: [from: TransactionStatus, failure: object | null, to: TransactionStatus[]][] = [
  ["pending-approval", null, ["processing", "canceled"]],
  ["processing", null, ["succeeded", "failed", "canceled"]],
  ["succeeded", null, ["reversed"]],
  ["failed", why("never_arrived"), ["succeeded"]],
  ["failed", why("gateway_unreachable"), ["succeeded"]],
  ["failed", why("card_declined"), []],
  ["failed", why("reversed"), []],
  ["failed", why("failed"), []],
  ["failed", why("constructor"), []],
  ["failed", null, []],
  ["reversed", null, []],
  ["canceled", null, []],
]

test("from each status only these follow; of failures, only those that nobody told us are taken back", () => {
  assert.deepEqual(new Set(ways.map(([from]) => from)), new Set(transactionStatuses))
  for (const [status, failure, allowed] of ways)
    for (const to of transactionStatuses) {
      const follow = () => assertFollows({ status, failure }, to)
      if (to === status || allowed.includes(to)) follow()
      else assert.throws(follow, new RegExp(`${status} does not become ${to}`))
    }
})

test("the gateway's word is awaited while a charge is under way, and when we concluded without it", () => {
  const awaited = ways.filter(([status, failure]) => awaitsWord({ status, failure }))
  assert.deepEqual(
    awaited.map(([status, failure]) => [status, failure]),
    [
      ["processing", null],
      ["failed", why("never_arrived")],
      ["failed", why("gateway_unreachable")],
    ],
  )
})

test("money in another currency needs its rate, and its currency may be named from either side", () => {
  const fx = (sourceCurrency: string) => ({ sourceCurrency, sourceAmount: 100, rate: 5 })
  const table: [currency: string | undefined, fx: ReturnType<typeof fx> | undefined, fits: boolean][] = [
    [undefined, undefined, true],
    ["BRL", undefined, true],
    ["USD", undefined, false],
    [undefined, fx("USD"), true],
    ["BRL", fx("USD"), true],
    ["USD", fx("USD"), true],
    ["EUR", fx("USD"), false],
    [undefined, fx("BRL"), false],
    ["BRL", fx("BRL"), false],
    ["USD", fx("BRL"), false],
  ]
  for (const [currency, change, fits] of table) {
    const check = () => assertCurrency("BRL", currency, change)
    if (fits) check()
    else assert.throws(check, { code: "TRX-1001" }, `${currency} ${change?.sourceCurrency}`)
  }
})
