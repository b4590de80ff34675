import assert from "node:assert/strict"
import { test } from "node:test"
import { directDebitFixtures } from "../../../test/direct-debit-fixtures.ts"
import { type Any, inDays, startTestServer, until } from "../../../test/harness.ts"

const { api, sql } = await startTestServer()
const { bill, create, mandate, ownAccount, readyDebits } = await directDebitFixtures(api)
const own = await ownAccount()
const mails = async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/dev/mails?object=${_id}&kind=debit-notice`)).body.data
const settings = async (change: object) => assert.equal((await api.post("/v1/settings/update", { mails: change })).status, 200)
const debitOf = async (authorization: Any, fields: object = {}): Promise<Any> => {
  const { status, text, body } = await create(authorization, await bill(authorization, 12_550, fields))
  assert.equal(status, 201, text)
  return body.data
}
const problemOf = async ({ _id }: Any, day = "") =>
  (await readyDebits(own, day && `&executionDate=${day}`)).debits.find((each: Any) => each.transaction === _id)?.problem
/** Runs what is due by the tenant's clock. */
const advance = async (by: string) => assert.equal((await api.post("/v1/simulations/clock", { advance: by })).status, 200)

test("tells nobody of a debit until the setting is on, and then only those that no file holds", async () => {
  const early = await debitOf(await mandate())
  await advance("PT1M")
  assert.deepEqual(await mails(early), [])
  await settings({ debitNotices: true })
  await advance("PT1M")
  assert.equal((await until(async () => (await mails(early)).length > 0 && mails(early), "the payer is told")).length, 1)
})

test("tells a payer once of the day, the amount, the creditor id and the mandate, in the payer's language", async () => {
  const authorization = await mandate({ noticeDays: 10 })
  await api.post(`/v1/contacts/${authorization.contact}/update`, { locale: "es" })
  const debit = await debitOf(authorization, { dueAt: inDays(3) })
  assert.equal(await problemOf(debit), "its payer was promised 10 days of notice, so it can be collected from " + (await dayIn(10)) + " on")
  await advance("PT1M")
  const [mail, ...more] = await until(async () => (await mails(debit)).length > 0 && mails(debit), "the payer is told")
  assert.deepEqual(more, [])
  assert.match(mail.subject, /cargará 125,50.€ el/)
  for (const part of ["125,50", authorization.reference, "DE98ZZZ09999999999", "Identificador del acreedor", "Aún no se ha cargado nada"])
    assert.ok(mail.text.includes(part), `${part} is not in ${mail.text}`)
  const [notice] = await sql("select collects_on from debit_notices where transaction_id = $1", [debit._id])
  assert.ok(notice!["collects_on"] >= (await dayIn(10)))
  assert.match((await problemOf(debit, await dayIn(10))) ?? "fits", /^(fits|its payer was told that it is collected on)/)
  await advance("P1D")
  assert.equal((await mails(debit)).length, 1)
})

test("a debit is not collected before its payer was told, nor before the day that the payer was told", async () => {
  await settings({ debitNotices: true })
  const debit = await debitOf(await mandate())
  await sql("delete from debit_notices where transaction_id = $1", [debit._id])
  const problem = await problemOf(debit)
  assert.ok(problem === null || problem === "its payer is told of it first, within a minute", problem)
  await advance("PT1M")
  await until(async () => (await mails(debit)).length > 0, "the payer is told")
  await sql("update debit_notices set collects_on = '2099-01-05' where transaction_id = $1", [debit._id])
  assert.equal(await problemOf(debit), "its payer was told that it is collected on 2099-01-05")
})

test("new SEPA mandates get the tenant's days of notice, unless they name others", async () => {
  await settings({ debitNoticeDays: 5 })
  const terms = async (signed: object) => (await mandate(signed)).terms.noticeDays
  assert.deepEqual([await terms({ noticeDays: undefined }), await terms({ noticeDays: 2 })], [5, 2])
  for (const days of [0, 61, 1.5]) assert.equal((await api.post("/v1/settings/update", { mails: { debitNoticeDays: days } })).status, 400)
})

async function dayIn(days: number): Promise<string> {
  const { now } = (await api.get("/v1/settings")).body.data
  const local = new Date(new Date(now).toLocaleDateString("en-CA", { timeZone: "Europe/Berlin" }))
  return new Date(local.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}
