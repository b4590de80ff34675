import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { application } from "../../app.ts"
import { digestOf } from "../../kit/events/audit.ts"
import { openPage, signByPage } from "../../../test/payer.ts"
import { portalOf } from "../../../test/portal.ts"
import { adminOf, signedIn } from "../../../test/people.ts"
import { registerWebhook, startReceiver } from "../../../test/receiver.ts"

const server = await startTestServer()
const { api, sql } = server
const receiver = await startReceiver()
receiver.reply = ({ raw }) => ({ body: raw.toString("utf8") }) // an endpoint may repeat what it was sent
await registerWebhook(api, receiver, { events: ["*"] })
const portal = portalOf(server, "/portal")
const contactOf = async (fields: object = {}): Promise<Any> => (await api.create("/v1/contacts/create", newContact(fields))).body.data
const verification = () =>
  until(async () => {
    const { data } = (await api.get("/v1/audit-log/verify")).body
    return data.sealed === data.entries && data
  }, "all entries are in the chain")
const erase = (id: string) => api.post(`/v1/contacts/${id}/erase`)

/** Values that occur nowhere else in the database. */
const person = { email: "zulmira.quaresma@correio.test", profile: { firstName: "Zulmira", lastName: "Quaresma", phone: "+5511987654321" } }
const traces = ["zulmira", "quaresma", "987654321", "correio.test", "tax-4711", "kunigunde"]

/** Every text, JSON and bytea column of every table that contains one of the traces. */
async function findTraces(): Promise<string[]> {
  const columns = await sql(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb', 'json', 'bytea', 'character varying')`)
  const found: string[] = []
  for (const { table, column, type } of columns) {
    const text = type === "bytea" ? `encode("${column}", 'escape')` : `"${column}"::text`
    const rows = await sql(`select ${text} as text from "${table}" where ${text} ~* $1`, [traces.join("|")])
    found.push(...rows.map(row => `${table}.${column}: ${String(row.text).slice(0, 300)}`))
  }
  return found
}

/** A contact with every kind of stored data, and nothing left open. */
async function lifeOfContact() {
  const first = { ...person, email: "Kunigunde@correio.test", metadata: { taxId: "TAX-4711" } }
  const created = await api.create("/v1/contacts/create", first)
  const contact = created.body.data._id as string
  await api.post(`/v1/contacts/${contact}/update`, { email: person.email })
  const described = { description: "Course of Zulmira", reference: "Quaresma 7", metadata: { for: "Zulmira Quaresma" } }
  const items = [{ name: "Lesson for Zulmira", description: "", category: "tuition", amount: 10_000 }]
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact, { ...described, items, currency: "EUR" }))).body.data
  await api.post(`/v1/payment-intents/${intent._id}/remind`)
  const own = { holder: "Zulmira Quaresma", signedBy: "Zulmira Quaresma" }
  await signByPage(intent, { ...(await openPage(intent)), ...own })
  await api.post("/v1/simulations/clock", { advance: "PT2M" })
  const isPaid = async () => (await api.get(`/v1/payment-intents/${intent._id}`)).body.data.status === "paid-full"
  await until(isPaid, "the mandate is charged")
  const [mandate] = (await api.get(`/v1/authorizations?contact=${contact}`)).body.data
  const account = { holder: "Zulmira Quaresma", country: "DE", currency: "EUR", owner: "contact", contact, iban: "DE02120300000000202051" }
  assert.equal((await api.create("/v1/bank-accounts/create", account)).status, 201)
  await portal.signIn(api, person.email)
  await receiver.waitFor("contacts.update", contact)
  return { contact, intent, mandate }
}

