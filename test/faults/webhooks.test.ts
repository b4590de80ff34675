import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import type { ServerResponse } from "node:http"
import { test } from "node:test"
import { createTenant } from "../../src/api-keys/create-tenant.ts"
import { closeDatabase, openDatabase } from "../../src/kit/db.ts"
import { type Any, type Caller, callerOf, newContact, storm, until } from "../harness.ts"
import { openReceiver, register } from "../receiver.ts"
import { holdTable, openServers, startServer } from "./server.ts"

const path = "/v1/dev/webhooks"
const allowed = { WEBHOOKS_ALLOW_PRIVATE: "true" }
const newPerson = async (caller: Caller): Promise<Any> => (await caller.post("/v1/contacts/create", newContact())).body.data
const deliveriesOf = async (caller: Caller, id: string, query = ""): Promise<Any[]> =>
  (await caller.get(`${path}/${id}/deliveries?limit=100${query}`)).body.data
const pendingOf = async (caller: Caller, id: string) => (await deliveriesOf(caller, id, "&status=pending")).length

/** Another tenant on the same database, spoken to at that server. */
async function newTenant(databaseUrl: string, baseUrl: string): Promise<Caller> {
  openDatabase(databaseUrl)
  const keys = await createTenant({ name: "Other", mode: "sandbox", timezone: "UTC", email: "other@example.com" })
  await closeDatabase()
  return callerOf(baseUrl, keys)
}

/** Every way to be a bad host. The open ones are told by how many were hung up on. */
const manners: Record<string, (response: ServerResponse) => void> = {
  slow(response) {
    const timer = setInterval(() => response.write("."), 50)
    response.on("close", () => clearInterval(timer)).writeHead(200)
  },
  huge(response) {
    const pour = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    }
    response.on("drain", pour).writeHead(200)
    pour()
  },
  headers(response) {
    const socket = response.socket!
    const pour = () => {
      while (!socket.destroyed && socket.write(`x-${"y".repeat(4000)}: z\r\n`));
    }
    socket.on("drain", pour).write("HTTP/1.1 200 OK\r\n")
    pour()
  },
  dropping: response => void response.destroy(),
  halving: response => void response.writeHead(200, { "content-length": "100" }).write("half", () => response.destroy()),
  redirecting: response => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
  upgrading: response =>
    void response.socket!.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
}

async function openZoo(caller: Caller, silentOnes: number) {
  const silent = await openReceiver()
  let hungUp = 0
  silent.reply = ({ url }, response) => (url.pathname === "/good" ? {} : void response.on("close", () => hungUp++))
  await storm(silentOnes, () => register(caller, silent))
  const others = await Promise.all(
    Object.values(manners).map(async manner => {
      const receiver = await openReceiver()
      receiver.reply = (_came, response) => manner(response)
      await register(caller, receiver)
      return receiver
    }),
  )
  return { silent, others, hungUp: () => hungUp }
}

const rssOf = (pid: number) => Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)]).toString()) * 1024

test("nobody waits for bad hosts: neither the same tenant's good endpoint nor another tenant, and memory stays flat", async () => {
  const { apis, databaseUrl, servers } = await openServers(1, allowed)
  const api = apis[0]!
  const other = await newTenant(databaseUrl, servers[0]!.baseUrl)
  const [mine, theirs] = [await openReceiver(), await openReceiver()]
  await register(api, mine)
  await register(other, theirs)
  await theirs.next("contacts.create", (await newPerson(other))._id)
  const pid = servers[0]!.child.pid!
  const before = rssOf(pid)
  const zoo = await openZoo(api, 22)
  const people = await storm(12, () => newPerson(api))
  await until(async () => zoo.silent.came.length >= 22, "the silent ones are called")
  await until(async () => zoo.others.every(({ came }) => came.length > 0), "all the others as well")
  for (let round = 0; round < 5; round++) {
    await theirs.next("contacts.create", (await newPerson(other))._id, 1, 12_000)
    assert.equal(zoo.hungUp(), 0, "another tenant is told while all the silent ones are still waited for")
  }
  for (const { _id } of [...people, await newPerson(api)]) await mine.next("contacts.create", _id, 1, 12_000)
  assert.equal(zoo.hungUp(), 0, "so is the same tenant's good endpoint")
  await register(other, { url: zoo.silent.url.replace("/hook", "/good") })
  await zoo.silent.next("contacts.create", (await newPerson(other))._id, 1, 12_000)
  assert.equal(zoo.hungUp(), 0, "and one at the very host where others are silent")
  await until(async () => zoo.hungUp() >= 22, "the silent ones are given up", 30_000)
  const growth = rssOf(pid) - before
  assert.ok(growth < 150_000_000, `the server grew by ${Math.round(growth / 1e6)} MB`)
  assert.equal(await servers[0]!.stop("SIGTERM"), 0, "and it can leave")
})

