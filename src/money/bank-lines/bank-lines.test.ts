import assert from "node:assert/strict"
import { test } from "node:test"
import { linesAreMatched, statementFixtures } from "../../../test/bank-fixtures.ts"
import { type Any, inParallel, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"
import { camt, camtDetails, camtEntry } from "../../../test/statement-files.ts"
import { creditorReferenceOf } from "../payment-intents/creditor-reference.ts"

const server = await startTestServer()
const { api, keys } = server
const { newAccount, upload } = await statementFixtures(server)
const fixtures = await payoutFixtures(api)
const contact = (await api.post("/v1/contacts/create", newContact({ profile: { firstName: "Inês", lastName: "Prado" } }))).body.data

const create = async (amount: number, fields: object = {}): Promise<Any> =>
  (
    await api.create(
      "/v1/payment-intents/create",
      newIntent(contact._id, { currency: "EUR", items: [{ name: "Course", amount }], ...fields }),
    )
  ).body.data
const moneyOf = async ({ _id }: Any) => {
  const { paid, due, status } = (await api.get(`/v1/payment-intents/${_id}`)).body.data
  return [paid, due, status]
}
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])

type Details = Parameters<typeof camtDetails>[0]
type Row = Details & { debit?: boolean; reversal?: boolean; cents: number }
let day = 0
const decimalOf = (cents: number) => (cents / 100).toFixed(2)

/** Imports a notification with these payments, waits until the worker has looked at all of them, and returns their lines in order. */
async function book(...rows: Row[]): Promise<Any[]> {
  const account = await newAccount()
  day++
  const entries = rows.map(({ cents, debit = false, reversal = false, ...details }, i) =>
    camtEntry({
      amount: decimalOf(cents),
      debit,
      reversal,
      reference: `${day}-${i}`,
      details: camtDetails({ side: debit ? "Cdtr" : "Dbtr", ...details }),
    }),
  )
  const { body } = await upload(account, camt({ kind: "054", iban: account.iban, entries }))
  assert.equal(body.data?.new, rows.length, JSON.stringify(body))
  await linesAreMatched(server)
  const { data } = (await api.get(`/v1/bank-lines?statement=${body.data._id}&limit=100`)).body
  return data.toSorted((a: Any, b: Any) => a.line - b.line)
}
const action = (line: Any, name: string, body: object = {}) => api.post(`/v1/bank-lines/${line._id}/${name}`, body)
const matched = async (line: Any, to: [Any, number][], charges = 0) =>
  action(line, "match", { to: to.map(([{ _id }, amount]) => ({ object: _id, amount })), charges })

test("books a line at once if it has a creditor reference or a number, in whatever spelling", async () => {
  const [first, second, third, part] = [await create(1000), await create(2000), await create(3000), await create(4000)]
  const reference = creditorReferenceOf(keys.tenantId, first.number)
  const lines = await book(
    { cents: 1000, creditorReference: reference },
    { cents: 2000, text: `${creditorReferenceOf(keys.tenantId, second.number).replaceAll(/(.{4})/g, "$1 ")}thank you` },
    { cents: 3000, text: `inv ${third.number.replace("-", " ").replaceAll("0", "O")}.` },
    { cents: 1500, text: part.number.replace("-", "") },
  )
  assert.deepEqual(
    lines.map(({ status, match }) => [status, match[0]?.object, match[0]?.by, match[0]?.effect]),
    [first, second, third, part].map(({ _id }) => ["matched", _id, "system", "paid"]),
  )
  assert.equal(lines[0].match[0].evidence, `the reference of ${first.number} is given`)
  assert.deepEqual(await moneyOf(first), [1000, 0, "paid-full"])
  assert.deepEqual(await moneyOf(part), [1500, 2500, "paid-partial"])
  const transaction = (await api.get(`/v1/transactions/${lines[0].match[0].transaction}`)).body.data
  assert.deepEqual([transaction.method, transaction.gateway, transaction.receivedAt], ["bank-transfer", null, "2026-10-01T03:00:00.000Z"])
  const transfer = (await api.get(`/v1/bank-transfers/${lines[0].match[0].bankTransfer}`)).body.data
  assert.deepEqual([transfer.gateway, transfer.status], ["own", "allocated"])
  await assertLedgerVerifies()
})

