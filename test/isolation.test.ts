// Every operation, tool, page, download and stream, with the ids of another tenant and credentials of each kind.
import assert from "node:assert/strict"
import { test } from "node:test"
import { filesIn } from "./archives.ts"
import { newContact, startTestServer } from "./harness.ts"
import { testPages } from "./isolation-pages.ts"
import { quiet, rowsOf, testOperations, twoTenants, withoutLimits } from "./isolation-walk.ts"

const server = await startTestServer(withoutLimits)
const world = await twoTenants(server)
const before = await rowsOf(server, world.otherTenant)

testOperations(server, world)
await testPages(server, world)

test("the stream of events goes on after an unknown event, and tells nothing of another tenant", async () => {
  const { mine, theirs } = world
  const [event] = (await theirs.api.get("/v1/dev/events")).body.data
  const open = new AbortController()
  const headers = { authorization: `ApiKey ${server.keys.apiKey}`, "x-tenant-id": server.keys.tenantId, "last-event-id": event._id }
  const response = await fetch(`${server.baseUrl}/v1/dev/events/stream`, { headers, signal: open.signal })
  const contact = (await mine.api.post("/v1/contacts/create", newContact())).body.data
  let text = ""
  for await (const chunk of response.body!) {
    text += Buffer.from(chunk).toString()
    if (text.includes(contact._id)) break
  }
  open.abort()
  assert.equal(response.status, 200)
  for (const id of Object.values(theirs.ids).flat()) assert.ok(!text.includes(id), text)
})

test("the export of everything has nothing of another tenant", async () => {
  const { mine, theirs } = world
  const own = new Set(Object.values(mine.ids).flat())
  const foreign = Object.values(theirs.ids)
    .flat()
    .filter(id => !own.has(id))
  const key = { authorization: `ApiKey ${server.keys.apiKey}`, "x-tenant-id": server.keys.tenantId }
  for (const headers of [key, { cookie: mine.page.cookie! }]) {
    const response = await fetch(`${server.baseUrl}/v1/export`, { headers })
    assert.equal(response.status, 200)
    for (const [name, content] of await filesIn(Buffer.from(await response.arrayBuffer())))
      for (const id of [world.otherTenant, ...foreign]) assert.ok(!content.includes(id), `${name} has ${id}`)
  }
})

test("nothing was written for the other tenant", async () => {
  await quiet(server)
  assert.deepEqual(await rowsOf(server, world.otherTenant), before)
})
