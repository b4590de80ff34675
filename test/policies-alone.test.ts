// Row-level security is the second check between tenants. Here it is the only one: no statement names its tenant.
import assert from "node:assert/strict"
import { test } from "node:test"
import { application } from "../src/app.ts"
import { type Any, startTestServer } from "./harness.ts"
import { quiet, rowsOf, testOperations, twoTenants, withoutLimits } from "./isolation-walk.ts"
import { sendWithoutPredicates } from "./without-predicates.ts"

const statements = sendWithoutPredicates()
const server = await startTestServer(withoutLimits)
const world = await twoTenants(server)
const before = await rowsOf(server, world.otherTenant)
const { mine, theirs } = world

testOperations(server, world)

const lists = application.operations.filter(({ list, route }) => list && route && !route.includes("{"))
/** The lists that show an object of the other tenant. */
async function leaking(): Promise<string[]> {
  const found: string[] = []
  for (const { route } of lists) {
    const path = route!.slice("GET ".length)
    const ids = new Set(theirs.ids[path])
    const { text } = await mine.page.get(`${path}?limit=100`)
    if ([...ids].some(id => text.includes(id))) found.push(path)
  }
  return found
}

test("no list shows an object of another tenant", async () => {
  assert.deepEqual(await leaking(), [])
  assert.ok(statements.size > 300, `${statements.size} statements were sent without their tenant`)
})

test("nothing was written for the other tenant", async () => {
  await quiet(server)
  assert.deepEqual(await rowsOf(server, world.otherTenant), before)
})

test("without the policies too, nearly every list shows the other tenant's objects: the conditions are off indeed", async () => {
  const tables: Any[] = await server.sql("select relname as name from pg_class where relrowsecurity")
  for (const { name } of tables) await server.sql(`alter table ${name} disable row level security`)
  const filled = lists.filter(({ route }) => (theirs.ids[route!.slice("GET ".length)] ?? []).length > 0)
  const shown = await leaking()
  assert.ok(shown.length > filled.length * 0.8, `${shown.length} of ${filled.length}: ${shown.join(", ")}`)
})