test("removes every trace of an erased contact from all tables, and the books, the lists and both verifications still agree", async () => {
  const { contact, intent, mandate } = await lifeOfContact()
  assert.notDeepEqual(await findTraces(), [])
  const totals = async () => (await api.get("/v1/analytics/payment-intents?format=consolidated")).body.data.byCurrency
  const [before, count] = [await totals(), (await api.get("/v1/contacts")).body.count]

  const refused = await erase(contact)
  assert.deepEqual([refused.status, refused.body.error.code], [409, "CON-2002"])
  assert.match(refused.body.error.message, new RegExp(`1 mandate is open, such as ${mandate._id}: revoke or cancel it`))
  await api.post(`/v1/authorizations/${mandate._id}/revoke`)
  const answer = await erase(contact)
  assert.equal(answer.status, 200, answer.text)
  const { email, profile, metadata, erasedAt } = answer.body.data
  assert.deepEqual([email, profile, metadata], [`${contact}@erased.invalid`, { firstName: "Erased", lastName: "contact" }, {}])
  assert.equal(typeof erasedAt, "string")

  assert.deepEqual(await findTraces(), [])
  assert.equal((await api.get(`/v1/payment-intents/${intent._id}`)).body.data.status, "paid-full")
  assert.deepEqual([await totals(), (await api.get("/v1/contacts")).body.count], [before, count])
  assert.deepEqual((await verification()).problems, [])
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
  const update = await until(
    async () => receiver.received.find(({ body }) => body.event === "contacts.update" && body.data.erasedAt !== null),
    "the webhook is told",
  )
  assert.equal(update.body.data.email, email)
})

test("a saved card is forgotten with its contact: here, and at the gateway", async () => {
  const contact = await contactOf()
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const charge = { paymentIntent: intent._id, method: "card", token: "tok_success", saveConsent: "Charge my card later." }
  const { savedMethod } = (await api.create("/v1/gateways/simulator/charges/create", charge)).body.data
  const read = async () => (await api.get(`/v1/saved-methods/${savedMethod}`)).body.data
  await until(async () => (await read()).status === "active", "the card is saved")
  const { records } = (await api.get(`/v1/contacts/${contact._id}/export`)).body.data
  assert.deepEqual([records.savedMethods[0].last4, records.savedMethods[0].gatewayReference], ["4242", undefined])
  assert.equal((await erase(contact._id)).status, 200)
  const { status, brand, last4, expiryYear, consent } = await read()
  assert.deepEqual([status, brand, last4, expiryYear, consent.text], ["removed", null, null, null, "[erased]"])
  const [kept] = await sql("select * from saved_methods where id = $1", [savedMethod])
  assert.deepEqual([kept.last4, kept.consent_address, kept.consent_user_agent], [null, "[erased]", "[erased]"])
  const isForgotten = async () =>
    (await sql("select method_removed_at from simulator_charges where reference = $1", [kept.gateway_reference]))[0].method_removed_at !==
    null
  await until(isForgotten, "the gateway has forgotten the card")
})

test("an erased contact can't be changed or billed, its e-mail is free again, and erasing it twice changes nothing", async () => {
  const { _id: id, email } = await contactOf()
  const { body } = await erase(id)
  assert.deepEqual((await erase(id)).body.data, body.data)
  const refusals = await Promise.all([
    api.post(`/v1/contacts/${id}/update`, { profile: { firstName: "Ana" } }),
    api.create("/v1/payment-intents/create", newIntent(id)),
    api.create("/v1/orders/create", { contact: id, source: "manual" }),
    api.create("/v1/bank-accounts/create", {
      holder: "Ana",
      country: "DE",
      currency: "EUR",
      owner: "contact",
      contact: id,
      iban: "DE89370400440532013000",
    }),
  ])
  assert.deepEqual(
    refusals.map(({ status, body: refused }) => [status, refused.error.code]),
    refusals.map(() => [409, "CON-2001"]),
  )
  assert.equal((await api.get(`/v1/contacts/${email}`)).status, 404)
  const again = await contactOf({ email })
  assert.notEqual(again._id, id)
  const actions = (await api.get(`/v1/contacts/${again._id}/actions`)).body.data
  assert.deepEqual(
    actions.find(({ action }: Any) => action === "erase"),
    { action: "erase", allowed: true, reason: null },
  )
})

