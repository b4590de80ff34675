import assert from "node:assert/strict"
import { test } from "node:test"
import { inParallel, newContact, startTestServer } from "../../../test/harness.ts"
import { endSharedService } from "../../../test/service.ts"
import { closeDatabase, home, openDatabase } from "./cells.ts"

const sizes = () => [home().pool, home().lockPool, home().reportPool, home().probePool].map(each => each.options.max)

test("the minimum of DATABASE_CONNECTIONS leaves connections for requests, locks, reports and /readyz", async () => {
  await endSharedService()
  openDatabase("postgres://nobody@127.0.0.1/nothing", 6)
  assert.deepEqual(sizes(), [2, 2, 1, 1])
  await closeDatabase()
})

test("a process opens no more connections than DATABASE_CONNECTIONS, shared among requests, locks, reports and /readyz", async () => {
  const { api, sql } = await startTestServer({ DATABASE_CONNECTIONS: "12" })
  assert.deepEqual(sizes(), [5, 4, 2, 1])
  assert.equal((await api.get("/readyz")).status, 200)
  await inParallel(40, () => api.create("/v1/contacts/create", newContact()))
  const [{ n }] = await sql(
    "select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state is not null",
  )
  assert.ok(n > 1 && n <= 12 + 1, `${n} connections`) // this test may use a second one
})
