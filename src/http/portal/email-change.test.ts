// A person who may change an e-mail must not be able to act as its owner.
import assert from "node:assert/strict"
import { test } from "node:test"
import { registerAssistant, use } from "../../../test/assistant.ts"
import { type Any, newContact, startTestServer, uniqueEmail } from "../../../test/harness.ts"
import { mailsTo } from "../../../test/people.ts"
import { portalOf } from "../../../test/portal.ts"
import { subscriptionFixtures } from "../../../test/subscription-fixtures.ts"
import { heldUntil } from "../../parties/contacts/rules.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const portal = portalOf(server, "/portal")
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const { newMandate, read, subscribe } = subscriptionFixtures(api)
const statusOf = async (id: string): Promise<string> => (await api.get(`/v1/authorizations/${id}`)).body.data.status

/** A contact with an active mandate and a subscription. */
async function customer() {
  const authorization = await newMandate()
  const contact = await read("contacts", authorization.contact)
  const subscription = await subscribe({}, contact)
  const [revoke, cancel] = [`/portal/mandates/${authorization._id}/revoke`, `/portal/subscriptions/${subscription._id}/cancel`]
  return { contact, authorization, revoke, cancel }
}
const changeEmail = async ({ _id }: Any, caller = api) => {
  const email = uniqueEmail("mallory")
  const { status, text } = await caller.post(`/v1/contacts/${_id}/update`, { email })
  assert.equal(status, 200, text)
  return email
}

test("for three days after a new e-mail the portal shows everything and changes nothing, and says until when", async () => {
  const { contact, revoke, cancel, authorization } = await customer()
  const cookie = await portal.signIn(api, await changeEmail(contact, await server.withRole("operator")))
  const page = await portal.get("/portal", { cookie })
  assert.match(page.html, /Your e-mail address was changed\. For your protection, .* can be changed here after \d+ \w+ \d{4}\./)
  assert.ok(!page.html.includes(revoke) && !page.html.includes(cancel), "it offers no button that would be refused")
  // The refusal is POR-2001, which the page explains in words.
  for (const path of [revoke, cancel])
    for (const refused of [await portal.get(path, { cookie }), await portal.post(path, {}, { cookie })]) {
      assert.equal(refused.status, 403, path)
      assert.match(refused.html, /Nothing was changed.*For your protection/s)
    }
  const inPortuguese = await portal.post(revoke, {}, { cookie, language: "pt-BR" })
  assert.match(inPortuguese.html, /Nada foi alterado.*Para sua proteção/s)
  assert.equal(await statusOf(authorization._id), "active")
  await advance("P2DT23H")
  assert.equal((await portal.post(revoke, {}, { cookie })).status, 403)
  await advance("PT2H")
  assert.equal((await portal.post(revoke, {}, { cookie })).status, 303)
  assert.equal(await statusOf(authorization._id), "revoked")
})

test("another spelling of the same e-mail, and other changes of a contact, hold nothing and send no mail", async () => {
  const { contact, revoke, authorization } = await customer()
  await api.post(`/v1/contacts/${contact._id}/update`, { email: contact.email.toUpperCase(), profile: { firstName: "Bea" } })
  const cookie = await portal.signIn(api, contact.email.toUpperCase())
  assert.equal((await portal.post(revoke, {}, { cookie })).status, 303)
  assert.equal(await statusOf(authorization._id), "revoked")
  assert.equal((await api.get(`/v1/dev/mails?object=${contact._id}&kind=email-changed`)).body.count, 0)
})

test("changing the e-mail back starts the hold again", async () => {
  const { contact, revoke } = await customer()
  await changeEmail(contact)
  await api.post(`/v1/contacts/${contact._id}/update`, { email: contact.email })
  assert.equal((await portal.post(revoke, {}, { cookie: await portal.signIn(api, contact.email) })).status, 403)
})

test("mails the old address of a contact or a partnership in its language, without naming the new address", async () => {
  const contact: Any = (await api.post("/v1/contacts/create", newContact({ locale: "es" }))).body.data
  const email = await changeEmail(contact)
  const [mail] = await mailsTo(server, contact.email)
  assert.deepEqual([mail.kind, mail.object, mail.objectType], ["email-changed", contact._id, "contacts"])
  assert.match(mail.text, /ha sustituido este correo por otro.*no puede cambiar nada hasta el/s)
  assert.ok(!mail.text.includes(email) && !mail.html.includes(email))
  const partner = { name: "Casa Verde", code: "CASA-VERDE", kind: "supplier" }
  const { _id } = (await api.create("/v1/partnerships/create", partner)).body.data
  const [first, second] = [uniqueEmail("partner"), uniqueEmail("partner")]
  const change = (changed: object) => api.post(`/v1/partnerships/${_id}/update`, changed)
  await change({ email: first })
  await change({ email: first.toUpperCase(), name: "Casa Azul" })
  assert.equal((await api.get(`/v1/dev/mails?object=${_id}`)).body.count, 0, "a first e-mail replaces no other one")
  await change({ email: second })
  await change({ email: null })
  const mails = (await api.get(`/v1/dev/mails?object=${_id}&kind=partner-email-changed`)).body.data
  assert.deepEqual(
    mails.map(({ recipient }: Any) => recipient),
    [second, first.toUpperCase()],
  )
  assert.match(mails[0].text, /has replaced this e-mail address by another one.*No money moved/s)
})

test("an assistant can change every field of a contact except the e-mail", async () => {
  const { access_token } = await (await registerAssistant(baseUrl)).connect({ email: keys.email, password: keys.password! })
  const { contact } = await customer()
  const change = (fields: object) => use(baseUrl, access_token, "contact_update", { contact: contact._id, ...fields })
  const refused = await change({ email: uniqueEmail("mallory"), profile: { firstName: "Mallory" } })
  assert.match(JSON.stringify(refused.error), /PRM-1006|AGENT_TOOL_FORBIDDEN/)
  const { result } = await change({ email: contact.email, profile: { firstName: "Bea" } })
  assert.deepEqual([result.contact.email, result.contact.profile.firstName], [contact.email, "Bea"])
  assert.equal((await api.get(`/v1/dev/mails?object=${contact._id}&kind=email-changed`)).body.count, 0)
})

test("the hold ends three days after the change", () => {
  const at = new Date("2036-01-01T00:00:00Z")
  const until = new Date("2036-01-04T00:00:00Z")
  assert.deepEqual(heldUntil(at, at), until)
  assert.deepEqual(heldUntil(at, new Date(until.getTime() - 1)), until)
  for (const [changed, now] of [
    [at, until],
    [null, at],
    [undefined, at],
  ] as const)
    assert.equal(heldUntil(changed, now), undefined)
})
