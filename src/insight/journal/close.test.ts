import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, createCaller, startTestServer } from "../../../test/harness.ts"
import { journalFixtures, lastMonth, sha256 } from "../../../test/journal-fixtures.ts"
import { adminOf, invite, signedIn } from "../../../test/people.ts"

const server = await startTestServer()
const { newBooks } = journalFixtures(server)

test("a closed month has its totals and the hash of its export, and exports the same bytes later", async () => {
  const { api, raw, pay, closed, exported } = await newBooks()
  await pay(700, "2026-10-31T23:59:59Z")
  await pay(300, "2026-11-01T00:00:00Z")
  const close = await closed()
  const before = await exported()
  assert.deepEqual([close.status, close.lines, close.totals], ["closed", 2, [{ currency: "BRL", debit: 700, credit: 700 }]])
  assert.equal(close.sha256, sha256(before))
  const datev = `/v1/journal?from=2026-10-01&to=2026-10-31&format=datev`
  const file = (await raw.get(datev)).text
  await api.post("/v1/journal/accounts", { accounts: [{ account: "cash:*", externalAccount: "9999" }], datev: { client: 42 } })
  await api.post("/v1/settings/update", { timezone: "Asia/Tokyo" })
  await pay(50, "2026-10-15T12:00:00Z")
  await api.post("/v1/simulations/clock", { advance: "P1D" })
  assert.deepEqual([await exported(), (await raw.get(datev)).text], [before, file])
})

test("dates a late fact of a closed month on the day it became known, and refuses nothing", async () => {
  const { api, pay, closed, entryOf } = await newBooks()
  await closed()
  const late = await pay(50, "2026-10-15T12:00:00Z")
  const today = (await api.get("/v1/settings")).body.data.now.slice(0, 10)
  const entry = await entryOf(late)
  assert.deepEqual([entry.date, entry.factDate, entry.effectiveAt], [today, "2026-10-15", late.receivedAt])
  assert.equal(late.receivedAt, "2026-10-15T12:00:00.000Z")
  const { lines } = (await api.get(`/v1/journal?from=${today}&to=${today}`)).body.data
  assert.deepEqual([lines[0].date, lines[0].factDate], [today, "2026-10-15"])
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})

test("closes open months before it too, each with its own totals, and refuses what is closed or has not ended", async () => {
  const { api, pay, close, closed, sealed } = await newBooks()
  await pay(1, "2026-07-01T00:00:00Z")
  await pay(2, "2026-09-30T12:00:00Z")
  await closed()
  const { data } = (await api.get("/v1/journal-closes?sort=createdAt")).body
  const all = await Promise.all(data.map(sealed))
  assert.deepEqual(
    all.map(({ month, lines }) => [month, lines]),
    [
      ["2026-07", 2],
      ["2026-09", 2],
      ["2026-10", 0],
    ],
  )
  for (const month of ["2026-10", "2026-08", "2020-01"]) assert.equal((await close(month)).body.error.code, "JRN-2003", month)
  const now = (await api.get("/v1/settings")).body.data.now.slice(0, 7)
  const refused = (await close(now)).body.error
  assert.deepEqual([refused.code, refused.details.timezone], ["JRN-2001", "UTC"])
  for (const month of ["2026-13", "10/2026"]) assert.equal((await close(month)).body.error.code, "VAL-1003")
})

test("a month ends at midnight in the tenant's time zone", async () => {
  const { api, close } = await newBooks("Pacific/Kiritimati") // 14 hours ahead of UTC
  const now = new Date((await api.get("/v1/settings")).body.data.now)
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - 14 * 3_600_000)
  const month = now.toISOString().slice(0, 7)
  await api.post("/v1/simulations/clock", { to: new Date(end.getTime() - 60_000).toISOString() })
  assert.equal((await close(month)).body.error.code, "JRN-2001")
  await api.post("/v1/simulations/clock", { advance: "PT2M" })
  assert.equal((await close(month)).status, 200)
})

test("refuses to close a month with an account that is not mapped, and names it", async () => {
  const { api, pay, close } = await newBooks()
  await api.post("/v1/journal/accounts", { accounts: [{ account: "cash:*", externalAccount: "1200" }] })
  await pay(1, "2026-10-01T00:00:00Z")
  const { code, details } = (await close()).body.error
  assert.deepEqual([code, details.accounts], ["JRN-2002", "received:*"])
})

