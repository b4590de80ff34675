// An import goes on after its process was killed at any row: each row is created once and reported once.
import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { createCaller } from "../harness.ts"
import { importFixtures } from "../import-fixtures.ts"
import { faultRounds, isShort } from "../levels.ts"
import { expireLeases, startServer, startServers } from "./server-process.ts"

const rows = isShort ? 1_500 : 4_000

test("creates each row once although the service is killed again and again", { timeout: 600_000 }, async () => {
  const { servers, databaseUrl, keys, sql } = await startServers(1)
  let server = servers[0]!
  const fixtures = () => importFixtures(createCaller(server.baseUrl, keys))
  const lines = Array.from({ length: rows }, (_, i) => `k${i},payer-${i}@example.com,Payer ${i}`)
  const draft = await (await fixtures()).create("contacts", `id,email,name\n${lines.join("\n")}\n`)
  const started = await createCaller(server.baseUrl, keys).post(`/v1/imports/${draft._id}/start`)
  assert.equal(started.status, 200, started.text)
  const kills = faultRounds(16)
  for (let i = 0; i < kills; i++) {
    await wait(40 + Math.random() * 250)
    await server.stop("SIGKILL")
    const [{ n }] = await sql("select count(*)::int as n from import_rows")
    const [{ contacts }] = await sql("select count(*)::int as contacts from contacts")
    assert.equal(n, contacts, "what was created is reported in the same commit")
    server = await startServer(databaseUrl)
    await expireLeases(sql)
  }
  const done = await (await fixtures()).ended(draft, 240_000)
  assert.deepEqual([done.status, done.done, done.counts.created], ["done", rows, rows])
  const [counted] = await sql(
    `select (select count(*)::int from contacts) as contacts, (select count(distinct email_key)::int from contacts) as emails,
       (select count(distinct line)::int from import_rows) as lines, (select count(*)::int from import_rows) as reports,
       (select count(*)::int from published_events where event = 'contacts.create') as events`,
  )
  assert.deepEqual(counted, { contacts: rows, emails: rows, lines: rows, reports: rows, events: rows })
  await server.stop("SIGKILL")
})