test("splits a payment over the intents that it names if their sum is the amount; otherwise a person decides", async () => {
  const intents = [await create(1000), await create(2000)]
  const text = intents.map(({ number }) => number).join(" and ")
  const [exact] = await book({ cents: 3000, text })
  assert.deepEqual(exact.match.map(({ amount }: Any) => amount).toSorted(), [1000, 2000])
  for (const intent of intents) assert.equal((await moneyOf(intent))[2], "paid-full")
  const others = [await create(1000), await create(2000)]
  const [inexact] = await book({ cents: 2500, text: others.map(({ number }) => number).join(",") })
  assert.equal(inexact.status, "suggested")
  assert.match(inexact.candidates[0].evidence, /but the sum of what is due is another/)
  const tooLittle = await matched(inexact, [
    [others[0], 1000],
    [others[1], 1000],
  ])
  assert.deepEqual([tooLittle.status, tooLittle.body.error.code], [422, "BLN-2002"])
  const split = await matched(inexact, [
    [others[0], 1000],
    [others[1], 1500],
  ])
  assert.equal(split.status, 200, split.text)
  assert.deepEqual(
    [await moneyOf(others[0]), await moneyOf(others[1])],
    [
      [1000, 0, "paid-full"],
      [1500, 500, "paid-partial"],
    ],
  )
  await assertLedgerVerifies()
})

test("suggests what is likely with its reason, and leaves all other lines open", async () => {
  const intent = await create(77_700)
  const closed = await create(500)
  await api.post(`/v1/payment-intents/${closed._id}/cancel`)
  const lines = await book(
    { cents: 77_700, name: "PRADO INES" },
    { cents: 500, text: closed.number },
    { cents: 123_456, text: "no idea" },
    { cents: 99, debit: true, text: "bank fee" },
    { cents: 77_700, text: intent.number, returned: "AC04" },
  )
  assert.deepEqual(
    lines.map(({ status, candidates }) => [status, candidates[0]?.label, candidates[0]?.evidence]),
    [
      ["suggested", intent.number, "the name is alike, and this amount is due"],
      ["suggested", closed.number, `the number ${closed.number} is in the text, but it is canceled`],
      ["new", undefined, undefined],
      ["new", undefined, undefined],
      ["suggested", intent.number, `the number ${intent.number} is in the text, but the bank says that something came back`],
    ],
  )
  const accepted = await action(lines[0], "accept")
  assert.deepEqual([accepted.status, accepted.body.data.status, (await moneyOf(intent))[2]], [200, "matched", "paid-full"])
  assert.equal((await action(lines[0], "accept")).body.error.code, "BLN-2001")
  assert.equal((await action(lines[1], "accept")).body.error.code, "BLN-2003")
  const ignored = await action(lines[3], "ignore", { note: "Fee of the bank" })
  assert.deepEqual([ignored.body.data.status, ignored.body.data.note], ["ignored", "Fee of the bank"])
  assert.equal((await action(lines[3], "unmatch")).body.data.status, "new")
  await assertLedgerVerifies()
})

test("learns the account of a payer from an earlier match", async () => {
  const iban = "PT50000201231234567890154"
  const [first, second] = [await create(31_100), await create(31_200)]
  const [known] = await book({ cents: 31_100, iban, text: first.number })
  assert.equal(known.counterparty.account, "•••• 0154")
  const [line] = await book({ cents: 31_200, iban })
  assert.deepEqual([line.status, line.candidates[0].object, line.candidates[0].score], ["suggested", second._id, 80])
})

