// A contact turns the requests of a subscription into debits by a mandate that it gave. Nobody else can.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { portalOf } from "../../../test/portal.ts"
import { subscriptionFixtures } from "../../../test/subscription-fixtures.ts"

const server = await startTestServer()
const { api } = server
const portal = portalOf(server, "/portal")
const { newMandate, read, subscribe } = subscriptionFixtures(api)

/** A contact with an active mandate and a subscription that asks for each payment. */
async function customer(mandateFields: object = {}) {
  const mandate = await newMandate("Ana Souza", mandateFields)
  const contact = await read("contacts", mandate.contact)
  const subscription = await subscribe({}, contact)
  const path = `/portal/subscriptions/${subscription._id}/autopay`
  return { mandate, contact, subscription, path, cookie: await portal.signIn(api, contact.email) }
}
const modeOf = async ({ _id }: Any) => {
  const { mode, chargeBy, authorization } = await read("subscriptions", _id)
  return [mode, chargeBy, authorization]
}

test("a contact agrees on a page that names the account, and later cycles are debited", async () => {
  const { mandate, subscription, path, cookie } = await customer()
  assert.ok((await portal.get("/portal", { cookie })).html.includes(`href="${path}"`))
  const question = await portal.get(path, { cookie })
  assert.match(question.html, /Pay this subscription automatically\?.*SEPA •••• 3000.*until you cancel the subscription/s)
  assert.deepEqual(await modeOf(subscription), ["request", null, null], "looking at the question changes nothing")
  assert.equal((await portal.post(path, { key: mandate._id }, { cookie })).location, "/portal?notice=autopaying")
  assert.deepEqual(await modeOf(subscription), ["auto-charge", "authorization", mandate._id])
  const page = (await portal.get("/portal?notice=autopaying", { cookie })).html
  assert.match(page, /Coming payments of the subscription are debited automatically\..*debited automatically/s)
  const [entry] = (await api.get(`/v1/audit-log?object=${subscription._id}&channel=portal`)).body.data
  assert.deepEqual([entry.actor.type, entry.actor.user], ["contact", mandate.contact])
  assert.equal((await portal.post(path, { key: mandate._id }, { cookie })).location, "/portal?notice=unchanged", "a second tap")
})

test("offers and accepts only the contact's own active mandate that allows the amount and was named on the page", async () => {
  const small = await customer({ maxAmount: 100 })
  assert.ok(!(await portal.get("/portal", { cookie: small.cookie })).html.includes(small.path), "it allows less than a cycle")
  assert.equal((await portal.post(small.path, { key: small.mandate._id }, { cookie: small.cookie })).location, "/portal?notice=unchanged")
  const [one, other] = [await customer(), await customer()]
  assert.equal((await portal.post(one.path, { key: other.mandate._id }, { cookie: one.cookie })).location, "/portal?notice=unchanged")
  assert.equal((await portal.get(one.path, { cookie: other.cookie })).status, 404, "the subscription of another contact")
  await api.post(`/v1/authorizations/${one.mandate._id}/revoke`)
  assert.equal((await portal.post(one.path, { key: one.mandate._id }, { cookie: one.cookie })).location, "/portal?notice=unchanged")
  for (const { subscription } of [small, one]) assert.deepEqual(await modeOf(subscription), ["request", null, null])
})

test("a user can't turn requests into debits: it is the payer's consent", async () => {
  const { mandate, subscription } = await customer()
  const refused = await api.post(`/v1/subscriptions/${subscription._id}/update`, { authorization: mandate._id })
  assert.deepEqual([refused.status, refused.body.error.code], [400, "VAL-1003"])
  assert.deepEqual(await modeOf(subscription), ["request", null, null])
})
