import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, createCaller, inParallel, uniqueEmail, until } from "../harness.ts"
import { callTool } from "./call-tool.ts"
import { lockTable, startPair } from "./server-process.ts"

const { apis, baseUrls, databaseUrl, keys, sql } = await startPair({ RATE_LIMIT_AGENT_WRITES: "7", RATE_LIMIT_AGENT_READS: "0" })

/** Calls a tool on either process and returns its error, or undefined for a success. */
const call = async (i: number, name: string, args: object, key = keys.apiKey): Promise<Any> =>
  (await callTool(baseUrls[i % 2]!, key, name, args)).error
const createContact = (i: number, key?: string) => call(i, "contact_create", { email: uniqueEmail() }, key)
/** Ages all calls so far by that many seconds. */
async function age(seconds: number) {
  const shift = (by: number) => sql("update call_counts set second = second + $1", [by])
  await shift(1_000_000) // through unused numbers, because the primary key is checked row by row
  await shift(-1_000_000 - seconds)
}

test("allows as many calls of a burst over two processes as the setting says, and tells the others when to retry", async () => {
  for (let round = 0; round < 5; round++) {
    const errors = (await inParallel(40, i => createContact(i))).flatMap(error => error ?? [])
    assert.equal(errors.length, 33)
    for (const { code, details } of errors) {
      assert.equal(code, "AGENT_TOOL_RATE_LIMITED")
      assert.ok(details.retryAfterSeconds >= 1 && details.retryAfterSeconds <= 60, String(details.retryAfterSeconds))
    }
    await age(30)
    const { code, details } = await createContact(round)
    assert.equal(code, "AGENT_TOOL_RATE_LIMITED", "no call is admitted before the minute is over")
    await age(details.retryAfterSeconds)
    assert.equal(await createContact(round), undefined, "a call is admitted after the time that was told")
    await age(60)
  }
})

test("allows a call right after a burst exactly when its refusal said", async () => {
  for (let round = 0; round < 5; round++) {
    await age(60)
    assert.deepEqual(new Set(await inParallel(7, () => createContact(0))), new Set([undefined]))
    const { retryAfterSeconds } = (await createContact(1)).details
    assert.ok(retryAfterSeconds <= 60, String(retryAfterSeconds))
    await age(retryAfterSeconds)
    assert.equal(await createContact(round), undefined)
  }
})

test("two processes that count at the same moment admit no more together than one", async () => {
  for (let round = 0; round < 10; round++) {
    await age(60)
    const counts = await lockTable(databaseUrl, "call_counts")
    const calls = inParallel(20, i => createContact(i))
    const waiting = "select distinct pid from pg_locks where not granted"
    const bothWait = until(async () => (await sql(waiting)).length >= 2, "both wait to count")
    await Promise.allSettled([bothWait])
    await counts.release()
    await bothWait
    assert.equal((await calls).filter(error => error === undefined).length, 7)
  }
})

test("gives each user and each tool its own limit, and 0 means no limit", async () => {
  await inParallel(10, i => createContact(i))
  assert.equal((await createContact(0)).code, "AGENT_TOOL_RATE_LIMITED")
  const { body } = await apis[0]!.post("/v1/dev/api-keys/create", { name: "another", role: "operator" })
  assert.equal(await createContact(1, body.data.key), undefined)
  const reads = await inParallel(150, i => call(i, "contact_list", { limit: 1 }))
  assert.deepEqual(new Set(reads), new Set([undefined]))
  assert.equal((await createCaller(baseUrls[0]!, keys).get("/v1/contacts?limit=1")).status, 200)
})