test("undoes a match by an opposite entry, and can then match the line to another intent", async () => {
  const [wrong, right] = [await create(5000), await create(5000)]
  const [line] = await book({ cents: 6000, text: wrong.number })
  const { transaction, bankTransfer } = line.match[0]
  assert.equal((await api.get(`/v1/transactions/${transaction}`)).body.data.credited, 1000)
  const undone = await action(line, "unmatch")
  assert.deepEqual([undone.status, undone.body.data.status, undone.body.data.match], [200, "new", []])
  assert.deepEqual(await moneyOf(wrong), [0, 5000, "due"])
  assert.equal((await api.get(`/v1/transactions/${transaction}`)).body.data.status, "reversed")
  assert.equal((await api.get(`/v1/bank-transfers/${bankTransfer}`)).body.data.status, "reversed")
  const kinds = (await api.get(`/v1/ledger/entries?source=${transaction}`)).body.data.map(({ kind }: Any) => kind)
  assert.deepEqual(kinds.toSorted(), ["charge", "reversal"])
  assert.equal((await action(line, "unmatch")).body.error.code, "BLN-2001")
  assert.equal((await matched(line, [[right, 6000]])).status, 200)
  assert.deepEqual(await moneyOf(right), [5000, 0, "paid-full"])
  await assertLedgerVerifies()
})

test("does not undo a match whose payment was refunded since", async () => {
  const [line] = await book({ cents: 800, text: (await create(800)).number })
  const refund = await api.create("/v1/refund-intents/create", { transaction: line.match[0].transaction, amount: 300, reason: "Sorry" })
  await api.post(`/v1/refund-intents/${refund.body.data._id}/approve`)
  assert.equal((await action(line, "unmatch")).body.error.code, "BLN-2004")
  const [paid] = await book({ cents: 300, debit: true, endToEndId: refund.body.data._id })
  assert.deepEqual([paid.status, paid.match[0].effect], ["matched", "confirmed"])
  assert.equal((await api.get(`/v1/refund-intents/${refund.body.data._id}`)).body.data.status, "settled")
  await assertLedgerVerifies()
})

test("books what the bank kept of a payment as its charges", async () => {
  const intent = await create(10_000)
  const [line] = await book({ cents: 9700, text: "wire from abroad" })
  const { status, body } = await matched(line, [[intent, 10_000]], 300)
  assert.deepEqual([status, body.data.charges], [200, 300])
  assert.deepEqual(await moneyOf(intent), [10_000, 0, "paid-full"])
  assert.equal((await api.get(`/v1/transactions/${body.data.match[0].transaction}`)).body.data.fee, 300)
  await assertLedgerVerifies()
})

test("matches a payment that a person recorded before the statement came, and does not count it twice", async () => {
  const intent = await create(4400)
  await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 2200, method: "bank-transfer" })
  const [line] = await book({ cents: 2200, text: intent.number })
  assert.deepEqual([line.status, line.candidates[0].kind], ["suggested", "transaction"])
  const accepted = await action(line, "accept")
  assert.deepEqual([accepted.body.data.match[0].effect, (await moneyOf(intent))[0]], ["noted", 2200])
  assert.equal((await action(line, "unmatch")).body.data.status, "new")
  assert.equal((await moneyOf(intent))[0], 2200)
  await assertLedgerVerifies()
})

const newPayout = async (amount: number): Promise<Any> =>
  (await fixtures.newPayout({ recipientType: "self", currency: "EUR", amount, method: "manual" })) as Any

test("confirms a payout by our own reference, and takes it back when the bank returns it", async () => {
  await book({ cents: 50_000, text: (await create(50_000)).number })
  const [payout, kept] = [await newPayout(1200), await newPayout(1300)]
  const [sent, fee] = await book({ cents: 1200, debit: true, endToEndId: payout._id }, { cents: 1250, debit: true, endToEndId: kept._id })
  assert.deepEqual([sent.status, sent.match[0].effect], ["matched", "confirmed"])
  assert.equal((await fixtures.read("payouts", payout)).status, "paid")
  assert.match(fee.candidates[0].evidence, /our own reference came back, but it is over 1300/)
  const again = await matched(fee, [[payout, 1250]])
  assert.equal(again.body.error.code, "BLN-2005")
  const [back] = await book({ cents: 1200, endToEndId: payout._id, returned: "AC04" })
  assert.deepEqual([back.status, back.match[0].effect], ["matched", "returned"])
  const returned = await fixtures.read("payouts", payout)
  assert.deepEqual([returned.status, returned.failureReason], ["returned", "the bank returned it: AC04"])
  assert.equal((await action(back, "unmatch")).body.error.code, "BLN-2004")
  await assertLedgerVerifies()
})

