import assert from "node:assert/strict"
import { test } from "node:test"
import { statementFixtures } from "../../../test/bank-fixtures.ts"
import { directDebitFixtures } from "../../../test/direct-debit-fixtures.ts"
import { type Any, inDays, inParallel, startTestServer, until } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { camt, camtDetails, camtEntry } from "../../../test/statement-files.ts"

const server = await startTestServer()
const { api } = server
const { act, bill, collect, create, make, mandate, payout, bankAccount, read } = await directDebitFixtures(api)
const { newAccount, upload } = await statementFixtures(server)
const decimalOf = (cents: number) => (cents / 100).toFixed(2)
const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

const idle = () =>
  until(async () => {
    const [{ n }] = await server.sql("select count(*)::int as n from jobs where kind in ('match-bank-lines', 'book-file-payments')")
    return n === 0
  }, "the lines are matched and booked")

let count = 0
type Booking = { cents: number; debit?: boolean; endToEndId?: string; returned?: string; batch?: string }

/** Imports these bookings of an account and returns their lines, once the worker has looked at them. */
async function book(account: Any, ...rows: Booking[]): Promise<Any[]> {
  const entries = rows.map(({ cents, debit = false, batch, ...details }) => {
    const said = camtDetails({ side: debit ? "Cdtr" : "Dbtr", text: `booking ${count}`, ...details })
    const named = batch ? said.replace("</Refs>", `<PmtInfId>${batch}</PmtInfId></Refs>`) : said
    return camtEntry({ amount: decimalOf(cents), debit, reference: `U${++count}`, details: named })
  })
  const { body, text } = await upload(account, camt({ kind: "054", iban: account.iban, entries }))
  assert.equal(body.data?.new, rows.length, text)
  await idle()
  const { data } = (await api.get(`/v1/bank-lines?statement=${body.data._id}&limit=100`)).body
  return data.toSorted((a: Any, b: Any) => a.line - b.line)
}
const undo = (line: Any) => api.post(`/v1/bank-lines/${line._id}/unmatch`)
const statusesOf = async (path: string, all: Any[]): Promise<string[]> =>
  Promise.all(all.map(async each => (await read(path, each)).status))
const kindsOf = async ({ _id }: Any): Promise<string[]> =>
  (await api.get(`/v1/ledger/entries?source=${_id}&limit=100`)).body.data.map(({ kind }: Any) => kind).toReversed()
const assertVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
const all = (count: number, status: string) => Array.from({ length: count }, () => status)
const usage = async () => await server.sql("select value, sum(n)::int as n from tallies where kind = 'usage' group by value order by value")

/** A file of payouts that the bank has, and the line of its sum, which the worker has matched. */
async function paidFile(amounts: number[]) {
  const account = await newAccount()
  const to = await bankAccount()
  const payouts: Any[] = []
  for (const amount of amounts) payouts.push(await payout(to, amount))
  const { body, text } = await make(account, { payouts: payouts.map(({ _id }) => _id) })
  assert.equal(body.data?.count, amounts.length, text)
  assert.equal((await act(body.data, "mark-sent")).status, 200)
  const file: Any = body.data
  const [line] = await book(account, { cents: file.total, debit: true, batch: file._id })
  return { account, payouts, file, line }
}

/** The same with debits. `bills` are the payment intents that they collect. */
async function collectedFile(bills: { mandate: Any; bill: Any; amount?: number }[]) {
  const account = await newAccount({ creditorId: "DE98ZZZ09999999999" })
  const debits: Any[] = []
  for (const { mandate: of, bill: intent, amount } of bills) {
    const { status, body, text } = await create(of, intent, amount === undefined ? {} : { amount })
    assert.equal(status, 201, text)
    debits.push(body.data)
  }
  const { body, text } = await collect(account, debits)
  assert.equal(body.data?.count, debits.length, text)
  assert.equal((await act(body.data, "mark-sent")).status, 200)
  const [line] = await book(account, { cents: body.data.total, batch: body.data._id })
  return { account, debits, file: body.data as Any, line }
}

