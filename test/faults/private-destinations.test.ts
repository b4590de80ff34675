import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, createCaller, newContact, ownDatabase, startTestServer, until } from "../harness.ts"
import { registerWebhook, startReceiver } from "../receiver.ts"
import { startServer } from "./server-process.ts"

const { api, databaseUrl, keys } = await startTestServer(ownDatabase) // which refuses private destinations by default
const path = "/v1/dev/webhooks"

test("refuses private destinations at registration and at every attempt unless they are allowed", async () => {
  const lax = await startServer(databaseUrl, { WEBHOOKS_ALLOW_PRIVATE: "true", ROLE: "api" })
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(createCaller(lax.baseUrl, keys), receiver)
  const { port } = new URL(receiver.url)
  const hosts = ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.1", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]"]
  for (const url of [...hosts.map(host => `http://${host}:${port}/hook`), "http://169.254.169.254/latest", "https://10.0.0.1/"]) {
    const { status, body } = await api.create(`${path}/create`, { url, events: ["*"] })
    assert.deepEqual([status, body.error.code], [422, "WHK-1001"], url)
    assert.equal((await api.create(`${path}/${_id}/update`, { url: url.replace("hook", "other") })).body.error.code, "WHK-1001", url)
  }
  await api.post("/v1/contacts/create", newContact())
  const deliveries = async (): Promise<Any[]> => (await api.get(`${path}/${_id}/deliveries`)).body.data
  const delivery = await until(async () => (await deliveries()).find(each => each.attempts.length === 1), "it was attempted")
  assert.deepEqual([delivery.attempts[0].status, delivery.attempts[0].error], [null, "127.0.0.1 is not a public address"])
  assert.deepEqual([receiver.received.length, receiver.challenges.length], [0, 1])
})
