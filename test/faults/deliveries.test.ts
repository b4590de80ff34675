import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { after, test } from "node:test"
import pg from "pg"
import { rotatePartitions } from "../../src/platform/webhooks/delivery-store.ts"
import { type Any, type Caller, inParallel, newContact, startTestServer, uniqueEmail, until } from "../harness.ts"
import { advanceClock, registerWebhook, startReceiver } from "../receiver.ts"

const server = await startTestServer()
const path = "/v1/dev/webhooks"
const createContact = async (caller: Caller, fields: object = {}): Promise<Any> =>
  (await caller.post("/v1/contacts/create", newContact(fields))).body.data
const read = async (caller: Caller, id: string): Promise<Any> => (await caller.get(`${path}/${id}`)).body.data
const deliveriesOf = async (caller: Caller, id: string, query = ""): Promise<Any[]> =>
  (await caller.get(`${path}/${id}/deliveries?limit=100${query}`)).body.data
const waitForDelivered = (caller: Caller, id: string, n: number) =>
  until(async () => (await deliveriesOf(caller, id, "&status=delivered")).length === n, `${n} deliveries are delivered`)

/** Inserts an e-mail in an open transaction, so that a contact with the same e-mail waits for `release`. */
async function lockEmail(caller: Caller, email: string) {
  const template = await createContact(caller)
  const client = new pg.Client({ connectionString: server.databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  const release = async () => {
    await client.query("rollback").catch(() => {})
    await client.end()
  }
  releases.push(release)
  await client.query("begin")
  const { rows } = await client.query<Any>("select * from contacts where id = $1", [template._id])
  const row = { ...rows[0], id: "f".repeat(24), email, email_key: email }
  await client.query("insert into contacts select * from jsonb_populate_record(null::contacts, $1)", [JSON.stringify(row)])
  return release
}
const releases: (() => Promise<void>)[] = []
after(() => Promise.all(releases.map(release => release().catch(() => {}))))
const waitForBlocked = () =>
  until(
    async () =>
      (await server.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")).length > 0,
    "a statement waits for a lock",
  )

test("a redelivery waits for the end of a concurrent attempt, and leaves one row of the delivery", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  receiver.reply = () => ({ status: 500 })
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  await createContact(caller)
  const failedOnce = async () => (await deliveriesOf(caller, _id)).find(({ attempts }) => attempts.length === 1)
  const { _id: delivery } = await until(failedOnce, "it failed once")
  const worker = new pg.Client({ connectionString: server.databaseUrl, options: "-c app.tenants=*" })
  await worker.connect()
  releases.push(() => worker.end())
  const columns = "tenant_id, id, endpoint_id, event_id, event, attempts, next_at, created_at"
  await worker.query("begin")
  await worker.query(
    `with gone as (delete from deliveries where id = $1 returning *)
     insert into delivery_history (${columns}, status, finished_at) select ${columns}, 'delivered', now() from gone`,
    [delivery],
  )
  receiver.reply = () => ({})
  const redelivered = caller.create(`${path}/${_id}/deliveries/${delivery}/redeliver`, {})
  await waitForBlocked()
  await worker.query("commit")
  assert.equal((await redelivered).status, 200)
  await until(async () => (await deliveriesOf(caller, _id, "&status=pending")).length === 0, "it is sent")
  assert.equal((await deliveriesOf(caller, _id)).length, 1)
})

test("an event that commits while its endpoint is disabled is not sent when the endpoint is enabled", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  const email = uniqueEmail()
  const release = await lockEmail(caller, email)
  await waitForDelivered(caller, _id, 1)
  const creating = createContact(caller, { email })
  await waitForBlocked()
  await caller.create(`${path}/${_id}/disable`, {})
  await release()
  const contact = await creating
  assert.equal((await caller.get(`/v1/contacts/${contact._id}`)).status, 200)
  await caller.create(`${path}/${_id}/enable`, {})
  await receiver.waitFor("contacts.create", (await createContact(caller))._id)
  assert.equal(receiver.matching("contacts.create", contact._id).length, 0, "events from before the enable are not sent")
  assert.deepEqual(await deliveriesOf(caller, _id, "&status=pending"), [])
})

test("registering, enabling and extending an endpoint wait for open transactions that do not see the change", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  await caller.create(`${path}/${_id}/disable`, {})
  const changes = {
    registered: () => registerWebhook(caller, receiver, { events: ["contacts.create"], description: "registered" }),
    enabled: () => caller.create(`${path}/${_id}/enable`, {}),
    extended: () => caller.create(`${path}/${_id}/update`, { events: ["*"], description: "extended" }),
  }
  for (const [name, call] of Object.entries(changes)) {
    const release = await lockEmail(caller, uniqueEmail()) // an open transaction that may have read the endpoints already
    const before = await sumVersions(caller)
    let isDone = false
    const pending = call().then(() => (isDone = true))
    await until(async () => (await sumVersions(caller)) > before, `the endpoint is ${name}`)
    for (let i = 0; i < 20; i++) await sumVersions(caller)
    assert.equal(isDone, false, `${name} while a transaction is open`)
    await release()
    await pending
  }
})
const sumVersions = async (caller: Caller): Promise<number> =>
  (await caller.get(path)).body.data.reduce((sum: number, { version }: Any) => sum + version, 0)