test("undoes the match with a file of payouts: all wait for the bank again, and another line can confirm them", async () => {
  const { account, payouts, file, line } = await paidFile([1100, 1200, 1300])
  assert.deepEqual([line.status, line.match[0].kind], ["matched", "paymentFile"])
  assert.deepEqual([(await read("payment-files", file)).status, ...(await statusesOf("payouts", payouts))], ["settled", ...all(3, "paid")])
  const counted = await usage()
  const undone = await undo(line)
  assert.deepEqual([undone.status, undone.body.data.status, undone.body.data.match], [200, "new", []])
  assert.deepEqual(
    [(await read("payment-files", file)).status, ...(await statusesOf("payouts", payouts))],
    ["sent", ...all(3, "processing")],
  )
  const [first] = await Promise.all(payouts.map(each => read("payouts", each)))
  assert.deepEqual([first.paidAt, first.reference], [null, null])
  await assertVerifies()
  assert.equal((await undo(line)).body.error.code, "BLN-2001")

  const [right] = await book(account, { cents: sumOf([1100, 1200, 1300]), debit: true, batch: file._id })
  assert.equal(right.status, "matched")
  assert.deepEqual([(await read("payment-files", file)).status, ...(await statusesOf("payouts", payouts))], ["settled", ...all(3, "paid")])
  assert.deepEqual(await kindsOf(payouts[0]), ["payout-reserve", "payout", "payout-undone", "payout-again"])
  assert.deepEqual(await usage(), counted, "a payout counts once as usage")
  await assertVerifies()
})

test("undoes the match with a file of debits, also of one plan: what they paid is due again and is collected once", async () => {
  const of = await mandate()
  const schedule = [1, 2, 3].map(days => ({ dueAt: inDays(days), amount: 300 }))
  const plan = await bill(of, 900, { intentType: "payment-plan", schedule })
  const parts: Any[] = plan.installments.map((_id: string) => ({ _id, amount: 300 }))
  const [one, other] = [await mandate(), await mandate()]
  const [whole, less] = [await bill(one, 700), await bill(other, 800)]
  const bills = [
    ...parts.slice(0, 2).map(part => ({ mandate: of, bill: part })),
    { mandate: one, bill: whole },
    { mandate: other, bill: less, amount: 500 },
  ]
  const { account, debits, file, line } = await collectedFile(bills)
  const paid = async () =>
    Promise.all([plan, ...parts.slice(0, 2), whole, less].map(async each => (await read("payment-intents", each)).paid))
  const amounts = [sumOf(parts.slice(0, 2).map(({ amount }) => amount)), ...parts.slice(0, 2).map(({ amount }) => amount), 700, 500]
  assert.deepEqual([line.status, await paid()], ["matched", amounts])
  assert.equal((await undo(line)).status, 200)
  assert.deepEqual(await paid(), [0, 0, 0, 0, 0])
  assert.deepEqual(await statusesOf("transactions", debits), all(4, "processing"))
  assert.equal((await create(one, whole)).body.error.code, "TRX-2004", "the debit still waits for the bank")
  await assertVerifies()
  await book(account, { cents: file.total, batch: file._id })
  assert.deepEqual([await paid(), await statusesOf("transactions", debits)], [amounts, all(4, "succeeded")])
  assert.deepEqual(await kindsOf(debits[0]), ["charge", "charge-undone", "charge-again"])
  await assertVerifies()
})

