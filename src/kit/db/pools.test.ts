import assert from "node:assert/strict"
import { test } from "node:test"
import { inParallel, newContact, startTestServer } from "../../../test/harness.ts"
import { closeDatabase, lockPool, openDatabase, pool, reportPool } from "./pools.ts"

test("the fewest connections that a process may have leave some for requests, locks and reports", async () => {
  openDatabase("postgres://nobody@127.0.0.1/nothing", 6)
  assert.deepEqual([pool.options.max, lockPool.options.max, reportPool.options.max], [3, 2, 1])
  await closeDatabase()
})

test("a process opens no more connections than DATABASE_CONNECTIONS, shared among requests, locks and reports", async () => {
  const { api, sql } = await startTestServer({ DATABASE_CONNECTIONS: "12" })
  assert.deepEqual([pool.options.max, lockPool.options.max, reportPool.options.max], [6, 4, 2])
  await inParallel(40, () => api.create("/v1/contacts/create", newContact()))
  const [{ n }] = await sql(
    "select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state is not null",
  )
  assert.ok(n > 1 && n <= 12 + 1, `${n} connections`) // this test may have a second one
})
