import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { type Any, newContact, newIntent, until } from "../harness.ts"
import { startPair } from "./server-process.ts"

const { apis, databaseUrl, killable, sql } = await startPair({ ROLE: "api" })
const [api, otherProcess] = apis as [(typeof apis)[0], (typeof apis)[0]]
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
const path = "/v1/payment-intents/create"
const countIntents = async (reference: string) => (await sql("select 1 from payment_intents where reference = $1", [reference])).length

/** Sends a request to the first process and freezes it after its opening reads, before it commits. */
async function freezeDuring(send: () => Promise<unknown>) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query("begin; lock table contacts in access exclusive mode")
  const response = send()
  await until(
    async () => (await sql("select 1 from pg_locks where relation = 'contacts'::regclass and not granted")).length > 0,
    "it reads",
  )
  killable.child.kill("SIGSTOP")
  await client.query("commit")
  await client.end()
  return { response, resume: () => killable.child.kill("SIGCONT") }
}

test("does not repeat what its retry did when a request without a key was frozen for longer than the keyless window", async () => {
  assert.equal((await api.post("/v1/settings/update", { keylessWindowSeconds: 4 })).status, 200)
  const bytes = JSON.stringify(newIntent(contact, { reference: "frozen" }))
  const { response, resume } = await freezeDuring(() => api.post(path, bytes).catch(() => undefined))
  await until(async () => (await otherProcess.post(path, bytes)).status === 201, "the retry succeeds on the other process")
  await until(async () => (await sql("select 1 from idempotency_keys where dies_at > now()")).length === 0, "the window has passed")
  resume()
  const late = (await response) as Any
  assert.deepEqual([late.status, late.body.error.code, late.body.error.retryable], [503, "SYS-9002", true])
  assert.equal(await countIntents("frozen"), 1)
})
