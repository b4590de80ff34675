import assert from "node:assert/strict"
import { test } from "node:test"
import { inParallel, startTestServer } from "../../../test/harness.ts"
import { journalFixtures, lastMonth, sha256 } from "../../../test/journal-fixtures.ts"
import { openTransaction } from "../../../test/open-transaction.ts"
import { invite, signedIn } from "../../../test/people.ts"

const server = await startTestServer()
const { newBooks } = journalFixtures(server)
/** The lock that entries share, and that a close has alone. */
const monthsLock = "select pg_advisory_xact_lock(hashtextextended('journal ' || $1, 0))"

test("a close waits for an entry that is being committed, and its totals include it", async () => {
  const { api, pay, close, sealed, exported } = await newBooks()
  await pay(10, "2026-10-01T00:00:00Z")
  const transaction = await openTransaction(server)
  const entry = `insert into ledger_entries
    select tenant_id, repeat('f', 24), 'split', source_type, source_id, currency, effective_at, postings, created_at, null,
      booking_day(tenant_id, '2026-10-20', '2026-11-18'), null from ledger_entries where tenant_id = $1 limit 1`
  await transaction.run(entry, [api.keys.tenantId])
  const closing = close()
  await transaction.untilWaiting(1)
  await transaction.commit()
  const made = await sealed((await closing).body.data)
  assert.deepEqual([made.lines, made.sha256], [4, sha256(await exported())])
})

test("a payment waits for a close that is being committed, and is booked on a day that is still open", async () => {
  const { api, pay, entryOf } = await newBooks()
  const transaction = await openTransaction(server)
  await transaction.run(monthsLock, [api.keys.tenantId])
  const closed = `insert into journal_closes
    (tenant_id, id, month, status, accounts, datev, closed_by, closed_at, approval, metadata, created_at, updated_at, version, revision)
    values ($1, repeat('f', 24), $2, 'closing', '[]', '{}', 'nobody', now(), '{}', '{}', now(), now(), 1, 1)`
  await transaction.run(closed, [api.keys.tenantId, lastMonth])
  const paying = pay(50, "2026-10-20T12:00:00Z")
  await transaction.untilWaiting(1)
  await transaction.commit()
  const entry = await entryOf(await paying)
  const today = (await api.get("/v1/settings")).body.data.now.slice(0, 10)
  assert.deepEqual([entry.date, entry.factDate], [today, "2026-10-20"])
})

test("no entry slips into a month that is closed at the same time, and no payment is refused", async () => {
  const { api, pay, close, sealed, exported, entryOf } = await newBooks()
  await pay(1, "2026-10-01T00:00:00Z")
  const paying = inParallel(40, i => pay(10 + i, "2026-10-20T12:00:00Z"))
  const made = (await close()).body.data
  const payments = await paying
  const sealedClose = await sealed(made)
  assert.equal(sealedClose.sha256, sha256(await exported()))
  const entries = await Promise.all(payments.map(entryOf))
  const inMonth = entries.filter(({ date }) => date.startsWith(lastMonth))
  assert.equal(sealedClose.lines, 2 + 2 * inMonth.length)
  for (const { date, factDate } of entries) assert.equal(factDate, date.startsWith(lastMonth) ? null : "2026-10-20")
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})

test("either closes a month or asks to reopen the one before, when both happen at once", async () => {
  const { api, close, closed } = await newBooks()
  const maker = await signedIn(server, await invite({ ...server, api }, "finance", api))
  const { _id } = await closed()
  const now = (await api.get("/v1/settings")).body.data.now.slice(0, 7)
  await api.post("/v1/simulations/clock", { advance: "P31D" })
  const transaction = await openTransaction(server)
  await transaction.run(monthsLock, [api.keys.tenantId])
  const both = Promise.all([close(now), maker.post(`/v1/journal-closes/${_id}/reopen`, { reason: "wrong partner" })])
  await transaction.untilWaiting(2)
  await transaction.commit()
  const codes = (await both).map(({ status, body }) => (status === 200 ? "done" : body.error.code))
  assert.ok([["done", "JRN-2004"].join(), ["JRN-2008", "done"].join()].includes(codes.join()), codes.join())
})

test("of ten closes of a month at once, one succeeds, by the lock and also by the database alone", async () => {
  const { api, close } = await newBooks()
  const answers = await inParallel(10, () => close())
  const codes = answers.map(({ status, body }) => (status === 200 ? "made" : body.error.code))
  const countOf = (code: string) => codes.filter(each => each === code).length
  assert.deepEqual([countOf("made"), countOf("JRN-2003")], [1, 9])
  const again =
    "insert into journal_closes select (jsonb_populate_record(c, jsonb_build_object('id', repeat('f', 24)))).* from journal_closes c"
  await assert.rejects(server.sql(`${again} where tenant_id = $1`, [api.keys.tenantId]), /journal_closes_once/)
  await server.sql("drop index journal_closes_once")
  const books = await newBooks()
  const made = await inParallel(10, () => books.close())
  assert.equal(made.filter(({ status }) => status === 200).length, 1)
})