test("two workers send each delivery once while nobody dies", async () => {
  const { apis, servers } = await openServers(2, allowed)
  const receiver = await openReceiver()
  const { _id } = await register(apis[0]!, receiver)
  await storm(300, i => newPerson(apis[i % 2]!))
  await until(async () => receiver.came.length >= 300 && (await pendingOf(apis[0]!, _id)) === 0, "all are told")
  assert.deepEqual([receiver.came.length, new Set(receiver.came.map(({ body }) => body.messageId)).size], [300, 300])
  await Promise.all(servers.map(server => server.stop()))
})

test("a worker killed in the middle loses nothing: what it held is sent again, the same bytes under the same messageId", async () => {
  const { apis, servers, sql } = await openServers(2, allowed)
  const [doomed, living] = servers
  const receiver = await openReceiver()
  const { _id } = await register(apis[1]!, receiver)
  const held: ServerResponse[] = []
  receiver.reply = (_came, response) => void held.push(response)
  const people = await storm(120, () => newPerson(apis[1]!))
  await until(async () => held.length >= 20, "both have deliveries under way")
  await doomed!.stop("SIGKILL")
  receiver.reply = () => ({})
  for (const response of held) response.writeHead(200).end()
  const left = "select count(*)::int as n from deliveries where leased_until > now()"
  const others = "select count(*)::int as n from deliveries where leased_until is null"
  await until(async () => (await sql(others))[0].n === 0 && receiver.came.length >= 100, "the living one did the rest")
  const lost = await until(async () => (await sql(left))[0].n as number, "some are held by the dead")
  await sql("update deliveries set leased_until = now() - interval '1 second'") // a minute goes by
  await until(async () => (await pendingOf(apis[1]!, _id)) === 0, "nothing is left")
  const copies = Map.groupBy(receiver.came, ({ body }) => body.data._id as string)
  assert.deepEqual(new Set(copies.keys()), new Set(people.map(person => person._id)))
  const repeated = [...copies.values()].filter(came => came.length > 1)
  assert.ok(repeated.length >= 1 && repeated.length <= lost, `${repeated.length} repeats of ${lost} that the dead one held`)
  for (const came of copies.values())
    for (const each of came) {
      assert.deepEqual(each.raw, came[0]!.raw)
      assert.equal(each.headers["webhook-id"], each.body.messageId)
    }
  const [row] = await sql("select count(*)::int as n, count(distinct id)::int as ids from delivery_history where status = 'delivered'")
  assert.deepEqual(row, { n: 120, ids: 120 })
  await living!.stop()
})

test("told to stop, a worker finishes the attempts under way and keeps their outcome", async () => {
  const { apis, databaseUrl, keys, servers } = await openServers(1, allowed)
  const receiver = await openReceiver()
  const { _id } = await register(apis[0]!, receiver)
  let answer = () => {}
  receiver.reply = (_came, response) => void (answer = () => response.end("done"))
  const person = await newPerson(apis[0]!)
  await receiver.next("contacts.create", person._id)
  const ended = servers[0]!.stop("SIGTERM")
  answer()
  assert.equal(await ended, 0)
  const next = await startServer(databaseUrl, { ...allowed, ROLE: "api" })
  const [delivery] = await deliveriesOf(callerOf(next.baseUrl, keys), _id)
  assert.deepEqual([delivery.status, delivery.attempts.length, delivery.answer], ["delivered", 1, "done"])
  assert.equal(receiver.came.length, 1)
})

