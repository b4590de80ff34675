// Receivers that never answer, answer without an end or break the protocol.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import type { ServerResponse } from "node:http"
import { test } from "node:test"
import { type Any, type Caller, createCaller, inParallel, newContact, until } from "../harness.ts"
import { registerWebhook, startReceiver } from "../receiver.ts"
import { createTenantOn, startServers } from "./server-process.ts"

const { apis, databaseUrl, servers, sql } = await startServers(1, { WEBHOOKS_ALLOW_PRIVATE: "true" })
const [api, server] = [apis[0]!, servers[0]!]
const other = createCaller(server.baseUrl, await createTenantOn(databaseUrl))
const createContact = async (caller: Caller): Promise<Any> => (await caller.post("/v1/contacts/create", newContact())).body.data

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
  const [ownReceiver, otherReceiver] = [await startReceiver(), await startReceiver()]
  await registerWebhook(api, ownReceiver)
  await registerWebhook(other, otherReceiver)
  await otherReceiver.waitFor("contacts.create", (await createContact(other))._id)
  const pid = server.child.pid!
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
  await until(async () => bad.countClosed() >= 22, "the silent requests time out")
  const growth = rssOf(pid) - before
  assert.ok(growth < 150_000_000, `the server grew by ${Math.round(growth / 1e6)} MB`)
})

test("a stop waits for attempts in flight and records their outcome, whatever other receivers do", async () => {
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(other, receiver)
  let respond = () => {}
  receiver.reply = (_webhook, response) => void (respond = () => response.end("done"))
  const contact = await createContact(other)
  await receiver.waitFor("contacts.create", contact._id)
  const exitCode = server.stop("SIGTERM")
  respond()
  assert.equal(await exitCode, 0)
  const rows = await sql("select status, jsonb_array_length(attempts) as attempts, answer from webhook_deliveries where endpoint_id = $1", [
    _id,
  ])
  assert.deepEqual(rows, [{ status: "delivered", attempts: 1, answer: "done" }])
  assert.equal(receiver.received.length, 1)
})
