import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { after, test } from "node:test"
import pg from "pg"
import { turnPartitions } from "../../src/webhooks/delivery-store.ts"
import { type Any, type Caller, newContact, openHouse, storm, uniqueEmail, until } from "../harness.ts"
import { advance, openReceiver, register } from "../receiver.ts"

const house = await openHouse({ WEBHOOKS_ALLOW_PRIVATE: "true" })
const path = "/v1/dev/webhooks"
const newPerson = async (caller: Caller, fields: object = {}): Promise<Any> =>
  (await caller.post("/v1/contacts/create", newContact(fields))).body.data
const read = async (caller: Caller, id: string): Promise<Any> => (await caller.get(`${path}/${id}`)).body.data
const deliveriesOf = async (caller: Caller, id: string, query = ""): Promise<Any[]> =>
  (await caller.get(`${path}/${id}/deliveries?limit=100${query}`)).body.data
const done = (caller: Caller, id: string, n: number) =>
  until(async () => (await deliveriesOf(caller, id, "&status=delivered")).length === n, `${n} deliveries are delivered`)

/** Somebody else's open transaction that holds an e-mail address, so that a contact with it is written only when it is let go. */
async function holdEmail(caller: Caller, email: string) {
  const like = await newPerson(caller)
  const client = new pg.Client({ connectionString: house.databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  const release = async () => {
    await client.query("rollback").catch(() => {})
    await client.end()
  }
  released.push(release)
  await client.query("begin")
  const { rows } = await client.query<Any>("select * from contacts where id = $1", [like._id])
  const row = { ...rows[0], id: "f".repeat(24), email, email_key: email }
  await client.query("insert into contacts select * from jsonb_populate_record(null::contacts, $1)", [JSON.stringify(row)])
  return release
}
const released: (() => Promise<void>)[] = []
after(() => Promise.all(released.map(release => release().catch(() => {}))))
const isHeld = () =>
  until(async () => (await house.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock' limit 1")).length > 0, "it waits")

test("an event that commits while its endpoint is being disabled does not lie in wait for it to be enabled", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  const email = uniqueEmail()
  const release = await holdEmail(caller, email)
  await done(caller, _id, 1)
  const creating = newPerson(caller, { email })
  await isHeld()
  await caller.create(`${path}/${_id}/disable`, {})
  await release()
  const person = await creating
  assert.equal((await caller.get(`/v1/contacts/${person._id}`)).status, 200)
  await caller.create(`${path}/${_id}/enable`, {})
  await receiver.next("contacts.create", (await newPerson(caller))._id)
  assert.equal(receiver.of("contacts.create", person._id).length, 0, "what happened before it was enabled is not sent")
  assert.deepEqual(await deliveriesOf(caller, _id, "&status=pending"), [])
})

test("an address is registered, widened and enabled once every change that does not know of it is over", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  await caller.create(`${path}/${_id}/disable`, {})
  const ways = {
    registered: () => register(caller, receiver, { events: ["contacts.create"], description: "registered" }),
    enabled: () => caller.create(`${path}/${_id}/enable`, {}),
    widened: () => caller.create(`${path}/${_id}/update`, { events: ["*"], description: "widened" }),
  }
  for (const [name, call] of Object.entries(ways)) {
    const release = await holdEmail(caller, uniqueEmail()) // a change that may have looked already who listens
    const before = await versionsOf(caller)
    let isAnswered = false
    const answering = call().then(() => (isAnswered = true))
    await until(async () => (await versionsOf(caller)) > before, `it is ${name}`)
    for (let i = 0; i < 20; i++) await versionsOf(caller)
    assert.equal(isAnswered, false, `${name} while a change is under way`)
    await release()
    await answering
  }
})
const versionsOf = async (caller: Caller): Promise<number> =>
  (await caller.get(path)).body.data.reduce((sum: number, { version }: Any) => sum + version, 0)

test("every event is delivered, canceled or counted, however often its endpoint is switched meanwhile", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  const people = storm(80, () => newPerson(caller))
  for (const action of ["disable", "enable", "disable", "enable"]) await caller.create(`${path}/${_id}/${action}`, {})
  await people
  await receiver.next("contacts.create", (await newPerson(caller))._id)
  await until(async () => (await deliveriesOf(caller, _id, "&status=pending")).length === 0, "nothing is on its way")
  const all = await deliveriesOf(caller, _id)
  assert.equal(all.length + (await read(caller, _id)).discarded, 81)
})

test("many attempts that fail at once deactivate once, with one mail", async () => {
  for (const [status, state] of [
    [500, "inactive"],
    [410, "disabled"],
  ] as const) {
    const caller = await house.stranger()
    const receiver = await openReceiver()
    const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
    receiver.reply = () => ({ status: 500 })
    await storm(12, () => newPerson(caller))
    await until(async () => (await deliveriesOf(caller, _id)).every(each => each.attempts.length > 0), "all failed once")
    receiver.reply = () => ({ status })
    await advance(caller, "P1DT1M")
    await until(async () => (await deliveriesOf(caller, _id)).every(each => each.status === "canceled"), "all are canceled")
    const mails = (await caller.get(`/v1/dev/mails?object=${_id}`)).body
    assert.deepEqual([(await read(caller, _id)).status, mails.count], [state, 1])
  }
})

test("a worker that comes late with its outcome counts no attempt twice", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  const held: ServerResponse[] = []
  receiver.reply = (_came, response) => void held.push(response)
  await newPerson(caller)
  await until(async () => held.length === 1, "an attempt is under way")
  await house.sql("update deliveries set leased_until = now() - interval '1 second' where endpoint_id = $1", [_id])
  await until(async () => held.length === 2, "somebody took over")
  held[0]!.writeHead(500).end()
  await until(async () => (await deliveriesOf(caller, _id))[0].attempts.length === 1, "one outcome is kept")
  held[1]!.writeHead(500).end()
  receiver.reply = () => ({})
  await receiver.next("contacts.create", (await newPerson(caller))._id)
  await done(caller, _id, 1)
  const [late] = await deliveriesOf(caller, _id, "&status=pending")
  assert.deepEqual([late.attempts.length, receiver.came.map(({ headers }) => headers["x-delivery-attempt"])], [1, ["1", "1", "1"]])
})

