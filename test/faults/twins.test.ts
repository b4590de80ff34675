import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { type Any, type ApiResponse, inParallel, newContact, newIntent, until } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { callTool } from "./call-tool.ts"
import { startPair } from "./server-process.ts"

const { apis, baseUrls, databaseUrl, keys, sql } = await startPair({ RATE_LIMIT_AGENT_WRITES: "0" })
const api = apis[0]!
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
await api.post("/v1/partnerships/create", { name: "Agent", code: "AGENT", kind: "agent" })
await api.post("/v1/services/create", { name: "Course", price: { amount: 10_000, currency: "BRL" } })

const createIntent = async (): Promise<Any> => (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data
type Call = { path: string; body: object }

/** Requests that can take effect once: the second one of the same kind is refused by the money rules. */
const calls: Record<string, () => Promise<Call>> = {
  "a payment of all that is due": async () => {
    const { _id: paymentIntent } = await createIntent()
    return { path: "/v1/transactions/create", body: { paymentIntent, amount: 10_000, method: "cash" } }
  },
  "a split of the whole amount": async () => {
    const { _id: paymentIntent } = await createIntent()
    return { path: "/v1/payment-splits/create", body: { paymentIntent, partnership: "AGENT", amount: 10_000 } }
  },
  "a payment intent for an order's item": async () => {
    const { _id: order, items } = (await api.create("/v1/orders/create", { contact, source: "manual", services: ["Course"] })).body.data
    const item = { name: "Course", amount: 10_000, orderItem: items[0]._id }
    return { path: "/v1/payment-intents/create", body: newIntent(contact, { order, items: [item] }) }
  },
}

for (const [name, createCall] of Object.entries(calls))
  for (const keyed of [true, false])
    test(`answers eight equal requests at once, ${keyed ? "with" : "without"} a key, with one response: ${name}`, async () => {
      for (let round = 0; round < faultRounds(60); round++) {
        const { path, body } = await createCall()
        const bytes = JSON.stringify(body)
        const headers: Record<string, string> = keyed ? { "idempotency-key": `${name} ${round}` } : {}
        const send = (i: number) => apis[i % 2]!.post(path, bytes, headers)
        const responses = await inParallel(8, send)
        const succeeded = [...responses, await send(0)].filter(({ status }) => status === 201)
        for (const { status, text, body } of responses) assert.ok(status === 201 || body.error.code === "IDM-1003", text)
        assert.equal(new Set(succeeded.map(({ text }) => text)).size, 1)
        assert.equal(succeeded.filter(({ headers }) => headers.get("idempotent-replayed") === null).length, 1)
      }
    })

test("answers eight equal tool calls at once with the result of the one that took effect", async () => {
  for (let round = 0; round < faultRounds(60); round++) {
    const { _id: paymentIntent } = await createIntent()
    const args = { paymentIntent, partnership: "AGENT", amount: 10_000 }
    const answers = await inParallel(8, i => callTool(baseUrls[i % 2]!, keys.apiKey, "payment_split_create", args))
    const results = answers.flatMap(({ result }) => result ?? [])
    for (const { error } of answers) assert.ok(!error || error.code === "IDM-1003", JSON.stringify(error))
    assert.equal(new Set(results.map(({ paymentSplit }) => paymentSplit._id)).size, 1)
    assert.equal(results.filter(({ replayed }) => !replayed).length, 1)
  }
})

/** A separate database session that holds the row of a payment intent until `release`. */
async function holdIntent(id: string) {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  await client.query("begin")
  await client.query("select 1 from payment_intents where id = $1 for update", [id])
  return {
    async release() {
      await client.query("commit")
      await client.end()
    },
  }
}

test("the same key on another process is refused at once while somebody else holds the row", async () => {
  const { _id: paymentIntent } = await createIntent()
  const row = await holdIntent(paymentIntent)
  const pay = (i: number): Promise<ApiResponse> =>
    apis[i]!.create("/v1/transactions/create", { paymentIntent, amount: 10_000, method: "cash" }, "held by a third")
  const first = pay(0)
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await until(async () => (await sql(waiting)).length > 0, "the first waits for the row")
  const second = pay(1)
  const answered = await Promise.race([first, second])
  await row.release()
  assert.equal(answered.body.error?.code, "IDM-1003", answered.text)
  const [one, two] = await Promise.all([first, second])
  assert.equal([one, two].filter(({ status }) => status === 201).length, 1)
  assert.equal((await pay(1)).status, 201)
})
