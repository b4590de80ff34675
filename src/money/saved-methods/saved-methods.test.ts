import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, inParallel, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { subscriptionFixtures } from "../../../test/subscription-fixtures.ts"
import { faultRounds } from "../../../test/levels.ts"

const server = await startTestServer()
const { api, sql } = server
const { advance, assertLedgerVerifies, becomes, made, mailed, mailsTo, newCard, newPayer, read, waitUntil } = subscriptionFixtures(api)

const consent = "Escola Azul may charge this card later."
const bill = async (contact: string, fields: object = {}): Promise<Any> =>
  made("payment-intents", newIntent(contact, { currency: "EUR", items: [{ name: "Course", amount: 7000 }], ...fields }))
const charge = async (intent: Any, fields: object, by = api) =>
  by.create("/v1/gateways/simulator/charges/create", { paymentIntent: intent._id, method: "card", ...fields })
const remove = ({ _id }: Any, by = api) => by.post(`/v1/saved-methods/${_id}/remove`)
const isRemovedAtGateway = async ({ _id }: Any) => {
  const [row] = await sql(
    `select c.method_removed_at as at from saved_methods m
    join simulator_charges c on c.tenant_id = m.tenant_id and c.reference = m.gateway_reference where m.id = $1`,
    [_id],
  )
  return row?.at !== null && row !== undefined
}
const confirmMail = /Please confirm your payment/

test("a payer who agrees saves a card with a payment: who, what, where and by which words, and no secret", async () => {
  const contact = await newPayer()
  const intent = await bill(contact._id)
  const { body } = await charge(intent, { token: "tok_success", saveConsent: consent })
  const saved = await becomes("saved-methods", body.data.savedMethod, ({ status }) => status === "active", "the card is saved")
  assert.deepEqual(
    [saved.contact, saved.gateway, saved.connection, saved.method, saved.brand, saved.last4, saved.transaction],
    [contact._id, "simulator", null, "card", "Visa", "4242", body.data._id],
  )
  assert.deepEqual([saved.consent.text, saved.consent.channel], [consent, "rest"])
  assert.ok(saved.expiryMonth === 12 && saved.expiryYear > 2026)
  const [{ gateway_reference: secret }] = await sql("select gateway_reference from saved_methods where id = $1", [saved._id])
  for (const path of [`saved-methods/${saved._id}`, `saved-methods?contact=${contact._id}`, `saved-methods/${saved._id}/timeline`])
    assert.ok(!(await api.get(`/v1/${path}`)).text.includes(secret), path)
  const events = (await api.get(`/v1/events?object=${saved._id}`)).text
  assert.ok(!events.includes(secret))
  const { data } = (await api.get(`/v1/saved-methods/${saved._id}/timeline`)).body
  assert.deepEqual(
    data.map(({ action }: Any) => action),
    ["savedMethods.update", "savedMethods.create"],
  )
})

