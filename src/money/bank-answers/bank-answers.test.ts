import assert from "node:assert/strict"
import { test } from "node:test"
import { pain002, returnsFile } from "../../../test/bank-answer-files.ts"
import { statementFixtures } from "../../../test/bank-fixtures.ts"
import { directDebitFixtures } from "../../../test/direct-debit-fixtures.ts"
import { type Any, inParallel, startTestServer, until } from "../../../test/harness.ts"
import { camt, camtDetails, camtEntry } from "../../../test/statement-files.ts"

const server = await startTestServer()
const { api } = server
const world = await directDebitFixtures(api)
const { act, bankAccount, bill, collect, create, debit, make, mandate, payout, read, usMandate, usOwnAccount } = world
const { newAccount, upload } = await statementFixtures(server)

const send = (account: Any, file: string) =>
  api.post(`/v1/bank-answers/import?ownAccount=${account._id}`, file, { "content-type": "application/octet-stream" })
const applied = async ({ _id }: Any): Promise<Any> =>
  until(async () => {
    const { data } = (await api.get(`/v1/bank-answers/${_id}`)).body
    return data.items.every((item: Any) => item.effect !== null) && data
  }, "the answer is applied")
const answer = async (account: Any, file: string): Promise<Any> => {
  const { status, text, body } = await send(account, file)
  assert.equal(status, 200, text)
  return applied(body.data)
}
const effectsOf = ({ items }: Any) => items.map(({ effect }: Any) => effect)
const sentFile = async (account: Any, debits: Any[], fields: object = {}): Promise<Any> => {
  const { status, text, body } = await collect(account, debits, fields)
  assert.equal(status, 201, text)
  assert.equal((await act(body.data, "mark-sent")).status, 200)
  return body.data
}
const paidOf = async ({ paymentIntent }: Any) => (await read("payment-intents", { _id: paymentIntent })).paid
const own = await newAccount({ creditorId: "DE98ZZZ09999999999" })

test("accepts a file, rejects one payment of it, and frees its bill for another debit, once", async () => {
  const authorization = await mandate()
  const debits = [await debit(authorization, 100), await debit(await mandate(), 200)]
  const file = await sentFile(own, debits)
  assert.deepEqual(effectsOf(await answer(own, pain002({ message: file._id, group: "ACCP" }))), ["accepted"])
  assert.equal((await read("payment-files", file)).status, "accepted")
  assert.equal((await read("transactions", debits[0]!)).status, "processing", "accepted is not paid")
  const payments = [{ endToEndId: debits[0]!._id, status: "RJCT", reason: "AC04" }]
  const report = pain002({ message: file._id, group: "PART", batches: [{ id: `${file._id}-1`, status: "PART", payments }] })
  const answers = await inParallel(4, () => send(own, report))
  assert.equal(new Set(answers.map(({ body }) => body.data._id)).size, 1, "the same bytes are one answer")
  const first = await applied(answers[0]!.body.data)
  assert.deepEqual([effectsOf(first), first.items[0].words], [["rejected"], "AC04: the account is closed"])
  const failed = await read("transactions", debits[0]!)
  assert.deepEqual([failed.status, failed.failure], ["failed", { code: "AC04", message: "AC04: the account is closed" }])
  assert.deepEqual(effectsOf(await answer(own, `${report}\n`)), ["known"], "other bytes, the same answer")
  assert.equal((await create(authorization, { _id: debits[0]!.paymentIntent })).status, 201)
  assert.equal((await read("payment-files", file)).status, "partly")
})