test("a returned debit takes back what it paid", async () => {
  const intent = await create(900)
  const { _id } = (
    await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 900, method: "direct-debit", status: "processing" })
  ).body.data
  const [collected] = await book({ cents: 900, endToEndId: _id })
  assert.deepEqual([collected.match[0].effect, (await moneyOf(intent))[2]], ["confirmed", "paid-full"])
  const [back] = await book({ cents: 900, debit: true, reversal: true, endToEndId: _id, returned: "MD06" })
  assert.deepEqual([back.match[0].effect, (await moneyOf(intent))[2]], ["returned", "due"])
  await assertLedgerVerifies()
})

test("of several people who match one line at once, only the first succeeds", async () => {
  const intents = await Promise.all(Array.from({ length: 6 }, () => create(700)))
  const [line] = await book({ cents: 70_001, text: "whose is it" })
  const answers = await inParallel(6, i => matched(line, [[intents[i], 70_001]]))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409, 409, 409, 409],
  )
  const paid = (await Promise.all(intents.map(moneyOf))).map(([amount]) => amount)
  assert.deepEqual(
    paid.toSorted((a, b) => a - b),
    [0, 0, 0, 0, 0, 700],
  )
  await assertLedgerVerifies()
})

test("counts both of two lines that pay one intent at once, but only one of two lines for the same payout", async () => {
  const intent = await create(900_000)
  const lines = await book(...Array.from({ length: 4 }, (_, i) => ({ cents: 200_000 + i, text: `part ${i}` })))
  const answers = await inParallel(4, i => matched(lines[i], [[intent, 200_000 + i]]))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.deepEqual(await moneyOf(intent), [800_006, 99_994, "paid-partial"])
  const payout = await newPayout(150)
  const sendings = await book(...Array.from({ length: 4 }, () => ({ cents: 150, debit: true, text: "without our reference" })))
  assert.deepEqual(
    sendings.map(({ status }) => status),
    ["suggested", "suggested", "suggested", "suggested"],
  )
  const accepted = await inParallel(4, i => action(sendings[i], "accept"))
  assert.equal(accepted.filter(({ status }) => status === 200).length, 1)
  assert.equal((await fixtures.read("payouts", payout)).status, "paid")
  await assertLedgerVerifies()
})

test("refuses to match what does not fit, and books nothing", async () => {
  const intent = await create(1000)
  const dollars = (
    await api.create("/v1/payment-intents/create", newIntent(contact._id, { currency: "USD", items: [{ name: "x", amount: 10 }] }))
  ).body.data
  const [line, out] = await book({ cents: 5, text: "a" }, { cents: 6, debit: true, text: "b" })
  const refusals: [Any, Any, number, string][] = [
    [line, dollars, 5, "BLN-2003"],
    [out, intent, 6, "BLN-2003"],
    [line, { _id: "f".repeat(24) }, 5, "SMR-1001"],
    [line, intent, 4, "BLN-2002"],
  ]
  for (const [from, to, amount, code] of refusals) assert.equal((await matched(from, [[to, amount]])).body.error?.code, code)
  assert.equal(
    (
      await matched(line, [
        [intent, 2],
        [intent, 3],
      ])
    ).body.error.code,
    "BLN-2003",
  )
  assert.deepEqual((await moneyOf(intent))[0], 0)
  const other = await server.otherTenant()
  assert.equal((await other.get(`/v1/bank-lines/${line._id}`)).status, 404)
})
