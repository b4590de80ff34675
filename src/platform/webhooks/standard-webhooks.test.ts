import assert from "node:assert/strict"
import { test } from "node:test"
import { Webhook, WebhookVerificationError } from "standardwebhooks"
import { startTestServer } from "../../../test/harness.ts"
import { type ReceivedWebhook, registerWebhook, startReceiver } from "../../../test/receiver.ts"

const { api } = await startTestServer()

/** The two calls that the guide names. */
const calls = {
  base64: (secret: string) => new Webhook(secret),
  raw: (secret: string) => new Webhook(Buffer.from(secret), { format: "raw" }),
}

/** Registers an endpoint with the secret, or with a generated one, and returns a message that was sent to it. */
async function receiveOne(fields: object = {}, rotateTo?: string): Promise<{ received: ReceivedWebhook; secret: string }> {
  const receiver = await startReceiver()
  const { _id, secret } = await registerWebhook(api, receiver, { events: ["paymentIntents.update"], ...fields })
  if (rotateTo) await api.create(`/v1/dev/webhooks/${_id}/rotate-secret`, { secret: rotateTo })
  await api.create(`/v1/dev/webhooks/${_id}/test`, {})
  return { received: await receiver.waitFor("webhooks.test", _id), secret }
}

const verify = (webhook: Webhook, { raw, headers }: ReceivedWebhook) => webhook.verify(raw, headers as Record<string, string>)

function assertRefused(create: () => Webhook, received: ReceivedWebhook) {
  let webhook: Webhook
  try {
    webhook = create()
  } catch {
    return // the library can't read the secret that way
  }
  assert.throws(() => verify(webhook, received), WebhookVerificationError)
}

test("the library verifies a secret of whsec_ and base64 as it is, generated or chosen", async () => {
  for (const fields of [{}, { secret: `whsec_${Buffer.from("a key that somebody chose").toString("base64")}` }]) {
    const { received, secret } = await receiveOne(fields)
    assert.deepEqual(verify(calls.base64(secret), received), received.body)
    assertRefused(() => calls.raw(secret), received)
  }
})

test("the library verifies any other secret by its bytes, with the format raw", async () => {
  for (const secret of ["a plain-text secret", "abcdefgh", "clé secrète 🔑 ключ", "whsec_this is not base64"]) {
    const { received } = await receiveOne({ secret })
    assert.deepEqual(verify(calls.raw(secret), received), received.body)
    assertRefused(() => calls.base64(secret), received)
  }
})

test("after a rotation the library verifies with the old secret and with the new one", async () => {
  const { received, secret } = await receiveOne({}, "the new secret")
  assert.deepEqual(verify(calls.base64(secret), received), received.body)
  assert.deepEqual(verify(calls.raw("the new secret"), received), received.body)
})

test("the library refuses a message whose bytes, id or time were changed", async () => {
  const { received, secret } = await receiveOne()
  const webhook = calls.base64(secret)
  const changed = [
    { ...received, raw: Buffer.concat([received.raw, Buffer.from(" ")]) },
    { ...received, headers: { ...received.headers, "webhook-id": "another" } },
    { ...received, headers: { ...received.headers, "webhook-timestamp": String(Number(received.headers["webhook-timestamp"]) - 1) } },
  ]
  for (const each of changed) assert.throws(() => verify(webhook, each), WebhookVerificationError)
})