test("rejects a batch of a file, and a file as a whole, but nothing that the statement says was paid", async () => {
  const recurring = await mandate()
  const used = await debit(recurring, 100)
  await sentFile(own, [used])
  const debits = [await debit(await mandate(), 100), await debit(recurring, 200)]
  const file = await sentFile(own, debits)
  const batches = [{ id: `${file._id}-2`, status: "RJCT", reason: "DU02" }]
  assert.deepEqual(effectsOf(await answer(own, pain002({ message: file._id, batches }))), ["rejected"])
  const statuses = await Promise.all(debits.map(async each => (await read("transactions", each)).status))
  assert.deepEqual(statuses, ["processing", "failed"])
  assert.equal((await api.post(`/v1/transactions/${debits[0]!._id}/confirm`)).status, 200)
  const { items } = await answer(own, pain002({ message: file._id, group: "RJCT", reason: "FF01" }))
  assert.deepEqual(items.map(({ effect }: Any) => effect).toSorted(), ["known", "waiting"])
  assert.equal(await paidOf(debits[0]!), 100)
})

test("fails a payout that the bank rejects, and its money is free again", async () => {
  const waiting = await payout(await bankAccount(), 500)
  const { data: file } = (await make(own, { payouts: [waiting._id] })).body
  const report = pain002({ message: file._id, group: "RJCT", reason: "FF01" })
  const early = await answer(own, report)
  assert.deepEqual([effectsOf(early), /not marked as sent/.test(early.items[0].words)], [["waiting"], true])
  await act(file, "mark-sent")
  assert.deepEqual(effectsOf(await answer(own, `${report} `)), ["rejected"])
  assert.equal((await read("payouts", waiting)).status, "failed")
})

test("what waits is listed by its status and its payment file, is applied again, and stops waiting with a note, once", async () => {
  const [one, other] = [await debit(await mandate(), 100), await debit(await mandate(), 200)]
  const file = (await collect(own, [one, other])).body.data
  const payments = [one._id, "5f0c0ffee5f0c0ffee5f0c0f"].map(endToEndId => ({ endToEndId, status: "RJCT", reason: "AC04" }))
  const first = await answer(own, pain002({ message: file._id, batches: [{ id: `${file._id}-1`, payments }] }))
  assert.deepEqual([effectsOf(first), first.status, first.waiting], [["waiting", "waiting"], "waiting", 2])
  const listed = async (query: string) =>
    (await api.get(`/v1/bank-answers?paymentFile=${file._id}&${query}`)).body.data.map(({ _id }: Any) => _id)
  assert.deepEqual(await listed("status=waiting"), [first._id])
  assert.deepEqual(await listed("status[ne]=waiting"), [])
  assert.deepEqual((await api.get(`/v1/bank-answers?paymentFile=${first._id}`)).body.data, [])

  const step = (action: string, body: object = {}) => api.post(`/v1/bank-answers/${first._id}/${action}`, body)
  await act(file, "mark-sent")
  assert.equal((await step("retry")).status, 200)
  const again = await applied(first)
  assert.deepEqual([effectsOf(again), again.status, again.waiting], [["rejected", "waiting"], "waiting", 1])
  assert.equal(again.items[0].words, "AC04: the account is closed")
  assert.equal((await step("retry")).body.error.code, "BAN-2003")
  assert.equal((await step("handle", { item: 1, note: "x" })).body.error.code, "BAN-2002")

  const handled = await inParallel(4, () => step("handle", { item: 2, note: "Called the bank" }))
  assert.deepEqual(
    handled.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  )
  const done = (await api.get(`/v1/bank-answers/${first._id}`)).body.data
  assert.deepEqual([done.status, done.waiting, done.handled, done.items[1].handled.note], ["applied", 0, 1, "Called the bank"])
  assert.equal((await step("retry")).body.error.code, "BAN-2001")
  assert.deepEqual(await listed("status=applied"), [first._id])
  const events = (await api.get(`/v1/dev/events?object=${first._id}`)).body.data.map(({ event }: Any) => event)
  assert.deepEqual(events, ["bankAnswers.update", "bankAnswers.create"])
})

