// An Idempotency-Key on actions: one effect and one response, across processes, races and kills.
import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import pg from "pg"
import { type Any, type ApiResponse, type Caller, inDays, inParallel, newContact, newIntent, until, uniqueEmail } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { payoutFixtures } from "../payout-fixtures.ts"
import { lockTable, startServer, startServers } from "./server-process.ts"

const { apis, databaseUrl, servers, sql } = await startServers(2)
const [api, otherProcess] = apis as [Caller, Caller]
const { assertLedgerVerifies, bodyFor, dueSplit, made, newPayout, read } = await payoutFixtures(api)
const send = (by: Caller, path: string, key: string, body: unknown = {}) => by.post(path, body, { "idempotency-key": key })
const isReplayed = ({ headers }: ApiResponse) => headers.get("idempotent-replayed") === "true"
const countOf = async (text: string, values: unknown[]): Promise<number> =>
  (await sql(`select count(*)::int as n from ${text}`, values))[0].n
const sendJobs = ({ _id }: Any) => countOf("audit_entries where object_id = $1 and after::jsonb ->> 'status' = 'processing'", [_id])

const newDraft = async () => newPayout(bodyFor(await dueSplit(), { draft: true, method: "manual", bankAccount: undefined }))
const newManual = async () => newPayout(bodyFor(await dueSplit(), { method: "manual", bankAccount: undefined }))
async function newRefund() {
  const { _id: contact } = await made("contacts", newContact())
  const intent = await made("payment-intents", newIntent(contact))
  const charge = await made("transactions", { paymentIntent: intent._id, amount: 10_000, method: "cash" })
  return made("refund-intents", { transaction: charge._id })
}
const me = (await api.get("/v1/users/user")).body.data._id
const newApprover = async () => {
  const { body } = await api.post("/v1/dev/api-keys/create", { name: "approver", role: "admin" })
  return body.data.user as string
}

/** Each prepares an action to send under a key, and counts its effects. */
const actions: [name: string, prepare: () => Promise<{ path: string; body?: object; effects(): Promise<number> }>][] = [
  [
    "payouts/{id}/send",
    async () => {
      const payout = await newDraft()
      return { path: `/v1/payouts/${payout._id}/send`, effects: () => sendJobs(payout) }
    },
  ],
  [
    "payouts/{id}/confirm",
    async () => {
      const { _id } = await newManual()
      const effects = () => countOf("ledger_entries where source_id = $1 and kind = 'payout'", [_id])
      return { path: `/v1/payouts/${_id}/confirm`, body: { reference: "by hand" }, effects }
    },
  ],
  [
    "refund-intents/{id}/approve",
    async () => {
      const { _id } = await newRefund()
      const effects = () => countOf("audit_entries where object_id = $1 and after::jsonb ->> 'status' = 'approved'", [_id])
      return { path: `/v1/refund-intents/${_id}/approve`, effects }
    },
  ],
  [
    "payment-intents/{id}/remind",
    async () => {
      const email = uniqueEmail()
      const { _id: contact } = await made("contacts", newContact({ email }))
      const { _id } = await made("payment-intents", newIntent(contact))
      const before = await countOf("mails where recipient = $1", [email])
      const effects = async () => (await countOf("mails where recipient = $1", [email])) - before
      return { path: `/v1/payment-intents/${_id}/remind`, effects }
    },
  ],
  [
    "users/{id}/delegate",
    async () => {
      const to = await newApprover()
      const effects = () => countOf("approval_delegations where to_user = $1", [to])
      return { path: `/v1/users/${me}/delegate`, body: { to, from: inDays(0), until: inDays(5) }, effects }
    },
  ],
]

for (const [name, prepare] of actions) {
  test(`${name} with one key has one effect, and a retry on another process gets the same response`, async () => {
    const { path, body, effects } = await prepare()
    const key = `${name} once`
    const first = await send(api, path, key, body)
    assert.equal(first.status, 200, first.text)
    for (const by of apis) {
      const again = await send(by, path, key, body)
      assert.deepEqual([again.status, again.text, isReplayed(again)], [200, first.text, true])
    }
    assert.equal(await effects(), 1)
    assert.equal((await send(otherProcess, path, key, { ...body, other: true })).body.error.code, "IDM-1002")
    await assertLedgerVerifies()
  })

  test(`${name} sent to two processes at once with one key has one effect and one response`, async () => {
    const { path, body, effects } = await prepare()
    const key = `${name} at once`
    const responses = await inParallel(8, i => sendWithRetries(() => apis[i % 2]!, path, key, body))
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
    assert.equal(responses.filter(response => !isReplayed(response)).length, 1)
    assert.equal(await effects(), 1)
    await assertLedgerVerifies()
  })
}

