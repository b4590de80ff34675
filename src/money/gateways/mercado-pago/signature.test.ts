import assert from "node:assert/strict"
import { test } from "node:test"
import { newMessage } from "../../../../test/doubles/mercado-pago/server.ts"
import type { InboundMessage } from "../gateway.ts"
import type { OpenConnection } from "../provider.ts"
import { mercadoPago } from "./provider.ts"

const credentials = { accessToken: "APP_USR-token", webhookSecret: "the secret of the webhook" }
const connection: OpenConnection = {
  tenant: "a".repeat(24),
  id: "c".repeat(24),
  mode: "live",
  account: { id: "1", name: "Account", country: "BR" },
  credentials,
  eventSecrets: [],
  eventsUrl: "https://pay.example.com/v1/gateways/mercado-pago/events/c",
  methods: mercadoPago.methods,
}
const gateway = mercadoPago.open(connection)

test("a message counts by its signature over the id of the address, whatever its body says", async () => {
  const reference = "ORD01J6TC8BYRR0T4ZKY0QR39WGYE"
  const message: InboundMessage = newMessage(credentials.webhookSecret, { action: "order.processed", order: reference })
  const { verify } = gateway.events
  assert.deepEqual(
    (await verify(message))?.map(hint => [hint.type, hint.reference]),
    [["order.processed", reference]],
  )
  const lower = { ...message, query: { "data.id": reference.toLowerCase() } }
  assert.equal((await verify(lower))?.[0]?.reference, reference)
  const [signature = "", other] = [message.headers["x-signature"], newMessage("x", { action: "a", order: "ORD01OTHER" })]
  const forged: InboundMessage[] = [
    { ...message, query: { "data.id": "ORD01OTHER" } },
    { bytes: message.bytes, headers: message.headers },
    { ...message, headers: { ...message.headers, "x-request-id": "other" } },
    { ...message, headers: { ...message.headers, "x-signature": signature.slice(0, -1) } },
    { ...message, headers: { ...message.headers, "x-signature": signature.replace(/^ts=\d+/, "ts=1") } },
    { ...message, headers: {} },
    { ...message, bytes: Buffer.from("{") },
    other,
  ]
  for (const each of forged) assert.equal(await verify(each), undefined)
  const later = mercadoPago.open({ ...connection, credentials: { accessToken: credentials.accessToken }, eventSecrets: ["x"] })
  assert.equal(await later.events.verify(message), undefined)
  assert.equal((await later.events.verify(other))?.length, 1)
  const payment = newMessage(credentials.webhookSecret, { action: "payment.updated", order: "123", type: "payment" })
  assert.deepEqual(await verify(payment), [])
})