test("nothing is saved where the payer did not agree, where the payment failed, and where the gateway can't", async () => {
  const contact = await newPayer()
  assert.equal((await charge(await bill(contact._id), { token: "tok_success" })).body.data.savedMethod, null)
  const declined = await bill(contact._id)
  assert.equal((await charge(declined, { token: "tok_declined", saveConsent: consent })).body.error.code, "GTW-2001")
  const [failed] = (await api.get(`/v1/saved-methods?contact=${contact._id}`)).body.data
  assert.deepEqual([failed.status, failed.last4], ["failed", null])
  const refused = await charge(await bill(contact._id, { currency: "BRL" }), { method: "pix", saveConsent: consent })
  assert.deepEqual([refused.status, refused.body.error.code], [422, "SVM-1001"])
  assert.match(refused.body.error.message, /Simulator can't save pix.*nothing was charged/)
})

test("a payment that takes a while saves its card when it succeeds, and none when it expires", async () => {
  const contact = await newPayer()
  const hosted = await charge(await bill(contact._id), { method: "hosted-card", saveConsent: consent })
  assert.equal((await read("saved-methods", hosted.body.data.savedMethod)).status, "pending")
  await api.post(`/v1/simulations/transactions/${hosted.body.data._id}/pay`)
  const saved = await becomes("saved-methods", hosted.body.data.savedMethod, ({ status }) => status === "active", "the card is saved")
  assert.equal(saved.method, "hosted-card")
  const late = await charge(await bill(contact._id), { method: "hosted-card", saveConsent: consent })
  await api.post(`/v1/simulations/transactions/${late.body.data._id}/expire`)
  assert.equal((await read("saved-methods", late.body.data.savedMethod)).status, "failed")
})

test("a saved card pays while the payer is absent, once per key", async () => {
  const card = await newCard()
  const intent = await bill(card.contact)
  const body = { paymentIntent: intent._id, method: "card", savedMethod: card._id }
  const answers = await inParallel(4, () => api.post("/v1/gateways/simulator/charges/create", body, { "idempotency-key": "one charge" }))
  assert.ok(answers.some(({ status }) => status === 201))
  assert.equal((await read("payment-intents", intent._id)).status, "paid-full")
  const { data } = (await api.get(`/v1/transactions?savedMethod=${card._id}&paymentIntent=${intent._id}`)).body
  assert.deepEqual(
    data.map(({ status, savedMethod }: Any) => [status, savedMethod]),
    [["succeeded", card._id]],
  )
  await assertLedgerVerifies()
})

test("refuses a card of another contact, of another gateway or method, one that is not active, and two sources at once", async () => {
  const card = await newCard()
  const [own, foreign] = [await bill(card.contact), await bill((await newPayer())._id)]
  const refusals: [object, Any, string][] = [
    [{ savedMethod: card._id }, foreign, "SVM-2002"],
    [{ savedMethod: card._id, method: "hosted-card" }, own, "VAL-1003"],
    [{ savedMethod: card._id, token: "tok_success" }, own, "VAL-1003"],
    [{ savedMethod: card._id, saveConsent: consent }, own, "VAL-1003"],
    [{ savedMethod: "f".repeat(24) }, own, "SMR-1001"],
  ]
  for (const [fields, intent, code] of refusals) assert.equal((await charge(intent, fields)).body.error.code, code, JSON.stringify(fields))
  await sql("update saved_methods set gateway = 'elsewhere' where id = $1", [card._id])
  assert.equal((await charge(own, { savedMethod: card._id })).body.error.code, "SVM-2003")
  await sql("update saved_methods set gateway = 'simulator' where id = $1", [card._id])
  await remove(card)
  const gone = await charge(own, { savedMethod: card._id })
  assert.deepEqual([gone.status, gone.body.error.code], [409, "SVM-2001"])
  assert.match(gone.body.error.message, /is removed.*Nothing was charged; ask the payer/)
  assert.deepEqual((await api.get(`/v1/transactions?paymentIntent=${own._id}`)).body.data, [])
})

test("removes a card here and at the gateway, once; what is not there any more can't be removed", async () => {
  const card = await newCard()
  const { body } = await remove(card)
  assert.equal(body.data.status, "removed")
  assert.ok(body.data.endedAt)
  await waitUntil(() => isRemovedAtGateway(card), "the gateway has forgotten the card")
  assert.equal((await remove(card)).body.error.code, "SVM-2001")
  const actions = (await api.get(`/v1/saved-methods/${card._id}/actions`)).body.data
  assert.equal(actions.find(({ action }: Any) => action === "remove").allowed, false)
})

test("consent that is withdrawn before the payment succeeds saves nothing, also at the gateway", async () => {
  const { body } = await charge(await bill((await newPayer())._id), { method: "hosted-card", saveConsent: consent })
  const pending = await read("saved-methods", body.data.savedMethod)
  assert.equal((await remove(pending)).body.data.status, "removed")
  await api.post(`/v1/simulations/transactions/${body.data._id}/pay`)
  await waitUntil(() => isRemovedAtGateway(pending), "the gateway has forgotten the card")
  const after = await read("saved-methods", pending._id)
  assert.deepEqual([after.status, after.last4], ["removed", null])
})

test("a card that is removed while it is charged is charged, or refused: never both, and never later", async () => {
  for (let round = 0; round < faultRounds(5); round++) {
    const card = await newCard()
    const intents = await inParallel(3, () => bill(card.contact))
    const [removed, ...charged] = await Promise.all([remove(card), ...intents.map(intent => charge(intent, { savedMethod: card._id }))])
    assert.equal(removed!.status, 200)
    for (const [i, answer] of charged.entries()) {
      assert.ok([201, 409].includes(answer.status), answer.text)
      const { status } = await read("payment-intents", intents[i]!._id)
      if (answer.status === 201 && answer.body.data?.status === "succeeded") assert.equal(status, "paid-full")
      else assert.equal(status, "due")
    }
    assert.equal((await charge(await bill(card.contact), { savedMethod: card._id })).body.error.code, "SVM-2001")
  }
  await assertLedgerVerifies()
})

test("a bank that asks for the payer: one mail with the link, and the payment counts once it is confirmed", async () => {
  const card = await newCard("tok_authenticate_later")
  const contact = await read("contacts", card.contact)
  const intent = await bill(card.contact)
  const { status, body } = await charge(intent, { savedMethod: card._id })
  assert.deepEqual([status, body.data.status, body.data.action.type], [201, "processing", "redirect"])
  const mail = await mailed(contact, confirmMail)
  assert.equal(mail.kind, "authentication-needed")
  for (const text of [intent.links.long, "Mastercard •••• 3155", "No money has moved"]) assert.ok(mail.text.includes(text), text)
  await advance("PT10M") // look-ups report the same action
  assert.equal((await mailsTo(contact)).filter(({ subject }) => confirmMail.test(subject)).length, 1)
  const page = await (await fetch(intent.links.long, { headers: { "accept-language": "en" } })).text()
  assert.match(page, /Your bank asks you to confirm.*Pay another way/s)
  await api.post(`/v1/simulations/transactions/${body.data._id}/pay`)
  assert.equal((await read("payment-intents", intent._id)).status, "paid-full")
  assert.equal((await read("saved-methods", card._id)).status, "active")
  await assertLedgerVerifies()
})

test("an expired and a detached card say so, and are charged no more", async () => {
  const expiring = await newCard("tok_expires_later")
  assert.equal((await charge(await bill(expiring.contact), { savedMethod: expiring._id })).body.error.details.declineCode, "expired_card")
  assert.equal((await read("saved-methods", expiring._id)).status, "expired")
  assert.equal((await charge(await bill(expiring.contact), { savedMethod: expiring._id })).body.error.code, "SVM-2001")
  assert.equal((await remove(expiring)).body.data.status, "removed")

  const detached = await newCard()
  assert.equal((await api.post(`/v1/simulations/saved-methods/${detached._id}/detach`)).body.data.status, "detached")
  assert.match((await charge(await bill(detached.contact), { savedMethod: detached._id })).body.error.message, /is detached/)
  assert.equal((await api.post(`/v1/simulations/saved-methods/${detached._id}/detach`)).body.error.code, "SVM-2001")

  const unknown = await newCard()
  await sql(
    `update simulator_charges set method_removed_at = now()
    where reference = (select gateway_reference from saved_methods where id = $1)`,
    [unknown._id],
  )
  assert.equal((await charge(await bill(unknown.contact), { savedMethod: unknown._id })).body.error.details.declineCode, "method_detached")
  assert.equal((await read("saved-methods", unknown._id)).status, "detached")
})

test("a charge that a policy holds checks the card again when it is approved", async () => {
  const { policy, decide, ownAmount } = await approvalFixtures(server)
  const amount = ownAmount()
  await policy(amount)
  const card = await newCard()
  const held = await charge(await bill(card.contact, { items: [{ name: "Course", amount }] }), { savedMethod: card._id })
  assert.equal(held.body.data.status, "pending-approval")
  await remove(card)
  const answer = await decide(held.body.data.approval.request, "approve")
  assert.equal(answer.body.error?.code, "SVM-2001", answer.text)
})

test("only who may see and end mandates sees and removes cards, and no tenant sees those of another", async () => {
  const card = await newCard()
  const viewer = await server.withRole("viewer")
  assert.equal((await viewer.get(`/v1/saved-methods/${card._id}`)).status, 200)
  assert.equal((await remove(card, viewer)).status, 403)
  const other = await server.otherTenant()
  assert.equal((await other.get(`/v1/saved-methods/${card._id}`)).status, 404)
  assert.equal((await remove(card, other)).status, 404)
  assert.deepEqual((await other.get("/v1/saved-methods")).body.data, [])
  const theirs = (await other.create("/v1/contacts/create", newContact())).body.data
  const intent = (await other.create("/v1/payment-intents/create", newIntent(theirs._id, { currency: "EUR" }))).body.data
  assert.equal((await charge(intent, { savedMethod: card._id }, other)).body.error.code, "SMR-1001")
})
