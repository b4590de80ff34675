import assert from "node:assert/strict"
import { after, test } from "node:test"
import { setTimeout } from "node:timers/promises"
import pg from "pg"
import { type Any, inParallel, newContact, startTestServer, until } from "../../../test/harness.ts"
import { firstIdAt, newId, timeOf } from "../../kit/pure/id.ts"

const server = await startTestServer()
const { api, baseUrl, keys, sql } = server

type Options = { apiKey?: string; tenantId?: string; lastEventId?: string; query?: string }
type Client = Awaited<ReturnType<typeof connect>>

/** A client that stores what it receives. */
async function connect({ apiKey = keys.apiKey, tenantId = keys.tenantId, lastEventId, query = "" }: Options = {}) {
  const stopping = new AbortController()
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId, ...(lastEventId && { "last-event-id": lastEventId }) }
  const response = await fetch(`${baseUrl}/v1/dev/events/stream${query}`, { headers, signal: stopping.signal })
  let text = ""
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk
  }
  const end = read().catch(() => {})
  const close = () => {
    stopping.abort()
    return end
  }
  after(close)
  const messages = () =>
    [...text.matchAll(/^id: (.+)\ndata: (.+)\n\n/gm)].map(([, id, data]) => ({ id: id!, event: JSON.parse(data!) as Any }))
  return { response, messages, text: () => text, end, close }
}

const createContact = async (by = api): Promise<Any> => (await by.create("/v1/contacts/create", newContact())).body.data
const waitFor = (client: Client, object: Any) =>
  until(async () => client.messages().find(({ event }) => event.object === object._id), `the stream has the event of ${object._id}`)
const idsOf = (client: Client) => client.messages().map(({ id }) => id)

test("sends the events of the tenant as they happen, as the event log shows them, and no others", async () => {
  const earlier = await createContact()
  const client = await connect()
  assert.match(client.response.headers.get("content-type")!, /^text\/event-stream/)
  await until(async () => client.text().startsWith("retry: 2000\n\n"), "the stream has begun")
  const other = await server.otherTenant()
  await createContact(other)
  const contact = await createContact()
  const { id, event } = await waitFor(client, contact)
  const [logged] = (await api.get(`/v1/dev/events?object=${contact._id}`)).body.data
  assert.deepEqual([id, event], [logged._id, logged])
  const objects = client.messages().map(message => message.event.object)
  assert.deepEqual(objects, [contact._id])
  assert.ok(!objects.includes(earlier._id))
  await client.close()
})

test("sends a client that has just read a list the events since then, too", async () => {
  const missed = await createContact()
  const client = await connect({ query: "?sinceMs=60000" })
  const next = await createContact()
  await waitFor(client, next)
  const objects = client.messages().map(({ event }) => event.object)
  assert.deepEqual(objects.slice(-2), [missed._id, next._id])
  await client.close()
  assert.equal((await api.get("/v1/dev/events/stream?sinceMs=60001")).body.error.code, "VAL-1003")
})

test("resumes after the event that a disconnected client names, in the header or in the query", async () => {
  const first = await connect()
  const seen = await waitFor(first, await createContact())
  await first.close()
  const missed = [await createContact(), await createContact()]
  const resumed = await connect({ lastEventId: seen.id, query: `?lastEventId=${firstIdAt(0)}` })
  await waitFor(resumed, missed[1])
  const after = resumed.messages().filter(({ id }) => id > seen.id)
  assert.deepEqual(
    after.map(({ event }) => event.object),
    missed.map(({ _id }) => _id),
  )
  const byQuery = await connect({ query: `?lastEventId=${seen.id}` })
  await waitFor(byQuery, missed[1])
  assert.deepEqual(idsOf(byQuery), idsOf(resumed))
  await Promise.all([resumed.close(), byQuery.close()])
})

const insertEvent = (id: string, object: string, tenantId = keys.tenantId) =>
  sql(
    `insert into events (tenant_id, id, event, object_id, data, sequence, created_at)
     values ($1, $2, 'contacts.create', $3, '{}', 1, now())`,
    [tenantId, id, object],
  )

test("an event that was committed after a newer one is sent too, once, whether or not the client was connected", async () => {
  const client = await connect()
  const newer = await waitFor(client, await createContact())
  const older = newId(new Date(timeOf(newer.id) - 3_000))
  await insertEvent(older, "f".repeat(24))
  await waitFor(client, { _id: "f".repeat(24) })
  const next = await waitFor(client, await createContact())
  assert.deepEqual(idsOf(client), [newer.id, older, next.id])
  await client.close()

  const unsent = newId(new Date(timeOf(next.id) - 3_000))
  await insertEvent(unsent, "e".repeat(24))
  const resumed = await connect({ lastEventId: next.id })
  await waitFor(resumed, { _id: "e".repeat(24) })
  assert.ok(!idsOf(resumed).includes(next.id), "the event that the client names does not come again")
  await resumed.close()
})