test("a delivery whose event is forgotten can't be sent again, and holds up nobody", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  await storm(12, () => newPerson(caller))
  await done(caller, _id, 12)
  const old = await deliveriesOf(caller, _id)
  await house.sql("delete from events where id = any($1)", [old.map(each => each.eventId)]) // 90 days go by
  const answers = await Promise.all(old.map(each => caller.create(`${path}/${_id}/deliveries/${each._id}/redeliver`, {})))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]))
  await receiver.next("contacts.create", (await newPerson(caller))._id)
  assert.deepEqual(await deliveriesOf(caller, _id, "&status=pending"), [])
})

test("the log turns its pages: every delivery once, pending ones among the finished", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  let n = 0
  receiver.reply = () => ({ status: n++ % 2 === 0 ? 200 : 500 })
  for (let i = 0; i < 7; i++) await receiver.next("contacts.create", (await newPerson(caller))._id)
  await until(async () => (await deliveriesOf(caller, _id)).every(each => each.attempts.length > 0), "all were tried")
  const seen: string[] = []
  for (let from = ""; ;) {
    const { data, hasMore } = (await caller.get(`${path}/${_id}/deliveries?limit=2${from}`)).body
    seen.push(...data.map((each: Any) => each._id))
    if (!hasMore) break
    from = `&startingAfter=${seen.at(-1)}`
  }
  assert.deepEqual([seen.length, new Set(seen).size, seen], [7, 7, seen.toSorted((a, b) => (a < b ? 1 : -1))])
})

test("finished deliveries are forgotten after 90 days, those of a sandbox whose clock ran ahead too", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  await advance(caller, "P100D")
  await receiver.next("contacts.create", (await newPerson(caller))._id)
  await done(caller, _id, 1)
  const whereItLies = "select tableoid::regclass::text as page from delivery_history where endpoint_id = $1"
  const [{ page }] = (await house.sql(whereItLies, [_id])) as [{ page: string }]
  assert.notEqual(page, "delivery_history_rest", "it lies on a page that is thrown away one day")
  await turnPartitions()
  assert.equal((await deliveriesOf(caller, _id)).length, 1)
})
