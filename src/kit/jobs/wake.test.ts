import assert from "node:assert/strict"
import { test } from "node:test"
import { newContact, startTestServer } from "../../../test/harness.ts"
import { createPage } from "../../../test/people.ts"
import { registerWebhook, startReceiver } from "../../../test/receiver.ts"
import { home } from "../db/cells.ts"
import { deliverySignal, jobSignal } from "./signal.ts"

const server = await startTestServer({ ROLE: "api", WEBHOOKS_ALLOW_PRIVATE: "true" }) // without a worker: the test gets the signals
const { api, keys } = server
const forever = 2 ** 31 - 1

test("a committed job wakes the worker of its process", { timeout: 60_000 }, async () => {
  await jobSignal(home()).wait(1) // takes an earlier signal
  const woken = jobSignal(home()).wait(forever)
  await createPage(server).post("/v1/passwords/forgot", { email: keys.email })
  await woken
})

test("an event wakes the delivery loop, unless its tenant has no webhooks", { timeout: 60_000 }, async () => {
  await deliverySignal(home()).wait(1)
  let isWoken = false
  const woken = deliverySignal(home())
    .wait(forever)
    .then(() => (isWoken = true))
  assert.equal((await api.create("/v1/contacts/create", newContact())).status, 201)
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(isWoken, false)
  await registerWebhook(api, await startReceiver(), { events: ["contacts.create"] })
  await api.create("/v1/contacts/create", newContact())
  await woken
})