test("undoes nothing once a later fact depends on one of the payments, and says on which", async () => {
  const { account, payouts, file, line } = await paidFile([2100, 2200])
  const [back] = await book(account, { cents: 2200, endToEndId: payouts[1]._id, returned: "AC04" })
  assert.equal(back.status, "matched")
  const refused = await undo(line)
  assert.deepEqual([refused.status, refused.body.error.code], [409, "BLN-2004"])
  assert.match(refused.body.error.message, new RegExp(`${payouts[1].number}.*it is returned`))
  assert.deepEqual([(await read("payment-files", file)).status, ...(await statusesOf("payouts", payouts))], ["partly", "paid", "returned"])

  const [one, other] = [await mandate(), await mandate()]
  const debits = await collectedFile([
    { mandate: one, bill: await bill(one, 300) },
    { mandate: other, bill: await bill(other, 400) },
  ])
  const refund = await api.create("/v1/refund-intents/create", { transaction: debits.debits[0]._id, amount: 100, reason: "Sorry" })
  assert.equal(refund.status, 201, refund.text)
  assert.match((await undo(debits.line)).body.error.message, /transaction \d+.*refunds or disputes/)
  assert.deepEqual(await statusesOf("transactions", debits.debits), all(2, "succeeded"))
  await assertVerifies()
})

test("leaves what was booked before the line came", async () => {
  const account = await newAccount()
  const to = await bankAccount()
  const [first, second] = [await payout(to, 3100), await payout(to, 3200)]
  const file = (await make(account, { payouts: [first._id, second._id] })).body.data
  await act(file, "mark-sent")
  assert.equal((await api.post(`/v1/payouts/${first._id}/confirm`, { reference: "by phone" })).status, 200)
  const [line] = await book(account, { cents: 6300, debit: true, batch: file._id })
  assert.deepEqual(await statusesOf("payouts", [first, second]), ["paid", "paid"])
  assert.equal((await undo(line)).status, 200)
  assert.deepEqual(await statusesOf("payouts", [first, second]), ["paid", "processing"])
  await assertVerifies()
})

test("of two people who undo a match at once, one does", async () => {
  for (let round = 0; round < faultRounds(24); round++) {
    const { payouts, line } = await paidFile([10, 20, 30])
    const answers = await inParallel(3, () => undo(line))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409],
    )
    assert.deepEqual(await kindsOf(payouts[0]), ["payout-reserve", "payout", "payout-undone"])
  }
  await assertVerifies()
})

test("an undo that meets a return books one of the two, and never half of a file", async () => {
  for (let round = 0; round < faultRounds(24); round++) {
    const { account, payouts, line } = await paidFile([40, 50, 60])
    const [[back], undone] = await Promise.all([
      book(account, { cents: 50, endToEndId: payouts[1]._id, returned: "AC04" }),
      // the return is matched by a job, some time after its import
      new Promise(resolve => setTimeout(resolve, (round % 10) * 30)).then(() => undo(line)),
    ])
    const expected = undone.status === 200 ? all(3, "processing") : ["paid", "returned", "paid"]
    assert.deepEqual(await statusesOf("payouts", payouts), expected, undone.text)
    assert.equal(back.status === "matched", undone.status !== 200)
  }
  await assertVerifies()
})

test("an undo that meets the job which confirms the payments undoes all of them", async () => {
  for (let round = 0; round < faultRounds(24); round++) {
    const account = await newAccount()
    const to = await bankAccount()
    const payouts = await inParallel(12, i => payout(to, 100 + i))
    const file = (await make(account, { payouts: payouts.map(({ _id }) => _id) })).body.data
    const [line] = await book(account, { cents: file.total, debit: true, batch: file._id })
    assert.equal(line.status, "suggested", "the file is not marked as sent")
    await act(file, "mark-sent")
    assert.equal((await api.post(`/v1/bank-lines/${line._id}/accept`)).status, 200)
    await new Promise(resolve => setTimeout(resolve, (round % 10) * 10))
    assert.equal((await undo(line)).status, 200)
    await idle()
    assert.deepEqual(await statusesOf("payouts", payouts), all(12, "processing"))
  }
  await assertVerifies()
})
