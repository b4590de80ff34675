import assert from "node:assert/strict"
import { test } from "node:test"
import { z } from "zod"
import { application } from "../../app.ts"
import { type Any, inDays, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { paymentFileFixtures } from "../../../test/payment-file-fixtures.ts"
import { registerWebhook, startReceiver } from "../../../test/receiver.ts"

const server = await startTestServer()
const { api } = server
const { operations, events } = application

/** `GET /v1/contacts/{id}` for contacts: the route whose response has the fields of the events, and perhaps more. */
const routeOf = (kind: string) =>
  operations.find(op => isOrExtends(op.output, events[kind]!.object) && /^GET \/v1\/[a-z/-]+\/\{id\}$/.test(op.route ?? ""))?.route

const isOrExtends = (output: unknown, object: unknown) =>
  output === object ||
  (output instanceof z.ZodObject &&
    object instanceof z.ZodObject &&
    Object.entries(object.shape).every(([name, field]) => output.shape[name] === field))

test("the REST response of every resource has the schema of its events", () => {
  for (const kind of Object.keys(events)) assert.ok(routeOf(kind), `no GET route answers with the object of ${kind} events`)
})

async function makePaymentFile() {
  const { bankAccount, make, ownAccount, payout } = await paymentFileFixtures(api)
  await payout(await bankAccount(), 100)
  assert.equal((await make(await ownAccount())).status, 201)
}

/** The lines of a payment file never change, so its events leave them out. In REST they come last. */
const withoutLines = (json: string) => json.replace(/,"lines":\[.*\]\}$/, "}")

test("an event carries its object byte for byte as REST returns it, for every resource", async () => {
  const receiver = await startReceiver()
  await registerWebhook(api, receiver)
  const metadata = { term: "spring", b: "2", aa: "1", "10": "ten", é: "x" }
  const create = async (path: string, body: object): Promise<Any> => {
    const { status, body: created, text } = await api.create(`/v1/${path}/create`, body)
    assert.equal(status, 201, text)
    return created.data
  }
  const splitTerms = { basisPoints: 1000, type: "percentage" }
  const supplier = await create("partnerships", { name: "Casa", code: "CASA", kind: "supplier", splitTerms, metadata })
  const service = await create("services", {
    name: "Course",
    price: { currency: "BRL", amount: 5000 },
    supplier: supplier._id,
    metadata,
  })
  const contact = await create(
    "contacts",
    newContact({ profile: { phone: "+14155552671", lastName: "Souza", firstName: "Ana" }, metadata }),
  )
  const order = await create("orders", { contact: contact._id, source: "manual", metadata })
  await create(`orders/${order._id}/items`, { service: service._id })
  await api.create(`/v1/orders/${order._id}/update`, { metadata: { zz: "last", c: "3" } })
  const lines = [
    { amount: 9000, name: "Room", supplier: supplier._id },
    { name: "Discount", amount: -500 },
  ]
  const intent = await create("payment-intents", newIntent(contact._id, { items: lines, metadata, description: "May" }))
  const plan = newIntent(contact._id, {
    intentType: "payment-plan",
    items: [{ name: "Year", amount: 1000 }],
    schedule: [
      { amount: 400, dueAt: inDays(30) },
      { amount: 600, dueAt: inDays(60) },
    ],
  })
  await create("payment-intents", plan)
  await create("transactions", { paymentIntent: intent._id, amount: 3000, method: "cash", metadata })
  await create("gateways/simulator/charges", { paymentIntent: intent._id, method: "card", token: "tok_success", amount: 2000 })
  await create("simulations/bank-transfers", { reference: intent.number, amount: 9000, currency: "BRL" })
  await makePaymentFile()
  await api.create(`/v1/contacts/${contact._id}/update`, { metadata: { "9": "nine" } })

  const rows = await server.sql(`select distinct on (object_id) object_id, event, data from published_events
    where event not like '%.delete' order by object_id, sequence desc, id desc`)
  const kinds = new Set<string>()
  for (const { object_id, event, data } of rows) {
    const [kind] = event.split(".")
    if (!events[kind]) continue
    kinds.add(kind)
    const { text } = await api.get(routeOf(kind)!.slice("GET ".length).replace("{id}", object_id))
    const shown = text.slice('{"data":'.length, -"}".length)
    assert.equal(data, kind === "paymentFiles" ? withoutLines(shown) : shown, event)
    const [latest] = (await api.get(`/v1/dev/events?object=${object_id}&limit=1`)).text.split("\n")
    assert.ok(latest!.includes(`"data":${data},"version":"v1"`), "the event log shows the same bytes")
  }
  const ofPayments = ["bankTransfers", "orders", "partnerships", "paymentIntents", "services", "splitIntents", "transactions"]
  const ofPayouts = ["bankAccounts", "ownAccounts", "paymentFiles", "payouts"]
  assert.deepEqual([...kinds].toSorted(), ["contacts", ...ofPayments, ...ofPayouts].toSorted())
  const { data } = rows.find(row => row.object_id === contact._id)!
  const sent = await until(async () => receiver.received.find(({ raw }) => raw.includes(data)), "the webhook has the same bytes")
  assert.equal(sent.body.event, "contacts.update")
})

test("the JSON of a created object is stored once: its event names the audit entry, and the stored response names the event", async () => {
  const { status, text, body } = await api.create("/v1/contacts/create", newContact(), "stored once")
  assert.equal(status, 201, text)
  const stored = await server.sql(
    `select a.after, e.data, k.body from audit_entries a join events e on e.entry_id = a.id join idempotency_keys k on k.event_id = e.id
     where e.object_id = $1`,
    [body.data._id],
  )
  assert.deepEqual(stored, [{ after: text.slice('{"data":'.length, -"}".length), data: null, body: null }])
})

test("the types of events that a webhook can subscribe to are listed", async () => {
  const { data } = (await api.get("/v1/dev/events/types")).body
  assert.ok(data.includes("paymentIntents.update") && data.includes("payouts.create"))
  assert.deepEqual(data, data.toSorted())
})