/** Retries like a client that follows the guide: on 409 IDM-1003, on 5xx and on a lost connection. */
async function sendWithRetries(by: () => Caller, path: string, key: string, body?: object): Promise<ApiResponse> {
  for (;;) {
    const response = await send(by(), path, key, body).catch(() => undefined)
    if (response?.status === 200) return response
    const mayRetry = response === undefined || response.status >= 500 || response.body.error.code === "IDM-1003"
    assert.ok(mayRetry, response?.text)
    await wait(20 + Math.random() * 60)
  }
}

test("while an action is running its key is refused at once", async () => {
  const payout = await newDraft()
  const path = `/v1/payouts/${payout._id}/send`
  const table = await lockTable(databaseUrl, "payouts")
  const first = send(api, path, "running")
  await until(async () => (await table.countWaiting()) > 0, "the first waits to write")
  try {
    const { status, body, headers } = await send(api, path, "running")
    assert.deepEqual([status, body.error.code, headers.get("retry-after")], [409, "IDM-1003", "1"])
  } finally {
    await table.release()
  }
  const { status, text } = await first
  assert.equal(status, 200)
  assert.equal((await send(otherProcess, path, "running")).text, text)
})

test("an action that waits for a locked row keeps its key from the other process", async () => {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  await client.query("begin; select 1 from tenants for update")
  const change = JSON.stringify({ metadata: { locked: "yes" } })
  const first = send(api, "/v1/settings/update", "locks a row", change)
  const isWaiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await until(async () => (await sql(isWaiting)).length > 0, "the first waits for the row")
  try {
    assert.equal((await send(otherProcess, "/v1/settings/update", "locks a row", change)).body.error.code, "IDM-1003")
  } finally {
    await client.query("rollback")
    await client.end()
  }
  const { status, text } = await first
  assert.equal(status, 200, text)
  const again = await send(otherProcess, "/v1/settings/update", "locks a row", change)
  assert.deepEqual([again.text, isReplayed(again)], [text, true])
})

test("stores nothing for a refused action or a dry run, so the same key serves the corrected request", async () => {
  const payout = await newManual()
  const path = `/v1/payouts/${payout._id}/confirm`
  assert.equal((await send(api, path, "corrected", {})).body.error.code, "VAL-1002")
  assert.equal((await send(api, `/v1/payouts/${"f".repeat(24)}/confirm`, "corrected", {})).status, 404)
  const dry = await api.post(path, { reference: "dry" }, { "idempotency-key": "corrected", "dry-run": "true" })
  assert.deepEqual([dry.status, dry.body.data.status, (await read("payouts", payout)).status], [200, "paid", "processing"])
  const accepted = await send(otherProcess, path, "corrected", { reference: "right" })
  assert.deepEqual([accepted.status, isReplayed(accepted)], [200, false])
  assert.equal((await api.post(path, { reference: "right" })).body.error.code, "PAY-2002") // without a key nothing is compared
})

test("a kill leaves an action done or not done, and the retry says which", { timeout: 300_000 }, async () => {
  for (let round = 0; round < faultRounds(6); round++) {
    const payout = await newManual()
    const path = `/v1/payouts/${payout._id}/confirm`
    const { port } = new URL(servers[1]!.baseUrl)
    const responses = inParallel(4, i => sendWithRetries(() => apis[(i + round) % 2]!, path, `killed ${round}`, { reference: "once" }))
    await wait(Math.random() * 30)
    await servers[1]!.stop("SIGKILL")
    servers[1] = await startServer(databaseUrl, { PORT: port })
    assert.equal(new Set((await responses).map(({ text }) => text)).size, 1)
    assert.equal(await countOf("ledger_entries where source_id = $1 and kind = 'payout'", [payout._id]), 1)
    assert.equal(await countOf("idempotency_keys where key = $1", [`key killed ${round}`]), 1)
  }
  await assertLedgerVerifies()
})