test("names what is open, and erases nothing", async () => {
  const contact = await contactOf()
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const { status, body } = await erase(contact._id)
  assert.deepEqual([status, body.error.code], [409, "CON-2002"])
  assert.match(body.error.message, new RegExp(`1 payment intent is open, such as ${intent._id}: .*Nothing was erased`))
  assert.deepEqual((await api.get(`/v1/contacts/${contact._id}`)).body.data, contact)
  await api.post(`/v1/payment-intents/${intent._id}/cancel`, { reason: "a mistake" })
  await sql(`update contacts set credit = '{"BRL": "500"}' where id = $1`, [contact._id])
  assert.match((await erase(contact._id)).body.error.message, /it has credit of 500 BRL \(minor units\): spend it or pay it back/)
  await sql("update contacts set credit = '{}' where id = $1", [contact._id])
})

test("lets only super admins erase and export, in a session only after the password, and gives agents no tool for it", async () => {
  const { _id: id } = await contactOf()
  for (const role of ["admin", "finance", "viewer"]) {
    const caller = await server.withRole(role)
    assert.equal((await caller.post(`/v1/contacts/${id}/erase`)).status, 403, role)
    assert.equal((await caller.get(`/v1/contacts/${id}/export`)).status, 403, role)
  }
  const page = await signedIn(server, adminOf(server))
  await sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  assert.equal((await page.post(`/v1/contacts/${id}/erase`)).body.error.code, "AUT-1009")
  assert.ok(application.operations.filter(({ route }) => /\/(erase|export)$/.test(route ?? "")).every(({ tool }) => tool === undefined))
})

test("exports what is stored about a contact, without secrets", async () => {
  const contact = await contactOf()
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  await api.post(`/v1/payment-intents/${intent._id}/remind`)
  const cookie = await portal.signIn(api, contact.email)
  const { status, body, text } = await api.get(`/v1/contacts/${contact._id}/export`)
  assert.equal(status, 200)
  const { records, auditEntries, isComplete, contact: exported } = body.data
  assert.deepEqual(exported, contact)
  assert.deepEqual([records.paymentIntents[0].id, records.paymentIntents[0].amount], [intent._id, intent.amount])
  assert.ok(records.mails.length >= 2 && records.mails.every(({ recipient }: Any) => recipient === contact.email))
  assert.deepEqual([records.portalSessions.length, records.portalSessions[0].address], [1, "127.0.0.1"])
  assert.ok(auditEntries.some(({ action }: Any) => action === "contacts.create"))
  assert.equal(isComplete, true)
  for (const secret of [cookie.split("=")[1]!, new URL(intent.links.long).pathname, '"hash"', '"sealed"'])
    assert.ok(!text.includes(secret), secret)
})