test("the database refuses an entry of a closed month, whatever the code does", async () => {
  const { api, pay, closed } = await newBooks()
  await pay(1, "2026-10-01T00:00:00Z")
  await closed()
  const copy = (day: string) =>
    server.sql(
      `insert into ledger_entries select tenant_id, lpad(replace($2, '-', ''), 24, '0'), 'split', source_type, source_id, currency,
         effective_at, postings, created_at, null, $2, null from ledger_entries where tenant_id = $1 limit 1`,
      [api.keys.tenantId, day],
    )
  await assert.rejects(copy("2026-10-31"), { code: "42501" })
  await assert.rejects(copy("2025-01-01"), { code: "42501" })
  await copy("2026-11-01")
})

async function newPeople() {
  const books = await newBooks()
  const of = { ...server, api: books.api }
  const [maker, second] = [await invite(of, "finance", books.api), await invite(of, "approver", books.api)]
  const [makerPage, secondPage] = [await signedIn(server, maker), await signedIn(server, second)]
  const close = await books.closed()
  const path = (action: string) => `/v1/journal-closes/${close._id}/${action}`
  const reopen = () => makerPage.post(path("reopen"), { reason: "wrong partner" })
  return { ...books, maker, second, makerPage, secondPage, made: close, path, reopen }
}

test("without a policy another person who may decide approvals releases the reopening", async () => {
  const { api, maker, second, makerPage, secondPage, made, path, reopen, pay, entryOf, closed } = await newPeople()
  assert.equal((await api.post(path("reopen"), { reason: "by a key" })).body.error.code, "PRM-1004")
  const asked = (await reopen()).body.data
  assert.deepEqual([asked.status, asked.reopening.requestedBy, asked.approval.required], ["reopening", maker._id, false])
  const late = await pay(5, "2026-10-10T00:00:00Z")
  assert.equal((await entryOf(late)).factDate, "2026-10-10") // it is still closed
  assert.equal((await makerPage.post(path("approve"))).body.error.code, "JRN-2006")
  assert.equal((await api.post("/v1/journal/close", { month: "2026-10" })).body.error.code, "JRN-2003")
  const reopened = (await secondPage.post(path("approve"))).body.data
  assert.deepEqual([reopened.status, reopened.reopening.approvedBy], ["reopened", second._id])
  const after = await pay(5, "2026-10-10T00:00:00Z")
  assert.deepEqual([(await entryOf(after)).date, (await entryOf(after)).factDate], ["2026-10-10", null])
  const again = await closed()
  assert.deepEqual([again.lines, made.lines], [2, 0])
  assert.equal((await api.get("/v1/journal-closes?month=2026-10")).body.count, 2)
  assert.equal((await secondPage.post(path("approve"))).body.error.code, "JRN-2005")
})

test("a rejected or withdrawn reopening leaves the month closed", async () => {
  const { api, makerPage, secondPage, path, reopen } = await newPeople()
  await reopen()
  assert.deepEqual([(await secondPage.post(path("reject"))).body.data.status], ["closed"])
  await reopen()
  const withdrawn = (await makerPage.post(path("reject"))).body.data
  assert.deepEqual([withdrawn.status, withdrawn.reopening], ["closed", null])
  assert.equal((await makerPage.post(path("reject"))).body.error.code, "JRN-2005")
  const viewer = await signedIn(server, await invite({ ...server, api }, "viewer", api))
  await reopen()
  assert.equal((await viewer.post(path("reject"))).body.error.code, "PRM-1001")
  assert.equal((await viewer.post(path("approve"))).body.error.code, "PRM-1001")
})

test("only the last closed month can be reopened, and no month is closed while a reopening waits", async () => {
  const { api, makerPage, secondPage, close, made, reopen, path, sealed } = await newPeople()
  const now = (await api.get("/v1/settings")).body.data.now.slice(0, 7)
  await reopen()
  await api.post("/v1/simulations/clock", { advance: "P31D" })
  assert.equal((await close(now)).body.error.code, "JRN-2008")
  await secondPage.post(path("reject"))
  await sealed((await close(now)).body.data)
  const refused = (await makerPage.post(`/v1/journal-closes/${made._id}/reopen`, { reason: "late" })).body.error
  assert.deepEqual([refused.code, refused.details.month], ["JRN-2004", now])
})

