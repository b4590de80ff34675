// An update with the content that an object already has changes nothing: neither its version nor its history.
import assert from "node:assert/strict"
import { test } from "node:test"
import { application } from "../src/app.ts"
import type { Operation } from "../src/kit/operation/operation.ts"
import { makePasskey } from "./authenticator.ts"
import { type Any, inDays, newContact, newIntent, startTestServer } from "./harness.ts"
import { adminOf, signedIn } from "./people.ts"
import { payoutFixtures } from "./payout-fixtures.ts"
import { addProviders, fakeProvider } from "./providers.ts"
import { startReceiver } from "./receiver.ts"

addProviders(fakeProvider().provider)
const server = await startTestServer()
const { api, sql, keys } = server
const receiver = await startReceiver()
const person = await signedIn(server, { ...adminOf(server), password: keys.password! })
const { bodyFor, dueSplit, made, newAccount, newPartner, newPayout } = await payoutFixtures(api)
const metadata = { till: "4" }
const team = await made("teams", { name: "Finance", metadata })
const partner = await newPartner({ metadata, email: "casa@example.com", country: "PT", currency: "EUR", team: team._id })
const contact = await made("contacts", newContact({ metadata }))
const service = await made("services", { name: "Course", price: { amount: 500, currency: "BRL" }, supplier: partner._id, metadata })
const order = await made("orders", { contact: contact._id, source: "manual", metadata })
await made(`orders/${order._id}/items`, { service: service._id })
const newIntentFor = (fields: object = {}) => made("payment-intents", newIntent(contact._id, { metadata, ...fields }))
const intent = await newIntentFor({ reference: "R-1", description: "A course", team: team._id })
const account = await newAccount(undefined, { owner: "contact", contact: contact._id, currency: "EUR" })
const charged = await newIntentFor()
const charge = (
  await api.create("/v1/gateways/simulator/charges/create", { paymentIntent: charged._id, method: "card", token: "tok_success" })
).body.data
const me = (await api.get("/v1/users/user")).body.data
const policy = {
  name: "Large",
  entityType: "payout",
  strategy: "any-of",
  approvers: [me._id],
  conditions: { amountMin: 900_000 },
  metadata,
}
const subscription = {
  contact: contact._id,
  currency: "EUR",
  items: [{ name: "Membership", amount: 5000 }],
  cadence: { every: 1, unit: "month" },
  startAt: inDays(3),
  metadata,
}

/** An object for each resource that has an update, by the path of its route. */
const objects: Record<string, () => Promise<Any>> = {
  contacts: async () => contact,
  partnerships: async () => partner,
  "bank-accounts": async () => account,
  "own-accounts": () => made("own-accounts", { name: "Main account", currency: "EUR", iban: "DE89370400440532013000", metadata }),
  "approvals/policies": () => made("approvals/policies", policy),
  services: async () => service,
  orders: async () => order,
  "payment-intents": async () => intent,
  "payment-links": () => made("payment-links", { name: "Open day", lines: [{ service: service._id, stock: 3 }], metadata }),
  "payment-splits": async () => made("payment-splits", { paymentIntent: (await newIntentFor())._id, partnership: partner._id, amount: 10 }),
  transactions: async () => charge,
  "gateway-connections": () =>
    made("gateway-connections", { gateway: "fakepay", name: "Fakepay", credentials: { key: "test_a" }, metadata }),
  authorizations: async () => made("authorizations", { contact: contact._id, bankAccount: account._id, scheme: "sepa", metadata }),
  "refund-intents": () => made("refund-intents", { transaction: charge._id, amount: 10, metadata }),
  disputes: () => made("simulations/disputes", { transaction: charge._id, amount: 10 }),
  payouts: async () => newPayout(bodyFor(await dueSplit(), { draft: true, metadata })),
  subscriptions: () => made("subscriptions", subscription),
  imports: async () =>
    (
      await api.post("/v1/imports/create?kind=contacts&metadata=%7B%22till%22%3A%224%22%7D", "email\nana@example.com\n", {
        "content-type": "text/csv",
      })
    ).body.data,
  users: async () => me,
  "saved-views": async () =>
    (await person.post("/v1/saved-views/create", { list: "contacts", name: "All", query: { sort: "createdAt" } })).body.data,
  passkeys: async () => {
    const { credential } = makePasskey((await person.post("/v1/passkeys/options")).body.data, server.baseUrl)
    return (await person.post("/v1/passkeys/create", { name: "Phone", credential })).body.data
  },
  notes: () => made("notes", { type: "contacts", object: contact._id, text: "Pays late" }),
  teams: async () => team,
  roles: () => made("roles", { name: "Bookkeeper", description: "Books", permissions: ["transactions.view"], metadata }),
  "dev/webhooks": () => made("dev/webhooks", { url: receiver.url, events: ["contacts.create"], description: "Ours", metadata }),
}