test("the chain distinguishes a redacted entry from a changed one, however the change is covered up", async () => {
  const { _id: id } = await contactOf({ profile: { firstName: "Hildegard" } })
  await erase(id)
  const healthy = await verification()
  assert.deepEqual([healthy.ok, healthy.problems], [true, []])
  const [entry] = await sql("select id, after from audit_entries where object_id = $1 and action = 'contacts.create'", [id])
  assert.ok(!entry.after.includes("Hildegard"))
  const problems = async () => (await verification()).problems.map(({ entry: changed, problem }: Any) => [changed, problem])
  const tamper = async (statement: string, values: unknown[]) => {
    await sql("grant update, delete on audit_entries, audit_redactions to current_user")
    await sql(statement, values)
    await sql("revoke update, delete on audit_entries, audit_redactions from current_user")
  }
  const rewrite = (text: string) => tamper("update audit_entries set after = $2 where id = $1", [entry.id, text])

  await rewrite(entry.after.replace("Erased", "Somebody"))
  assert.deepEqual(await problems(), [[entry.id, "the entry was changed"]])
  await rewrite(entry.after)
  assert.deepEqual(await problems(), [])

  const [other] = await sql("select id from audit_entries where object_id <> $1 and action = 'contacts.create' limit 1", [id])
  const [{ after: content }] = await sql("select after from audit_entries where id = $1", [other.id])
  await tamper("update audit_entries set after = $2 where id = $1", [other.id, content.replace("createdAt", "inventedAt")])
  const [act] = await sql("select act_id, tenant_id from audit_redactions where entry_id = $1", [entry.id])
  const [{ row, digest }] = await sql(
    `select to_jsonb(e) as row, c.digests[array_position(c.entry_ids, e.id)] as digest
    from audit_entries e join audit_chain c on c.tenant_id = e.tenant_id and e.id = any (c.entry_ids) where e.id = $1`,
    [other.id],
  )
  const forged = digestOf({ ...row, at: new Date(row.at) })
  await sql("insert into audit_redactions values ($1, $2, $3, $4, $5)", [act.tenant_id, other.id, act.act_id, digest, forged])
  const found = await problems()
  assert.ok(
    found.some(([changed]: string[]) => changed === other.id),
    "the hash of an act does not cover an entry that is added to it later",
  )
  await tamper("delete from audit_redactions where entry_id = $1 and act_id = $2", [other.id, act.act_id])
  await tamper("update audit_entries set after = $2 where id = $1", [other.id, content])
  assert.deepEqual(await problems(), [])
  for (const statement of [
    "update audit_entries set after = null",
    "delete from audit_redactions",
    "update audit_redactions set digest = ''",
  ])
    await assert.rejects(sql(statement), { code: "42501" }, statement)
})

test("nothing is billed to a contact that is erased in the same moment", async () => {
  for (let round = 0; round < 5; round++) {
    const { _id: id } = await contactOf()
    const bill = () => api.create("/v1/payment-intents/create", newIntent(id))
    const [, answers] = await Promise.all([erase(id), inParallel(6, bill)])
    for (const { status } of answers) assert.ok([201, 409].includes(status), String(status))
    const { erasedAt } = (await api.get(`/v1/contacts/${id}`)).body.data
    const { count } = (await api.get(`/v1/payment-intents?contact=${id}`)).body
    assert.equal(count > 0, erasedAt === null, "it is erased, or it is billed")
  }
})

test("overwrites, a minute later, what a request wrote about the contact during the erasure", async () => {
  const { _id: id, email } = await contactOf({ email: "late.reader@example.com" })
  await erase(id)
  await sql(
    `insert into mails
      (tenant_id, id, kind, recipient, subject, text, html, object_id, status, attempts, metadata, created_at, updated_at, version)
    select tenant_id, $2, 'sign-in-link', $3, $3, $3, $3, id, 'sent', 1, '{}', now(), now(), 1 from contacts where id = $1`,
    [id, "f".repeat(24), email],
  )
  await api.post("/v1/simulations/clock", { advance: "PT2M" })
  const [mail] = await sql("select recipient, text from mails where id = $1", ["f".repeat(24)])
  assert.deepEqual([mail.recipient, mail.text], [`${id}@erased.invalid`, "[erased]"])
})

test("no mail is written to a contact that was erased", async () => {
  await api.post("/v1/settings/update", { mails: { refunds: true } })
  const countMailsOfRefund = async (eraseBefore: (id: string) => Promise<unknown>) => {
    const contact = await contactOf()
    const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
    const paid = { paymentIntent: intent._id, amount: intent.amount, method: "cash" }
    const transaction = (await api.create("/v1/transactions/create", paid)).body.data
    await eraseBefore(contact._id)
    const refund = (await api.create("/v1/refund-intents/create", { transaction: transaction._id, amount: 100 })).body.data
    await api.post(`/v1/refund-intents/${refund._id}/approve`)
    assert.equal((await api.post(`/v1/refund-intents/${refund._id}/settle`, { reference: "TED" })).status, 200)
    return (await api.get(`/v1/dev/mails?object=${refund._id}`)).body.count
  }
  assert.deepEqual([await countMailsOfRefund(async () => undefined), await countMailsOfRefund(erase)], [1, 0])
  await api.post("/v1/settings/update", { mails: { refunds: false } })
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})
