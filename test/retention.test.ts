import assert from "node:assert/strict"
import { after, test } from "node:test"
import { application } from "../src/app.ts"
import { config, readConfig, setConfig } from "../src/kit/service/config.ts"
import { approvalFixtures } from "./approval-fixtures.ts"
import { type Any, newContact, newIntent, startTestServer } from "./harness.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the test deletes
const { api, keys, sql } = server
const settings = config
after(() => setConfig(settings))
const tenant = keys.tenantId

const deleteWhatIsOld = async () => {
  for (const sweep of application.sweeps.filter(({ name }) => name.startsWith("delete old "))) await sweep.run()
}
const idsOf = async (table: string, column = "id") =>
  (await sql(`select ${column} as id from ${table} where tenant_id = $1 order by 1`, [tenant])).map(({ id }) => id)

async function makeOld(days: number) {
  const age = `now() - interval '${days} days'`
  const mail = (id: string, status: string) =>
    `('${tenant}', '${id}', 'receipt', 'a@example.com', 's', 't', 'h', '${id}', '${status}', 0, '{}', ${age}, ${age}, 1)`
  await sql(`insert into mails (tenant_id, id, kind, recipient, subject, text, html, object_id, status, attempts, metadata, created_at,
    updated_at, version) values ${mail(`${days}-sent`, "sent")}, ${mail(`${days}-queued`, "queued")}`)
  await sql(`insert into gateway_events values ('${tenant}', 'simulator', '${days}', 'charge.succeeded', 'none', ${age})`)
  await sql(`insert into jobs (tenant_id, id, kind, payload, next_at, failed_at, created_at)
    values ('${tenant}', '${days}-failed', 'send-mail', '{}', ${age}, ${age}, ${age}),
      ('${tenant}', '${days}-waiting', 'send-mail', '{}', now() + interval '1 day', null, ${age})`)
}

test("deletes mails, gateway events and failed jobs once they are older than the settings say", async () => {
  for (const days of [20, 100, 380, 500]) await makeOld(days)
  await deleteWhatIsOld()
  const mails: string[] = await idsOf("mails")
  assert.deepEqual(
    mails.filter(id => /^\d+-/.test(id)),
    ["100-queued", "100-sent", "20-queued", "20-sent", "380-queued", "500-queued"],
  )
  assert.deepEqual(await idsOf("gateway_events", "event_id"), ["100", "20", "380"])
  const jobs: string[] = await idsOf("jobs")
  assert.deepEqual(
    jobs.filter(id => /^\d+-/.test(id)),
    ["100-waiting", "20-failed", "20-waiting", "380-waiting", "500-waiting"],
  )
})

test("keeps everything that is set to 0 days for ever, and refuses less than a month", async () => {
  const names = ["MAILS", "GATEWAY_EVENTS", "APPROVAL_REQUESTS", "FAILED_JOBS"].map(name => `RETENTION_${name}_DAYS`)
  setConfig({ ...settings, ...Object.fromEntries(names.map(name => [name, 0])) })
  await makeOld(5_000)
  await deleteWhatIsOld()
  assert.ok((await idsOf("mails")).includes("5000-sent"))
  assert.ok((await idsOf("gateway_events", "event_id")).includes("5000"))
  assert.ok((await idsOf("jobs")).includes("5000-failed"))
  setConfig(settings)
  for (const name of names)
    for (const value of ["29", "-1", "a year"]) assert.throws(() => readConfig({ [name]: value }), new RegExp(`${name} must be`), value)
})

test("deletes closed approval requests, but no open ones and none of an open object, and counts and audit log still agree", async () => {
  const { held, requestOf, decide } = await approvalFixtures(server)
  const [open, closed, underWay] = [await held(), await held(), await held()]
  for (const { request } of [closed, underWay]) await decide(request, "approve")
  await sql("update transactions set status = 'processing' where id = $1", [underWay.transaction._id])
  await sql("update approval_requests set resolved_at = resolved_at - interval '4 years' where resolved_at is not null")
  const before = (await api.get("/v1/approvals/requests")).body.count
  await deleteWhatIsOld()
  assert.equal((await api.get(`/v1/approvals/requests/${closed.request}`)).status, 404)
  for (const { request } of [open, underWay]) assert.equal((await requestOf(request))._id, request)
  const { count, data }: Any = (await api.get("/v1/approvals/requests")).body
  assert.deepEqual([count, data.requests.length], [before - 1, before - 1])
  assert.deepEqual(await sql("select 1 from approval_seats where request_id = $1", [closed.request]), [])
  const story = (await api.get(`/v1/audit-log?object=${closed.request}`)).body
  assert.ok(story.count >= 2, "who asked and who decided is still known")
  await sql("update transactions set status = 'succeeded' where id = $1", [underWay.transaction._id])
})

test("the books, the ledger and the audit log verify after a deletion", async () => {
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data._id
  await api.create("/v1/payment-intents/create", newIntent(contact))
  await deleteWhatIsOld()
  for (const path of ["/v1/ledger/verify", "/v1/audit-log/verify"]) assert.equal((await api.get(path)).body.data.ok, true, path)
})
