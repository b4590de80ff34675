import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import type { ServerResponse } from "node:http"
import { test } from "node:test"
import { createTenant } from "../../src/platform/api-keys/create-tenant.ts"
import { closeDatabase, openDatabase } from "../../src/kit/db/pools.ts"
import { type Any, type Caller, createCaller, inParallel, newContact, until } from "../harness.ts"
import { registerWebhook, startReceiver } from "../receiver.ts"
import { lockTable, startServer, startServers } from "./server-process.ts"

const path = "/v1/dev/webhooks"
const env = { WEBHOOKS_ALLOW_PRIVATE: "true" }
const createContact = async (caller: Caller): Promise<Any> => (await caller.post("/v1/contacts/create", newContact())).body.data
const deliveriesOf = async (caller: Caller, id: string, query = ""): Promise<Any[]> =>
  (await caller.get(`${path}/${id}/deliveries?limit=100${query}`)).body.data
const pendingOf = async (caller: Caller, id: string) => (await deliveriesOf(caller, id, "&status=pending")).length

/** Creates another tenant on the same database and returns a caller for it. */
async function createOtherTenant(databaseUrl: string, baseUrl: string): Promise<Caller> {
  openDatabase(databaseUrl)
  const keys = await createTenant({ name: "Other", mode: "sandbox", timezone: "UTC", email: "other@example.com" })
  await closeDatabase()
  return createCaller(baseUrl, keys)
}

/** Responses of misbehaving receivers. */
const misbehaviors: Record<string, (response: ServerResponse) => void> = {
  slow(response) {
    const timer = setInterval(() => response.write("."), 50)
    response.on("close", () => clearInterval(timer)).writeHead(200)
  },
  huge(response) {
    const writeMore = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    }
    response.on("drain", writeMore).writeHead(200)
    writeMore()
  },
  headers(response) {
    const socket = response.socket!
    const writeMore = () => {
      while (!socket.destroyed && socket.write(`x-${"y".repeat(4000)}: z\r\n`));
    }
    socket.on("drain", writeMore).write("HTTP/1.1 200 OK\r\n")
    writeMore()
  },
  dropping: response => void response.destroy(),
  truncating: response => void response.writeHead(200, { "content-length": "100" }).write("half", () => response.destroy()),
  redirecting: response => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
  upgrading: response =>
    void response.socket!.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
}

async function registerBadReceivers(caller: Caller, silentCount: number) {
  const silent = await startReceiver()
  let closedCount = 0
  silent.reply = ({ url }, response) => (url.pathname === "/good" ? {} : void response.on("close", () => closedCount++))
  await inParallel(silentCount, () => registerWebhook(caller, silent))
  const others = await Promise.all(
    Object.values(misbehaviors).map(async misbehave => {
      const receiver = await startReceiver()
      receiver.reply = (_webhook, response) => misbehave(response)
      await registerWebhook(caller, receiver)
      return receiver
    }),
  )
  return { silent, others, countClosed: () => closedCount }
}

const rssOf = (pid: number) => Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)]).toString()) * 1024

