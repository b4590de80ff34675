import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type Caller, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"

const server = await startTestServer()

const made = async (api: Caller, path: string, body: object): Promise<Any> => {
  const answer = await api.create(`/v1/${path}/create`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const read = async (api: Caller, path: string): Promise<Any> => {
  const { status, body, text } = await api.get(`/v1/${path}`)
  assert.equal(status, 200, text)
  return body.data
}
const nowOf = async (api: Caller) => new Date((await api.get("/v1/settings")).body.data.now).getTime()
/** Due a day later. */
const ask = async (api: Caller, contact: Any, amount: number) => {
  const dueAt = new Date((await nowOf(api)) + 86_400_000).toISOString()
  return made(api, "payment-intents", newIntent(contact._id, { dueAt, items: [{ name: "Course", amount }] }))
}

/** Asks two contacts for amounts that are late by 120, 75, 45 and 10 days, and for one that is not due. */
async function lateBusiness(api: Caller) {
  const [ana, bruno] = [await made(api, "contacts", newContact()), await made(api, "contacts", newContact())]
  const advance = (days: number) => api.post("/v1/simulations/clock", { advance: `P${days}D` })
  const oldest = await ask(api, ana, 1_000)
  await advance(45)
  await ask(api, ana, 200)
  await advance(30)
  await ask(api, bruno, 30)
  await advance(35)
  await ask(api, bruno, 4)
  await advance(11)
  await ask(api, bruno, 5_000)
  await made(api, "transactions", { paymentIntent: oldest._id, amount: 300, method: "cash" })
  return { ana, bruno, oldest }
}

test("a contact's account says what is owed by age, and equals the sums of the rows", async () => {
  const api = await server.otherTenant()
  const { ana, bruno, oldest } = await lateBusiness(api)
  const { BRL: ofAna } = (await read(api, `contacts/${ana._id}/account`)).byCurrency
  const { BRL: ofBruno } = (await read(api, `contacts/${bruno.email}/account`)).byCurrency
  assert.deepEqual(ofAna, {
    owed: 900,
    notDue: 0,
    late: 900,
    late0to30: 0,
    late31to60: 0,
    late61to90: 200,
    lateOver90: 700,
    openCount: 2,
    lateCount: 2,
    oldestDueAt: oldest.dueAt,
    paid: 300,
    credit: 0,
  })
  const { oldestDueAt: _, ...rest } = ofBruno
  assert.deepEqual(rest, {
    owed: 5_034,
    notDue: 5_000,
    late: 34,
    late0to30: 4,
    late31to60: 30,
    late61to90: 0,
    lateOver90: 0,
    openCount: 3,
    lateCount: 2,
    paid: 0,
    credit: 0,
  })
  const sums = "select sum(amount - paid)::int as owed, sum(paid)::int as paid from payment_intents where contact_id = $1"
  const [row] = await server.sql(sums, [ana._id])
  assert.deepEqual([row.owed, row.paid], [ofAna.owed, ofAna.paid])
})

test("what a contact has paid is the same before and after the roll-ups are folded", async () => {
  const api = await server.otherTenant()
  const contact = await made(api, "contacts", newContact())
  const account = async () => (await read(api, `contacts/${contact._id}/account`)).byCurrency.BRL
  let paid = 0
  for (const amount of [700, 11, 5]) {
    const intent = await ask(api, contact, 1_000)
    await made(api, "transactions", { paymentIntent: intent._id, amount, method: "cash" })
    paid += amount
    assert.equal((await account()).paid, paid)
    await until(
      async () => (await server.sql("select 1 from row_changes where tenant_id = $1", [api.keys.tenantId])).length === 0,
      "all is folded",
    )
    assert.equal((await account()).paid, paid)
  }
  assert.deepEqual((await api.get(`/v1/contacts/${contact._id}/account`)).body.data.contact, contact._id)
  assert.equal((await server.api.get(`/v1/contacts/${contact._id}/account`)).body.error.code, "GEN-1004")
})

test("aged receivables list who is late with most first, filter by days and currency, and are there as CSV with names", async () => {
  const api = await server.otherTenant()
  const { ana, bruno } = await lateBusiness(api)
  const all = (await read(api, "analytics/receivables")).byCurrency.BRL
  assert.deepEqual(
    all.contacts.map(({ contact, late }: Any) => [contact, late]),
    [
      [ana._id, 900],
      [bruno._id, 34],
    ],
  )
  assert.deepEqual([all.owed, all.late, all.notDue, all.contactCount, all.lateCount, all.openCount], [5_934, 934, 5_000, 2, 4, 5])
  const debtors = async (query: string) =>
    ((await read(api, `analytics/receivables?${query}`)).byCurrency.BRL?.contacts ?? []).map(({ contact }: Any) => contact)
  assert.deepEqual(await debtors("lateMoreThan=30"), [ana._id, bruno._id])
  assert.deepEqual(await debtors("lateMoreThan=60"), [ana._id])
  assert.deepEqual(await debtors("lateMoreThan=365"), [])
  assert.deepEqual(await debtors("currency=USD"), [])
  const { text } = await api.get("/v1/analytics/receivables", { accept: "text/csv" })
  assert.match(text, /^currency,contact,contactName,contactEmail,owed,notDue,late,/)
  assert.ok(text.includes(`BRL,${ana._id},`) && text.includes(ana.email))
  assert.deepEqual((await read(server.api, "analytics/receivables?lateMoreThan=9999")).byCurrency, {})
  assert.equal((await api.get("/v1/analytics/receivables?lateMoreThan=x")).body.error.code, "VAL-1003")
})

test("a partnership's account says what is owed, in payouts and paid, as the statement and the ledger do", async () => {
  const api = await server.otherTenant()
  const { act, bodyFor, dueSplit, newPayout, balance } = await payoutFixtures(api)
  const { partner, split, account } = await dueSplit(1_000)
  await dueSplit(250, partner)
  const figures = async () => (await read(api, `partnerships/${partner._id}/account`)).byCurrency.BRL
  const closing = async () => (await read(api, `partnerships/${partner._id}/statement`)).byCurrency.BRL.closing
  assert.deepEqual(await figures(), { owed: 1_250, due: 1_250, inPayouts: 0, paid: 0, nextPayout: null })
  const payout = await newPayout(bodyFor({ partner, split, account }, { method: "manual" }))
  const nextPayout = { payout: payout._id, number: payout.number, status: payout.status, amount: 1_000, currency: "BRL" }
  assert.deepEqual(await figures(), { owed: 250, due: 250, inPayouts: 1_000, paid: 0, nextPayout })
  assert.equal(await closing(), 250)
  await act(payout, "confirm", { reference: "wire 1" })
  assert.deepEqual(await figures(), { owed: 250, due: 250, inPayouts: 0, paid: 1_000, nextPayout: null })
  assert.deepEqual([await closing(), (await balance()).payable], [250, 250])
  assert.equal((await server.api.get(`/v1/partnerships/${partner._id}/account`)).body.error.code, "GEN-1004")
})