test("sends an event that is days older than the newest, once, while a sandbox's clock moves", async () => {
  const other = await server.otherTenant()
  const { tenantId } = other.keys
  const client = await connect({ apiKey: other.apiKey, tenantId })
  const first = await waitFor(client, await createContact(other))
  const ahead = newId(new Date(timeOf(first.id) + 30 * 86_400_000))
  await insertEvent(ahead, "f".repeat(24), tenantId)
  await waitFor(client, { _id: "f".repeat(24) })
  const behind = await waitFor(client, await createContact(other))
  const next = newId(new Date(timeOf(ahead) + 1_000))
  await insertEvent(next, "e".repeat(24), tenantId)
  await waitFor(client, { _id: "e".repeat(24) })
  assert.deepEqual(idsOf(client), [first.id, ahead, behind.id, next])
  await client.close()
})

test("a client that is far behind gets every event once, in order", async () => {
  const start = Date.now() - 3_600_000
  const before = newId(new Date(start - 60_000))
  await sql(
    `insert into events (tenant_id, id, event, object_id, data, sequence, created_at)
     select $1, lpad(to_hex($2::bigint + n), 8, '0') || '0000000000000000', 'contacts.create', repeat('d', 24), '{}', 1, now()
     from generate_series(1, 1700) n`,
    [keys.tenantId, Math.floor(start / 1000)],
  )
  const client = await connect({ lastEventId: before })
  await waitFor(client, await createContact())
  const old = idsOf(client).filter(id => timeOf(id) < start + 1_800_000)
  assert.equal(old.length, 1_700)
  assert.deepEqual(old, [...new Set(old)].toSorted())
  await client.close()
})

test("answers a refused request with an error as JSON, not with a stream", async () => {
  const refusals: [Options, number, string][] = [
    [{ apiKey: `${keys.apiKey.slice(0, -1)}?` }, 401, "AUT-1003"],
    [{ tenantId: "0".repeat(24) }, 400, "TEN-1001"],
    [{ lastEventId: "yesterday" }, 400, "VAL-1003"],
    [{ query: "?object=1" }, 400, "VAL-1004"],
  ]
  for (const [options, status, code] of refusals) {
    const { response, text, end } = await connect(options)
    await end
    assert.deepEqual([response.status, (JSON.parse(text()) as Any).error.code], [status, code])
  }
})

test("the stream of a key ends when the key is deleted, before it gets another event", async () => {
  const { _id, key } = (await api.create("/v1/dev/api-keys/create", { name: "Feed", role: "developer" })).body.data
  const client = await connect({ apiKey: key })
  await waitFor(client, await createContact())
  await api.post(`/v1/dev/api-keys/${_id}/delete`)
  const later = await createContact()
  await client.end
  assert.ok(!client.messages().some(({ event }) => event.object === later._id))
})

test("allows 20 streams per tenant in a process, which hold no database connection, and frees the place of one that ends", async () => {
  const other = await server.otherTenant()
  const mine = { apiKey: other.apiKey, tenantId: other.keys.tenantId }
  const clients = await inParallel(20, () => connect(mine))
  assert.ok(clients.every(({ response }) => response.status === 200))
  const refused = await connect(mine)
  assert.deepEqual([refused.response.status, refused.response.headers.get("retry-after")], [429, "30"]) // RTE-1001
  const reads = await inParallel(40, () => other.get("/v1/contacts"))
  assert.ok(reads.every(({ status }) => status === 200))
  assert.equal((await connect()).response.status, 200)
  await clients[0]!.close()
  await until(async () => {
    const client = await connect(mine)
    const isOpen = client.response.status === 200
    if (!isOpen) await client.close()
    return isOpen
  }, "there is room for one more")
})

test("frees the place of a client that is gone before its stream begins", async t => {
  const other = await server.otherTenant()
  const mine = { apiKey: other.apiKey, tenantId: other.keys.tenantId }
  const holder = new pg.Client({ connectionString: server.databaseUrl })
  await holder.connect()
  t.after(() => holder.end())
  await holder.query("begin; lock table api_keys in access exclusive mode")
  const leaving = new AbortController()
  const headers = { authorization: `ApiKey ${mine.apiKey}`, "x-tenant-id": mine.tenantId }
  const gone = inParallel(20, () => fetch(`${baseUrl}/v1/dev/events/stream`, { headers, signal: leaving.signal }).catch(() => undefined))
  const waiting = "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await until(async () => (await sql(waiting))[0].n > 0, "the key is being looked up")
  leaving.abort()
  assert.ok((await gone).every(response => response === undefined))
  await setTimeout(200) // until the service has noticed
  await holder.query("commit")
  const clients = await inParallel(20, () => connect(mine))
  assert.deepEqual(new Set(clients.map(({ response }) => response.status)), new Set([200]))
})
