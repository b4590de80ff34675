import assert from "node:assert/strict"
import { test } from "node:test"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import { stateOf } from "./state.ts"

const intent = { status: "due" } as PaymentIntent
const charge = (fields: object) =>
  ({
    transaction_type: "charge",
    gateway: "simulator",
    gateway_reference: "sim_1",
    method: "pix",
    status: "processing",
    outcome: null,
    action: null,
    failure: null,
    created_at: new Date(0),
    ...fields,
  }) as TransactionRow
const after = (transaction: TransactionRow, { status } = intent) =>
  stateOf(
    { ...intent, status },
    {
      transactions: [transaction],
      processing: transaction.status === "processing" ? transaction : undefined,
      signed: undefined,
      installments: [],
    },
  )
const qr = { type: "qr", payload: "code", expiresAt: null }

test("an attempt waits for its payer only while its instructions are the last thing that is known", () => {
  assert.equal(after(charge({ action: qr })).name, "waiting")
  assert.equal(after(charge({ action: qr, outcome: "unknown" })).name, "unknown")
  assert.equal(after(charge({})).name, "processing")
  assert.equal(after(charge({ action: qr }), { ...intent, status: "paid-full" }).name, "paid")
  assert.equal(after(charge({ action: qr }), { ...intent, status: "canceled" }).name, "canceled")
})

test("tells how the last attempt ended, but not of one that never reached a gateway", () => {
  const last = (fields: object) => {
    const state = after(charge(fields))
    return state.name === "payable" ? state.last : assert.fail(state.name)
  }
  assert.deepEqual(last({ status: "expired" }), { name: "expired", method: "pix" })
  assert.deepEqual(last({ status: "canceled" }), { name: "canceled" })
  assert.equal(last({ status: "canceled", gateway_reference: null }), undefined)
  assert.deepEqual(last({ status: "failed", failure: { code: "card_declined" } }), { name: "declined" })
  assert.deepEqual(last({ status: "failed", failure: { code: "gateway_unreachable" } }), { name: "unreached" })
  assert.deepEqual(last({ status: "reversed" }), { name: "reversed" })
  assert.equal(last({ status: "succeeded" }), undefined)
})