test("every event is delivered, canceled or counted as discarded while its endpoint is disabled and enabled", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  const contacts = inParallel(80, () => createContact(caller))
  for (const action of ["disable", "enable", "disable", "enable"]) await caller.create(`${path}/${_id}/${action}`, {})
  await contacts
  await receiver.waitFor("contacts.create", (await createContact(caller))._id)
  await until(async () => (await deliveriesOf(caller, _id, "&status=pending")).length === 0, "no delivery is pending")
  const all = await deliveriesOf(caller, _id)
  assert.equal(all.length + (await read(caller, _id)).discarded, 81)
})

test("many attempts that fail at once deactivate the endpoint once and send one mail", async () => {
  for (const [status, state] of [
    [500, "inactive"],
    [410, "disabled"],
  ] as const) {
    const caller = await server.otherTenant()
    const receiver = await startReceiver()
    const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
    receiver.reply = () => ({ status: 500 })
    await inParallel(12, () => createContact(caller))
    await until(async () => (await deliveriesOf(caller, _id)).every(each => each.attempts.length > 0), "all failed once")
    receiver.reply = () => ({ status })
    await advanceClock(caller, "P1DT2H") // the first retry after 24 hours comes at 24:04
    await until(async () => (await deliveriesOf(caller, _id)).every(each => each.status === "canceled"), "all are canceled")
    const mails = (await caller.get(`/v1/dev/mails?object=${_id}`)).body
    assert.deepEqual([(await read(caller, _id)).status, mails.count], [state, 1])
  }
})

test("a delivery that two workers attempt because a lease expired counts one attempt", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  const responses: ServerResponse[] = []
  receiver.reply = (_webhook, response) => void responses.push(response)
  await createContact(caller)
  await until(async () => responses.length === 1, "an attempt is in flight")
  await server.sql("update deliveries set leased_until = now() - interval '1 second' where endpoint_id = $1", [_id])
  await until(async () => responses.length === 2, "another worker claimed it")
  responses[0]!.writeHead(500).end()
  await until(async () => (await deliveriesOf(caller, _id))[0].attempts.length === 1, "one attempt is recorded")
  responses[1]!.writeHead(500).end()
  receiver.reply = () => ({})
  await receiver.waitFor("contacts.create", (await createContact(caller))._id)
  await waitForDelivered(caller, _id, 1)
  const [late] = await deliveriesOf(caller, _id, "&status=pending")
  assert.deepEqual([late.attempts.length, receiver.received.map(({ headers }) => headers["x-delivery-attempt"])], [1, ["1", "1", "1"]])
})

test("a delivery whose event was deleted can't be sent again, and does not block other deliveries", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  await inParallel(12, () => createContact(caller))
  await waitForDelivered(caller, _id, 12)
  const old = await deliveriesOf(caller, _id)
  await server.sql("delete from events where id = any($1)", [old.map(each => each.eventId)]) // as after 90 days
  const responses = await Promise.all(old.map(each => caller.create(`${path}/${_id}/deliveries/${each._id}/redeliver`, {})))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([404]))
  await receiver.waitFor("contacts.create", (await createContact(caller))._id)
  await until(async () => (await deliveriesOf(caller, _id, "&status=pending")).length === 0, "the answer is recorded, and none is pending")
})

test("the delivery log paginates: every delivery appears once, pending and finished in one order", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  let n = 0
  receiver.reply = () => ({ status: n++ % 2 === 0 ? 200 : 500 })
  for (let i = 0; i < 7; i++) await receiver.waitFor("contacts.create", (await createContact(caller))._id)
  await until(async () => (await deliveriesOf(caller, _id)).every(each => each.attempts.length > 0), "all were attempted")
  const seen: string[] = []
  for (let from = ""; ;) {
    const { data, hasMore } = (await caller.get(`${path}/${_id}/deliveries?limit=2${from}`)).body
    seen.push(...data.map((each: Any) => each._id))
    if (!hasMore) break
    from = `&startingAfter=${seen.at(-1)}`
  }
  assert.deepEqual([seen.length, new Set(seen).size, seen], [7, 7, seen.toSorted((a, b) => (a < b ? 1 : -1))])
})

test("finished deliveries of a sandbox with an advanced clock are in a partition that is dropped after 90 days", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  await advanceClock(caller, "P100D")
  await receiver.waitFor("contacts.create", (await createContact(caller))._id)
  await waitForDelivered(caller, _id, 1)
  const partitionOf = "select tableoid::regclass::text as partition from delivery_history where endpoint_id = $1"
  const [{ partition }] = (await server.sql(partitionOf, [_id])) as [{ partition: string }]
  assert.notEqual(partition, "delivery_history_rest", "the default partition is never dropped")
  await rotatePartitions()
  assert.equal((await deliveriesOf(caller, _id)).length, 1)
})