test("an endpoint that is disabled or deleted while an attempt is under way hears no more of it", async () => {
  const { apis, sql } = await openServers(1, allowed)
  const api = apis[0]!
  for (const action of ["disable", "delete"]) {
    const receiver = await openReceiver()
    const { _id } = await register(api, receiver)
    let fail = () => {}
    receiver.reply = (_came, response) => void (fail = () => response.writeHead(500).end())
    await receiver.next("contacts.create", (await newPerson(api))._id)
    assert.equal((await api.create(`${path}/${_id}/${action}`, {})).status, 200)
    fail()
    await api.create("/v1/simulations/clock", { advance: "PT1H" })
    const witness = await openReceiver()
    await register(api, witness)
    await witness.next("contacts.create", (await newPerson(api))._id)
    const rows = await sql("select status from webhook_deliveries where endpoint_id = $1", [_id])
    assert.deepEqual([rows, receiver.came.length], [[{ status: "canceled" }], 1], action)
  }
})

test("events are told once they are committed, and what was refused, rehearsed or undone is never told", async () => {
  const { apis, databaseUrl } = await openServers(1, allowed)
  const api = apis[0]!
  const receiver = await openReceiver()
  await register(api, receiver)
  const person = await newPerson(api)
  await receiver.next("contacts.create", person._id)
  const told = receiver.came.length
  const held = await holdTable(databaseUrl, "contacts")
  const waiting = newPerson(api)
  await until(async () => (await held.waiting()) > 0, "the change waits to be written")
  assert.equal((await api.post("/v1/contacts/create", newContact({ email: "nobody" }))).status, 400)
  assert.equal(receiver.came.length, told, "nothing is told before its commit")
  await held.release()
  await receiver.next("contacts.create", (await waiting)._id)
  assert.equal((await api.post("/v1/contacts/create", newContact({ email: person.email }))).status, 409)
  assert.equal((await api.post("/v1/contacts/create", newContact(), { "dry-run": "true" })).status, 201)
  assert.equal((await api.post(`/v1/contacts/${person._id}/update`, { profile: { firstName: "B" } }, { "if-match": "9" })).status, 409)
  await receiver.next("contacts.create", (await newPerson(api))._id)
  assert.equal(receiver.came.length, told + 2)
})

test("where private destinations are not allowed they are refused at registration and at every attempt", async () => {
  const { apis, databaseUrl, keys, servers } = await openServers(1, { ...allowed, ROLE: "api" })
  const receiver = await openReceiver()
  const { _id } = await register(apis[0]!, receiver)
  await servers[0]!.stop()
  const strict = await startServer(databaseUrl) // as it is by default on a database of one's own
  const api = callerOf(strict.baseUrl, keys)
  const { port } = new URL(receiver.url)
  const hosts = ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.1", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]"]
  for (const url of [...hosts.map(host => `http://${host}:${port}/hook`), "http://169.254.169.254/latest", "https://10.0.0.1/"]) {
    const { status, body } = await api.create(`${path}/create`, { url, events: ["*"] })
    assert.deepEqual([status, body.error.code], [422, "WHK-1001"], url)
    assert.equal((await api.create(`${path}/${_id}/update`, { url: url.replace("hook", "other") })).body.error.code, "WHK-1001", url)
  }
  await newPerson(api)
  const delivery = await until(async () => (await deliveriesOf(api, _id)).find(each => each.attempts.length === 1), "it was tried")
  assert.deepEqual([delivery.attempts[0].status, delivery.attempts[0].error], [null, "127.0.0.1 is not a public address"])
  assert.deepEqual([receiver.came.length, receiver.challenges.length], [0, 1])
})