const updates = application.operations.filter(({ route }) => /^POST .*\/\{id\}\/update$/.test(route ?? ""))
const resourceOf = ({ route }: Operation) => route!.slice("POST /v1/".length, -"/{id}/update".length)
const countEntries = async (id: string): Promise<number> =>
  (await sql("select count(*)::int as n from audit_entries where tenant_id = $1 and object_id = $2", [keys.tenantId, id]))[0].n

/** The fields of an object that its update takes. */
const contentOf = ({ input }: Operation, object: Any): object =>
  Object.fromEntries(
    Object.keys(input.shape).flatMap(name => (object[name] === null || object[name] === undefined ? [] : [[name, object[name]]])),
  )

for (const op of updates)
  test(`POST /v1/${resourceOf(op)}/{id}/update with equal content raises no version and leaves no entry`, async () => {
    const { _id } = await objects[resourceOf(op)]!()
    const path = `/v1/${resourceOf(op)}/${_id}`
    const caller = op.forPeople ? person : api
    const before = (await caller.get(path)).body.data
    const entries = await countEntries(_id)
    const { status, body, text } = await caller.post(`${path}/update`, contentOf(op, before))
    assert.equal(status, 200, text)
    assert.deepEqual(body.data, before)
    assert.deepEqual([(await caller.get(path)).body.data, await countEntries(_id)], [before, entries])
  })

test("does not raise the version of an order when an item is updated with equal content", async () => {
  const before = (await api.get(`/v1/orders/${order._id}`)).body.data
  const [{ _id, service: sold, amount, currency, supplier }] = before.items
  const equal = { service: sold, amount, currency, supplier }
  assert.equal((await api.post(`/v1/orders/${order._id}/items/${_id}/update`, equal)).status, 200)
  assert.deepEqual((await api.get(`/v1/orders/${order._id}`)).body.data, before)
})

test("does not raise the version of settings that are updated with equal content, also when defaults are sent", async () => {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  const logo = `data:image/png;base64,${png}`
  const changed = await api.post("/v1/settings/update", { name: "Escola Azul", metadata, branding: { colour: "#112233", logo } })
  assert.equal(changed.status, 200, changed.text)
  const { now: _, ...before } = (await api.get("/v1/settings")).body.data
  const entries = await countEntries(keys.tenantId)
  const { name, timezone, keylessWindowSeconds, dunningDays, partPayments, mails, portal, branding } = before
  const { colour, supportEmail } = branding
  const equal = { name, timezone, keylessWindowSeconds, dunningDays, partPayments, mails, portal, branding: { colour, supportEmail, logo } }
  for (const body of [equal, {}, { metadata }, { mails }]) {
    const { now: __, ...after } = (await api.post("/v1/settings/update", body)).body.data
    assert.deepEqual(after, before)
  }
  assert.equal(await countEntries(keys.tenantId), entries)
  const versionAfter = async (body: object) => (await api.post("/v1/settings/update", body)).body.data?.version
  assert.equal(await versionAfter({ dunningDays: [2] }), before.version + 1)
  assert.equal(await versionAfter({ branding: { logo: null } }), before.version + 2)
})
