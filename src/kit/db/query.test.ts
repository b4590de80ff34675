import assert from "node:assert/strict"
import { test } from "node:test"
import { inParallel, startTestServer } from "../../../test/harness.ts"
import { commit, dryRun } from "./commit.ts"
import { batchedLookup, batchedLookupAcrossTenants } from "./batched-lookup.ts"
import { allTenants, query, queryWithoutSync, type Scope, sql } from "./query.ts"

const server = await startTestServer({ ROLE: "api" })
const mine = server.keys.tenantId
const theirs = (await server.otherTenant()).keys.tenantId

/** The tenants that a statement sees, and the connection on which it ran. */
const look = (scope: Scope) =>
  query<{ ids: string[]; pid: number }>(scope, sql`select array_agg(id order by id) as ids, pg_backend_pid() as pid from tenants`)
const fail = () => sql`select 1 / ${0}::int`
const noChange = { name: "no change", tenant: theirs, writes: [] }

test("a connection shows each scope its own rows, whatever it was used for before", async () => {
  const pids = new Set<number>()
  const acts: [name: string, act: () => Promise<unknown>][] = [
    ["the same scope", () => look([mine])],
    ["another tenant", () => look([theirs])],
    ["all tenants", () => look(allTenants)],
    ["several tenants", () => look([mine, theirs])],
    ["a statement that failed", () => assert.rejects(query([theirs], fail()), /division by zero/)],
    ["a transaction that failed", () => assert.rejects(queryWithoutSync([theirs], fail()), /division by zero/)],
    ["a failure within the scope it had", () => assert.rejects(query([mine], fail()), /division by zero/)],
    ["a transaction", () => queryWithoutSync([theirs], sql`select 1`)],
    ["a rollback", () => dryRun(noChange)],
    ["a commit", () => commit(noChange)],
  ]
  for (const [name, act] of [...acts, ...acts.toReversed()]) {
    await act()
    const [seen] = await look([mine])
    assert.deepEqual(seen!.ids, [mine], `after ${name}`)
    pids.add(seen!.pid)
  }
  assert.equal(pids.size, 1, "all ran on one connection")
  assert.deepEqual((await look(allTenants))[0]!.ids, [mine, theirs].toSorted())
})

test("statements of many scopes at once see their own rows", async () => {
  const scopes: (string[] | typeof allTenants)[] = [[mine], [theirs], [mine, theirs], allTenants]
  await inParallel(400, async i => {
    const scope = scopes[i % scopes.length]!
    const [seen] = await look(scope)
    assert.deepEqual(seen!.ids, scope === allTenants ? [mine, theirs].toSorted() : [...scope].toSorted())
  })
})

/** As look-ups by key: each tenant finds only itself, whatever the packet has beside it. */
const findTenant = batchedLookup<{ tenant_id: string; id: string }, { id: string }>(`
  select n, t.id from jsonb_to_recordset($1) as input(n int, tenant_id text, id text)
  cross join lateral (select id from tenants where id = input.id limit 1) t`)
const findAnyTenant = batchedLookupAcrossTenants<{ tenant_id: string; id: string }, { id: string }, string>(
  `select n, t.id from jsonb_to_recordset($1) as input(n int, tenant_id text, id text)
   cross join lateral (select id from tenants where id = input.id limit 1) t`,
  ({ id }) => id,
)
const divide = batchedLookup<{ tenant_id: string; by: number }, { result: number }>(`
  select n, 1 / by as result from jsonb_to_recordset($1) as input(n int, tenant_id text, by int)`)

test("look-ups of several scopes share a packet, and each sees the rows of its own scope", async () => {
  for (let round = 0; round < 3; round++) {
    const found = await Promise.all([
      findTenant({ tenant_id: mine, id: theirs }),
      findAnyTenant({ tenant_id: mine, id: theirs }),
      findTenant({ tenant_id: mine, id: mine }),
    ])
    assert.deepEqual(
      found.map(each => (typeof each === "object" ? each.id : each)),
      [undefined, theirs, mine],
    )
  }
})

test("a look-up that the database refuses fails neither the others of its packet nor the other keys of its own", async () => {
  const results = await Promise.allSettled([
    divide({ tenant_id: mine, by: 1 }).then(row => row?.result),
    divide({ tenant_id: mine, by: 0 }),
    findTenant({ tenant_id: mine, id: mine }).then(row => row?.id),
    findAnyTenant({ tenant_id: theirs, id: mine }),
  ])
  assert.deepEqual(
    results.map(result => (result.status === "fulfilled" ? result.value : /division by zero/.test(String(result.reason)))),
    [1, true, mine, mine],
  )
  assert.deepEqual((await look([theirs]))[0]!.ids, [theirs])
})
