import assert from "node:assert/strict"
import { test } from "node:test"
import { assertCurrency, assertCanFollow, awaitsGateway } from "./rules.ts"
import { type TransactionStatus, transactionStatuses } from "./schema.ts"

const failureOf = (code: string) => ({ code, message: "…" })

const transitions: [from: TransactionStatus, failure: { code: string } | null, to: TransactionStatus[]][] = [
  ["pending-approval", null, ["processing", "canceled"]],
  ["processing", null, ["succeeded", "failed", "canceled"]],
  ["succeeded", null, ["reversed"]],
  ["failed", failureOf("never_arrived"), ["succeeded"]],
  ["failed", failureOf("gateway_unreachable"), ["succeeded"]],
  ["failed", failureOf("card_declined"), []],
  ["failed", failureOf("reversed"), []],
  ["failed", failureOf("failed"), []],
  ["failed", failureOf("constructor"), []],
  ["failed", null, []],
  ["reversed", null, []],
  ["canceled", null, []],
]

test("only these statuses follow each status, and a failed transaction succeeds only if its failure was assumed", () => {
  assert.deepEqual(new Set(transitions.map(([from]) => from)), new Set(transactionStatuses))
  for (const [status, failure, allowed] of transitions)
    for (const to of transactionStatuses) {
      const follow = () => assertCanFollow({ status, failure }, to)
      if (to === status || allowed.includes(to)) follow()
      else assert.throws(follow, new RegExp(`${status} does not become ${to}`))
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
  assert.throws(() => assertCurrency("BRL", undefined, from("BRL")), /in BRL, the payment in BRL: .*, the same none$/)
})
