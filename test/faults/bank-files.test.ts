// Files of debits, statements and answers of banks: processes are killed while each table of a commit waits to be written.
import assert from "node:assert/strict"
import { test } from "node:test"
import { returnsFile } from "../bank-answer-files.ts"
import { statementFixtures } from "../bank-fixtures.ts"
import { directDebitFixtures } from "../direct-debit-fixtures.ts"
import { type Any, createCaller, until } from "../harness.ts"
import { isShort } from "../levels.ts"
import { soon } from "../payment-file-fixtures.ts"
import { camt, camtDetails, camtEntry } from "../statement-files.ts"
import { expireLeases, lockTable, startPair, startServer } from "./server-process.ts"

const pair = await startPair({ ROLE: "api" })
const { databaseUrl, keys, sql } = pair
const api = pair.apis[1]!
let worker = await startServer(databaseUrl) // the only process that runs jobs
const { act, collect, content, debit, mandate, read, usMandate, usOwnAccount } = await directDebitFixtures(api)
const { newAccount, upload } = await statementFixtures({ api, keys, baseUrl: pair.baseUrls[1]! })
const account = await newAccount({ creditorId: "DE98ZZZ09999999999" })

/** A short run kills at every second table. */
const some = (tables: string[]) => tables.filter((_, i) => !isShort || i % 2 === 0)
/** Sends a request to a process that is killed while the commit waits for the table, and then the same request to another process. */
async function killedAt(table: string, path: string, body: unknown, headers: Record<string, string>) {
  const doomed = await startServer(databaseUrl, { ROLE: "api" })
  const blocked = await lockTable(databaseUrl, table)
  const lost = createCaller(doomed.baseUrl, keys).post(path, body, headers)
  const ended = lost.then(
    () => "answered",
    () => "lost",
  )
  await until(async () => (await blocked.countWaiting()) > 0, `the commit waits for ${table}`)
  await doomed.stop("SIGKILL")
  assert.equal(await ended, "lost")
  await blocked.releaseWhenUnused()
  return api.post(path, body, headers)
}

/** What `start` leaves to the worker is done by one that is killed on the way, and by the next one. */
async function killWorkerAt(table: string, start: () => Promise<unknown>) {
  await worker.stop()
  await start()
  const blocked = await lockTable(databaseUrl, table)
  worker = await startServer(databaseUrl)
  await until(async () => (await blocked.countWaiting()) > 0, `the worker waits for ${table}`)
  await worker.stop("SIGKILL")
  await blocked.releaseWhenUnused()
  await expireLeases(sql)
  worker = await startServer(databaseUrl)
}
const bytes = { "content-type": "application/octet-stream" }
const becomes = (object: Any, status: string) =>
  until(async () => (await read("transactions", object)).status === status, `the debit is ${status}`)
const paidOf = async ({ paymentIntent }: Any) => (await read("payment-intents", { _id: paymentIntent })).paid

const tablesOfFile = ["payment_files", "payment_file_contents", "payment_file_lines", "transactions", "authorizations", "own_accounts"]
for (const table of some([...tablesOfFile, "events"]))
  test(`makes one file of a debit when the process is killed while it writes ${table}`, async () => {
    const waiting = await debit(await mandate(), 500)
    const body = { ownAccount: account._id, executionDate: soon, direction: "debits", debits: [waiting._id] }
    const { status, text, body: answer } = await killedAt(table, "/v1/payment-files/create", body, { "idempotency-key": `kill ${table}` })
    assert.equal(status, 201, text)
    const lines = await sql("select file_id from payment_file_lines where transaction_id = $1", [waiting._id])
    assert.deepEqual(
      lines.map(({ file_id }) => file_id),
      [answer.data._id],
    )
    assert.match(await content(answer.data), new RegExp(waiting._id))
    assert.equal((await read("transactions", waiting)).file, answer.data._id)
  })

for (const table of some(["bank_answers", "bank_answer_items", "own_accounts"]))
  test(`imports returns once when the process is killed while it writes ${table}`, async () => {
    const own = await usOwnAccount()
    const returned = await debit(await usMandate(), 700)
    const file = (await collect(own, [returned])).body.data
    await act(file, "mark-sent")
    const text = returnsFile([{ code: "R01", trace: file.lines[0].endToEndId, amount: 700 }])
    const { status, text: shown } = await killedAt(table, `/v1/bank-answers/import?ownAccount=${own._id}`, text, bytes)
    assert.equal(status, 200, shown)
    await becomes(returned, "reversed")
    assert.equal((await api.get(`/v1/bank-answers?ownAccount=${own._id}`)).body.count, 1)
    assert.equal(await paidOf(returned), 0)
  })

for (const table of some(["ledger_entries", "bank_answer_items", "payment_intents", "payment_files", "transactions"]))
  test(`books a return once when the worker is killed while it writes ${table}`, async () => {
    const own = await usOwnAccount()
    const [early, late] = [await debit(await usMandate(), 700), await debit(await usMandate(), 800)]
    const file = (await collect(own, [early, late])).body.data
    await act(file, "mark-sent")
    assert.equal((await api.post(`/v1/transactions/${late._id}/confirm`)).status, 200)
    const traceOf = ({ _id }: Any) => file.lines.find((line: Any) => line.transaction === _id).endToEndId
    const text = returnsFile([early, late].map(each => ({ code: "R01", trace: traceOf(each), amount: each.amount })))
    await killWorkerAt(table, () => api.post(`/v1/bank-answers/import?ownAccount=${own._id}`, text, bytes))
    for (const each of [early, late]) {
      await becomes(each, "reversed")
      const entries = await sql("select kind from ledger_entries where source_id = $1 order by kind", [each._id])
      assert.deepEqual(
        entries.map(({ kind }) => kind),
        ["charge", "reversal"],
      )
      assert.equal(await paidOf(each), 0)
    }
  })

for (const table of some(["bank_lines", "ledger_entries", "bank_line_matches", "payment_files", "transactions"]))
  test(`books the sum of a file once when the worker is killed while it writes ${table}`, async () => {
    const own = await newAccount({ creditorId: "DE98ZZZ09999999999" })
    const debits = [await debit(await mandate(), 700), await debit(await mandate(), 800)]
    const file = (await collect(own, debits)).body.data
    await act(file, "mark-sent")
    const details = camtDetails({}).replace("</Refs>", `<PmtInfId>${file._id}-1</PmtInfId></Refs>`)
    const entries = [camtEntry({ amount: "15.00", reference: "S1", details })]
    await killWorkerAt(table, () => upload(own, camt({ opening: "0.00", closing: "15.00", iban: own.iban, entries })))
    for (const each of debits) {
      await becomes(each, "succeeded")
      const booked = await sql("select 1 from ledger_entries where source_id = $1", [each._id])
      assert.deepEqual([booked.length, await paidOf(each)], [1, each.amount])
    }
    assert.equal((await read("payment-files", file)).status, "settled")
  })

test("the books are whole after all kills", async () => {
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
  assert.equal((await api.get("/v1/audit-log/verify")).status, 200)
})
