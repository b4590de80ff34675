import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, createCaller, newContact, newIntent, until } from "../harness.ts"
import { expireLeases, lockTable, startServer, startServers } from "./server-process.ts"

const { apis, databaseUrl, keys, servers, sql } = await startServers(2)
const [api, other] = apis as [(typeof apis)[0], (typeof apis)[0]]

let accounts = 0
const newAccount = async (): Promise<Any> => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const body = {
    holder: `Ana ${accounts++}`,
    country: "DE",
    currency: "EUR",
    iban: "DE89370400440532013000",
    owner: "contact",
    contact: contact._id,
  }
  return (await api.create("/v1/bank-accounts/create", body)).body.data
}
const authorize = ({ _id, contact }: Any, caller = api) =>
  caller.create("/v1/authorizations/create", { contact, bankAccount: _id, scheme: "sepa", maxAmount: 10_000 })
const read = async ({ _id }: Any, caller = api): Promise<Any> => (await caller.get(`/v1/authorizations/${_id}`)).body.data
const createActive = async (): Promise<Any> => {
  const mandate = (await authorize(await newAccount())).body.data
  await api.post("/v1/simulations/clock", { advance: "PT2M" })
  await until(async () => (await read(mandate)).status === "active", "the authorization is active")
  return mandate
}
const owedBy = async ({ contact }: Any): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact, { currency: "EUR", items: [{ name: "Course", amount: 10_000 }] })))
    .body.data
const debit = (intent: Any, mandate: Any, fields: object = {}) =>
  api.create("/v1/gateways/simulator/charges/create", {
    paymentIntent: intent._id,
    method: "direct-debit",
    authorization: mandate._id,
    ...fields,
  })

/** Starts `late`, which waits for the table after its reads, runs `first` in the other process, and then lets `late` commit. */
async function overtake<T>(table: string, late: () => Promise<T>, first: () => Promise<Any>): Promise<T> {
  const lock = await lockTable(databaseUrl, table)
  const waiting = late()
  await until(async () => (await lock.countWaiting()) > 0, `a request waits for ${table}`)
  assert.equal((await first()).status, 200)
  await lock.release()
  return waiting
}

test("a charge that read the mandate before it was revoked in another process is refused", async () => {
  const mandate = await createActive()
  const intent = await owedBy(mandate)
  const refused = await overtake(
    "transactions",
    () => debit(intent, mandate),
    () => other.post(`/v1/authorizations/${mandate._id}/revoke`),
  )
  assert.deepEqual([refused.status, refused.body.error.code], [409, "AUZ-2001"])
  assert.equal((await api.get(`/v1/transactions?paymentIntent=${intent._id}`)).body.count, 0)
})

test("a mandate for an account that was deactivated in another process meanwhile is refused", async () => {
  const account = await newAccount()
  const refused = await overtake(
    "authorizations",
    () => authorize(account),
    () => other.post(`/v1/bank-accounts/${account._id}/deactivate`),
  )
  assert.deepEqual([refused.status, refused.body.error.code], [409, "BNK-2001"])
})

test("ends a mandate once under parallel cancels, revocations and gateway events in two processes", async () => {
  for (const action of ["cancel", "revoke"]) {
    const mandate = action === "revoke" ? await createActive() : (await authorize(await newAccount())).body.data
    const path = `/v1/authorizations/${mandate._id}/${action}`
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => apis[i % 2]!.post(path)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, action)
    for (const { status, body } of answers.filter(answer => answer.status !== 200))
      assert.deepEqual([status, body.error.code], [409, "AUZ-2001"])
    const ends = await sql("select 1 from jobs where kind = 'end-mandate' and payload->>'authorization' = $1", [mandate._id])
    const [{ gateway_reference }] = await sql("select gateway_reference from authorizations where id = $1", [mandate._id])
    const wasRegisteredBefore = gateway_reference !== null // otherwise the registration in flight requests the end once more
    assert.ok(ends.length <= (wasRegisteredBefore ? 1 : 2), `${ends.length} ends after ${action}`)
  }
})

test("pays each intent once under parallel debits by one mandate in two processes", async () => {
  const mandate = await createActive()
  const intents = await Promise.all(Array.from({ length: 8 }, () => owedBy(mandate)))
  const answers = await Promise.all(intents.flatMap(intent => [debit(intent, mandate), debit(intent, mandate)]))
  assert.equal(answers.filter(({ status }) => status === 201).length, intents.length)
  for (const intent of intents) assert.equal((await api.get(`/v1/payment-intents/${intent._id}`)).body.data.paid, 10_000)
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})

test("a mandate whose worker died between the gateway's answer and the commit is registered once", async () => {
  const account = await newAccount()
  await until(async () => (await sql("select 1 from jobs where kind like '%-mandate' and next_at < now()")).length === 0, "no job is due")
  const gateway = await lockTable(databaseUrl, "simulator_mandates")
  const mandate = (await authorize(account)).body.data
  await until(async () => (await gateway.countWaiting()) > 0, "the gateway is called")
  const commit = await lockTable(databaseUrl, "authorizations")
  await gateway.release()
  await until(async () => (await commit.countWaiting()) > 0, "the gateway has answered and the commit waits")
  await Promise.all(servers.map(server => server.stop("SIGKILL")))
  await sql("select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
  await commit.release()
  const [stored] = await sql("select gateway_reference from authorizations where id = $1", [mandate._id])
  assert.equal(stored.gateway_reference, null)
  await expireLeases(sql)
  const { baseUrl } = await startServer(databaseUrl)
  const restarted = createCaller(baseUrl, keys)
  await restarted.post("/v1/simulations/clock", { advance: "PT2M" })
  await until(async () => (await read(mandate, restarted)).status === "active", "the authorization is active")
  const [{ reference }, ...others] = await sql("select reference from simulator_mandates where key = $1", [mandate._id])
  assert.equal(others.length, 0)
  await until(
    async () => (await sql("select gateway_reference from authorizations where id = $1", [mandate._id]))[0].gateway_reference === reference,
    "the gateway's reference is saved",
  )
})