test("takes a returned ACH debit back once, before or after the statement, and ends the mandate where the code does", async () => {
  const account = await usOwnAccount()
  const [early, late, ended] = [
    await debit(await usMandate(), 100),
    await debit(await usMandate(), 200),
    await debit(await usMandate(), 300),
  ]
  const file = await sentFile(account, [early, late, ended])
  const traceOf = ({ _id }: Any) => file.lines.find((line: Any) => line.transaction === _id).endToEndId
  assert.equal((await api.post(`/v1/transactions/${late._id}/confirm`)).status, 200)
  const returns = returnsFile([
    { code: "R01", trace: traceOf(early), amount: 100 },
    { code: "R09", trace: traceOf(late), amount: 200 },
    { code: "R10", trace: traceOf(ended), amount: 300 },
    { code: "R01", trace: "021000029999999", amount: 1 },
  ])
  assert.deepEqual(effectsOf(await answer(account, returns)), ["returned", "returned", "returned", "waiting"])
  for (const each of [early, late, ended]) {
    assert.equal((await read("transactions", each)).status, "reversed")
    assert.equal(await paidOf(each), 0)
  }
  assert.equal((await read("authorizations", { _id: ended.authorization })).status, "failed")
  assert.equal((await read("authorizations", { _id: early.authorization })).status, "active")
  const again = returnsFile([{ code: "R01", trace: traceOf(early), amount: 100 }])
  assert.deepEqual(effectsOf(await answer(account, again)), ["known"])
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})

test("takes a file with hundreds of returns, and keeps those of unknown payments waiting", async () => {
  const traceOf = (n: number) => `0210000${String(29_000_000 + n).padStart(8, "0")}`
  const returns = returnsFile(Array.from({ length: 600 }, (_, n) => ({ code: "R01", trace: traceOf(n), amount: 1 })))
  const { status, text, body } = await send(await usOwnAccount(), returns)
  assert.equal(status, 200, text)
  assert.deepEqual(effectsOf(body.data), Array(600).fill("waiting"))
})

test("the statement's line of a return that was booked by its answer is noted, not booked again", async () => {
  const returned = await debit(await mandate(), 700)
  const file = await sentFile(own, [returned])
  assert.equal((await api.post(`/v1/transactions/${returned._id}/confirm`)).status, 200)
  const details = camtDetails({ endToEndId: returned._id, returned: "AM04", side: "Cdtr" })
  const line = camtEntry({ amount: "7.00", debit: true, reference: "RT1", details })
  await upload(own, camt({ opening: "7.00", closing: "0.00", iban: own.iban, entries: [line] }))
  await until(async () => (await read("transactions", returned)).status === "reversed", "the return is booked")
  const report = pain002({
    message: file._id,
    batches: [{ id: `${file._id}-1`, payments: [{ endToEndId: returned._id, status: "RJCT", reason: "AM04" }] }],
  })
  assert.deepEqual(effectsOf(await answer(own, report)), ["known"])
  assert.equal(await paidOf(returned), 0)
})

test("a notification of change stops further debits by the mandate", async () => {
  const account = await usOwnAccount()
  const authorization = await usMandate()
  const first = await debit(authorization, 100)
  const file = await sentFile(account, [first])
  const change = returnsFile([{ code: "C01", trace: file.lines[0].endToEndId, amount: 0, corrected: "99887766" }])
  const noted = await answer(account, change)
  assert.deepEqual([effectsOf(noted), noted.items[0].words], [["correction"], "C01: the account number has changed"])
  assert.equal((await read("authorizations", authorization)).terms.correction, "C01")
  const next = await create(authorization, await bill(authorization, 100))
  const refused = await collect(account, [next.body.data])
  assert.match(refused.body.error.message, /wants its mandate .* corrected \(C01\)/)
})

test("refuses a broken file, and one about a file of another account, whole", async () => {
  const file = await sentFile(own, [await debit(await mandate(), 100)])
  const other = await newAccount()
  const codeOf = async (account: Any, text: string) => (await send(account, text)).body.error?.code
  assert.equal(await codeOf(other, pain002({ message: file._id, group: "RJCT" })), "BAN-1002")
  assert.equal(await codeOf(own, "<Document/>"), "BAN-1001")
  assert.equal(await codeOf(own, "101"), "BAN-1001")
  const found = await api.get(`/v1/bank-answers?ownAccount=${other._id}`)
  assert.equal(found.body.count, 0)
})
