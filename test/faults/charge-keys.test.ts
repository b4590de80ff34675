import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type ApiResponse, newContact, newIntent, until } from "../harness.ts"
import { lockTable, startPair } from "./server-process.ts"

const { apis, databaseUrl, sql } = await startPair()
const [api, otherProcess] = apis as [(typeof apis)[0], (typeof apis)[0]]
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data

const createIntent = async (): Promise<Any> => (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data
const chargePath = "/v1/gateways/simulator/charges/create"
const newCharge = ({ _id }: Any, token = "tok_success") => JSON.stringify({ paymentIntent: _id, method: "card", token })
const newPayment = ({ _id }: Any) => JSON.stringify({ paymentIntent: _id, amount: 10_000, method: "cash" })
const send = (caller: typeof api, path: string, bytes: string, key: string) => caller.post(path, bytes, { "idempotency-key": key })
const codeOf = ({ status, body }: ApiResponse) => body.error?.code ?? String(status)
const paidOf = async ({ _id }: Any) => (await api.get(`/v1/payment-intents/${_id}`)).body.data.paid

test("while a charge is at the gateway, its key is refused for any other path and any other bytes", async () => {
  const [intent, otherIntent] = [await createIntent(), await createIntent()]
  const gateway = await lockTable(databaseUrl, "simulator_charges")
  const charging = send(api, chargePath, newCharge(intent), "at the gateway")
  await until(async () => (await gateway.countWaiting()) > 0, "the gateway is called")
  const sendOther = async (path: string, bytes: string) => codeOf(await send(otherProcess, path, bytes, "at the gateway"))
  try {
    assert.equal(await sendOther("/v1/transactions/create", newPayment(otherIntent)), "IDM-1002")
    assert.equal(await sendOther(chargePath, `${newCharge(intent)} `), "IDM-1002")
    assert.equal(await sendOther(chargePath, newCharge(otherIntent)), "IDM-1002")
    assert.equal(await sendOther(chargePath, newCharge(intent)), "IDM-1003")
  } finally {
    await gateway.release()
  }
  const charged = await charging
  assert.deepEqual([charged.status, charged.body.data.status, await paidOf(otherIntent)], [201, "succeeded", 0])
  const again = await send(otherProcess, chargePath, newCharge(intent), "at the gateway")
  assert.deepEqual([again.text, again.headers.get("idempotent-replayed")], [charged.text, "true"])
  assert.equal(await sendOther("/v1/transactions/create", newPayment(otherIntent)), "IDM-1002")
})

test("reserves a key for a charge once the charge is prepared, when another request uses the key at the same time", async () => {
  const [intent, otherIntent] = [await createIntent(), await createIntent()]
  const ledger = await lockTable(databaseUrl, "ledger_entries")
  const recording = send(otherProcess, "/v1/transactions/create", newPayment(otherIntent), "two uses")
  await until(async () => (await ledger.countWaiting()) > 0, "the payment waits to be written")
  const charging = send(api, chargePath, newCharge(intent), "two uses")
  const prepared = "select 1 from idempotency_keys where key = 'key two uses'"
  const isPrepared = until(async () => (await sql(prepared)).length > 0, "the charge is prepared")
  await Promise.allSettled([isPrepared])
  await ledger.release()
  await isPrepared
  assert.equal(codeOf(await recording), "IDM-1002")
  const charged = await charging
  assert.deepEqual([charged.status, charged.body.data.status], [201, "succeeded"])
  assert.deepEqual([await paidOf(intent), await paidOf(otherIntent)], [10_000, 0])
})

test("a charge that did not reach the gateway releases its key, also for another body", async () => {
  const intent = await createIntent()
  assert.equal(codeOf(await send(api, chargePath, newCharge(intent, "tok_unreachable"), "not sent")), "GTW-2002")
  const corrected = await send(otherProcess, chargePath, newCharge(intent), "not sent")
  assert.deepEqual([corrected.status, corrected.body.data?.status], [201, "succeeded"])
})

test("expires the key of a charge a day after its first use, also when the process died", async () => {
  const intent = await createIntent()
  assert.equal((await send(api, chargePath, newCharge(intent), "kept")).status, 201)
  // as if the process had died before it responded
  const died = "update idempotency_keys set status = null, body = null, event_id = null where key = 'key kept' returning dies_at"
  const [{ dies_at }] = await sql(died)
  const [{ created_at }] = await sql("select created_at from transactions where charge_key = 'key kept'")
  assert.equal(dies_at - created_at, 24 * 60 * 60 * 1000)
  const resumed = await send(otherProcess, chargePath, newCharge(intent), "kept")
  assert.deepEqual([resumed.status, resumed.body.data.status], [201, "succeeded"])
  await api.post("/v1/simulations/clock", { advance: "P1DT1M" })
  assert.equal((await send(otherProcess, "/v1/transactions/create", newPayment(await createIntent()), "kept")).status, 201)
})