test("bad receivers delay neither the same tenant's good endpoint nor another tenant, and memory stays flat", async () => {
  const { apis, databaseUrl, servers } = await startServers(1, env)
  const api = apis[0]!
  const other = await createOtherTenant(databaseUrl, servers[0]!.baseUrl)
  const [ownReceiver, otherReceiver] = [await startReceiver(), await startReceiver()]
  await registerWebhook(api, ownReceiver)
  await registerWebhook(other, otherReceiver)
  await otherReceiver.waitFor("contacts.create", (await createContact(other))._id)
  const pid = servers[0]!.child.pid!
  const before = rssOf(pid)
  const bad = await registerBadReceivers(api, 22)
  const contacts = await inParallel(12, () => createContact(api))
  await until(async () => bad.silent.received.length >= 22, "the silent receivers are called")
  await until(async () => bad.others.every(({ received }) => received.length > 0), "the other bad receivers are called")
  for (let round = 0; round < 5; round++) {
    await otherReceiver.waitFor("contacts.create", (await createContact(other))._id, 1, 12_000)
    assert.equal(bad.countClosed(), 0, "another tenant gets its webhook while the silent requests are still open")
  }
  for (const { _id } of [...contacts, await createContact(api)]) await ownReceiver.waitFor("contacts.create", _id, 1, 12_000)
  assert.equal(bad.countClosed(), 0, "and so does the same tenant's good endpoint")
  await registerWebhook(other, { url: bad.silent.url.replace("/hook", "/good") })
  await bad.silent.waitFor("contacts.create", (await createContact(other))._id, 1, 12_000)
  assert.equal(bad.countClosed(), 0, "and so does an endpoint on the host of the silent ones")
  await until(async () => bad.countClosed() >= 22, "the silent requests time out", 30_000)
  const growth = rssOf(pid) - before
  assert.ok(growth < 150_000_000, `the server grew by ${Math.round(growth / 1e6)} MB`)
  assert.equal(await servers[0]!.stop("SIGTERM"), 0, "the server can stop")
})

test("two workers send each delivery once when neither is killed", async () => {
  const { apis, servers } = await startServers(2, env)
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(apis[0]!, receiver)
  await inParallel(300, i => createContact(apis[i % 2]!))
  await until(async () => receiver.received.length >= 300 && (await pendingOf(apis[0]!, _id)) === 0, "all are delivered")
  assert.deepEqual([receiver.received.length, new Set(receiver.received.map(({ body }) => body.messageId)).size], [300, 300])
  await Promise.all(servers.map(server => server.stop()))
})

test("a killed worker loses nothing: the deliveries it had claimed are sent again, the same bytes under the same messageId", async () => {
  const { apis, servers, sql } = await startServers(2, env)
  const [killed, other] = servers
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(apis[1]!, receiver)
  const responses: ServerResponse[] = []
  receiver.reply = (_webhook, response) => void responses.push(response)
  const contacts = await inParallel(120, () => createContact(apis[1]!))
  await until(async () => responses.length >= 20, "both have deliveries in flight")
  await killed!.stop("SIGKILL")
  receiver.reply = () => ({})
  for (const response of responses) response.writeHead(200).end()
  const leased = "select count(*)::int as n from deliveries where leased_until > now()"
  const unclaimed = "select count(*)::int as n from deliveries where leased_until is null"
  await until(async () => (await sql(unclaimed))[0].n === 0 && receiver.received.length >= 100, "the other worker sent the rest")
  const lost = await until(async () => (await sql(leased))[0].n as number, "some are leased by the killed worker")
  await sql("update deliveries set leased_until = now() - interval '1 second'") // the lease is one minute
  await until(async () => (await pendingOf(apis[1]!, _id)) === 0, "nothing is pending")
  const copies = Map.groupBy(receiver.received, ({ body }) => body.data._id as string)
  assert.deepEqual(new Set(copies.keys()), new Set(contacts.map(contact => contact._id)))
  const repeated = [...copies.values()].filter(webhooks => webhooks.length > 1)
  assert.ok(repeated.length >= 1 && repeated.length <= lost, `${repeated.length} repeats of ${lost} that the killed worker had leased`)
  for (const webhooks of copies.values())
    for (const each of webhooks) {
      assert.deepEqual(each.raw, webhooks[0]!.raw)
      assert.equal(each.headers["webhook-id"], each.body.messageId)
    }
  const [row] = await sql("select count(*)::int as n, count(distinct id)::int as ids from delivery_history where status = 'delivered'")
  assert.deepEqual(row, { n: 120, ids: 120 })
  await other!.stop()
})

test("a stop waits for attempts in flight and records their outcome", async () => {
  const { apis, databaseUrl, keys, servers } = await startServers(1, env)
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(apis[0]!, receiver)
  let respond = () => {}
  receiver.reply = (_webhook, response) => void (respond = () => response.end("done"))
  const contact = await createContact(apis[0]!)
  await receiver.waitFor("contacts.create", contact._id)
  const exitCode = servers[0]!.stop("SIGTERM")
  respond()
  assert.equal(await exitCode, 0)
  const next = await startServer(databaseUrl, { ...env, ROLE: "api" })
  const [delivery] = await deliveriesOf(createCaller(next.baseUrl, keys), _id)
  assert.deepEqual([delivery.status, delivery.attempts.length, delivery.answer], ["delivered", 1, "done"])
  assert.equal(receiver.received.length, 1)
})