test("where a policy matches, its approvers release the reopening, and nobody else", async () => {
  const { api, second, makerPage, secondPage, path, reopen, read, made } = await newPeople()
  const policy = { name: "Books", entityType: "journal-close", strategy: "any-of", approvers: [second._id], fourEyes: true }
  const saved = await api.post("/v1/approvals/policies/create", policy)
  assert.equal(saved.status, 201, saved.text)
  const asked = (await reopen()).body.data
  assert.deepEqual([asked.status, asked.approval.status], ["reopening", "pending"])
  assert.equal((await secondPage.post(path("approve"))).body.error.code, "JRN-2007")
  assert.equal((await secondPage.post(path("reject"))).body.error.code, "JRN-2007")
  const request = `/v1/approvals/requests/${asked.approval.request}`
  const shown = (await api.get(request)).body.data
  assert.deepEqual([shown.action, shown.isUnlimited, shown.entityType], ["reopen", true, "journal-close"])
  assert.equal((await makerPage.post(`${request}/approve`)).body.error.code, "APR-2002")
  const summary = (await api.get(`/v1/approvals/summary/journal-close/${made._id}`)).body.data
  assert.equal(summary.awaitingApproval, true)
  assert.equal((await secondPage.post(`${request}/approve`)).status, 200)
  assert.deepEqual([(await read(made)).status, (await read(made)).reopening.approvedBy], ["reopened", second._id])
})

test("a rejected request leaves the month closed, and withdrawing a reopening cancels its request", async () => {
  const { api, second, makerPage, secondPage, path, reopen, read, made } = await newPeople()
  const policy = { name: "Books", entityType: "journal-close", strategy: "any-of", approvers: [second._id] }
  await api.post("/v1/approvals/policies/create", policy)
  const first = (await reopen()).body.data.approval.request
  await secondPage.post(`/v1/approvals/requests/${first}/reject`)
  assert.equal((await read(made)).status, "closed")
  const next = (await reopen()).body.data.approval.request
  assert.equal((await makerPage.post(path("reject"))).body.data.status, "closed")
  assert.equal((await api.get(`/v1/approvals/requests/${next}`)).body.data.status, "canceled")
  const actions = (await makerPage.get(path("actions"))).body.data
  assert.deepEqual(
    actions.map(({ action, allowed }: Any) => [action, allowed]),
    [
      ["reopen", true],
      ["approve", false],
      ["reject", false],
    ],
  )
})

test("refuses policies that would let one person reopen a month, or that have conditions on fields that a month lacks", async () => {
  const { api, second } = await newPeople()
  const create = async (fields: object) => {
    const policy = { name: "Books", entityType: "journal-close", strategy: "any-of", approvers: [second._id], ...fields }
    return (await api.post("/v1/approvals/policies/create", policy)).body.error?.message
  }
  assert.match(await create({ strategy: "auto-approve", approvers: [] }), /never approved automatically/)
  assert.match(await create({ conditions: { amountMin: 5 } }), /a journal close has no amount/)
  assert.match(await create({ conditions: { sourceCurrencies: ["EUR"] } }), /a journal close has no currency/)
  assert.equal(await create({ conditions: { actions: ["reopen"] } }), undefined)
})

test("only people who may change the journal close a month, and other tenants see no closes", async () => {
  const { api, made } = await newPeople()
  const { body } = await api.post("/v1/dev/api-keys/create", { name: "viewer", role: "viewer" })
  const viewer = createCaller(server.baseUrl, { ...api.keys, apiKey: body.data.key })
  assert.equal((await viewer.post("/v1/journal/close", { month: lastMonth })).body.error.code, "PRM-1001")
  assert.equal((await viewer.get("/v1/journal-closes")).body.count, 1)
  assert.equal((await server.api.get(`/v1/journal-closes/${made._id}`)).body.error.code, "GEN-1004")
  const admin = await signedIn(server, adminOf(server))
  assert.equal((await admin.get("/v1/journal-closes")).body.count, 0)
})