test("a delivery is not retried when its endpoint was disabled or deleted during the attempt", async () => {
  const { apis, sql } = await startServers(1, env)
  const api = apis[0]!
  for (const action of ["disable", "delete"]) {
    const receiver = await startReceiver()
    const { _id } = await registerWebhook(api, receiver)
    let fail = () => {}
    receiver.reply = (_webhook, response) => void (fail = () => response.writeHead(500).end())
    await receiver.waitFor("contacts.create", (await createContact(api))._id)
    assert.equal((await api.create(`${path}/${_id}/${action}`, {})).status, 200)
    fail()
    await api.create("/v1/simulations/clock", { advance: "PT1H" })
    const second = await startReceiver()
    await registerWebhook(api, second)
    await second.waitFor("contacts.create", (await createContact(api))._id)
    const rows = await sql("select status from webhook_deliveries where endpoint_id = $1", [_id])
    assert.deepEqual([rows, receiver.received.length], [[{ status: "canceled" }], 1], action)
  }
})

test("events are sent after their commit, and refused requests and dry runs send none", async () => {
  const { apis, databaseUrl } = await startServers(1, env)
  const api = apis[0]!
  const receiver = await startReceiver()
  await registerWebhook(api, receiver)
  const contact = await createContact(api)
  await receiver.waitFor("contacts.create", contact._id)
  const sentBefore = receiver.received.length
  const locked = await lockTable(databaseUrl, "contacts")
  const pending = createContact(api)
  await until(async () => (await locked.countWaiting()) > 0, "the change waits to be written")
  assert.equal((await api.post("/v1/contacts/create", newContact({ email: "nobody" }))).status, 400)
  assert.equal(receiver.received.length, sentBefore, "nothing is sent before the commit")
  await locked.release()
  await receiver.waitFor("contacts.create", (await pending)._id)
  assert.equal((await api.post("/v1/contacts/create", newContact({ email: contact.email }))).status, 409)
  assert.equal((await api.post("/v1/contacts/create", newContact(), { "dry-run": "true" })).status, 201)
  assert.equal((await api.post(`/v1/contacts/${contact._id}/update`, { profile: { firstName: "B" } }, { "if-match": "9" })).status, 409)
  await receiver.waitFor("contacts.create", (await createContact(api))._id)
  assert.equal(receiver.received.length, sentBefore + 2)
})

test("where private destinations are not allowed they are refused at registration and at every attempt", async () => {
  const { apis, databaseUrl, keys, servers } = await startServers(1, { ...env, ROLE: "api" })
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(apis[0]!, receiver)
  await servers[0]!.stop()
  const strict = await startServer(databaseUrl) // the default with DATABASE_URL
  const api = createCaller(strict.baseUrl, keys)
  const { port } = new URL(receiver.url)
  const hosts = ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.1", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]"]
  for (const url of [...hosts.map(host => `http://${host}:${port}/hook`), "http://169.254.169.254/latest", "https://10.0.0.1/"]) {
    const { status, body } = await api.create(`${path}/create`, { url, events: ["*"] })
    assert.deepEqual([status, body.error.code], [422, "WHK-1001"], url)
    assert.equal((await api.create(`${path}/${_id}/update`, { url: url.replace("hook", "other") })).body.error.code, "WHK-1001", url)
  }
  await createContact(api)
  const delivery = await until(async () => (await deliveriesOf(api, _id)).find(each => each.attempts.length === 1), "it was attempted")
  assert.deepEqual([delivery.attempts[0].status, delivery.attempts[0].error], [null, "127.0.0.1 is not a public address"])
  assert.deepEqual([receiver.received.length, receiver.challenges.length], [0, 1])
})
