import assert from "node:assert/strict"
import { test } from "node:test"
import { linesAreMatched, statementFixtures } from "../../../test/bank-fixtures.ts"
import { type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { camt, camtDetails, camtEntry } from "../../../test/statement-files.ts"
import { toleranceOf, usualTolerances } from "../../kit/pure/bank-tolerances.ts"
import { currencies, decimal } from "../../kit/pure/money.ts"
import { missing } from "./evidence-rules.ts"

const server = await startTestServer()
const { api } = server
const { newAccount, upload } = await statementFixtures(server)
const profile = { firstName: "Inês", lastName: "Prado" }
const contact = (await api.post("/v1/contacts/create", newContact({ profile }))).body.data

const due = async (amount: number): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, { currency: "EUR", items: [{ name: "Course", amount }] }))).body
    .data
const set = async (bankTolerances: object) => api.post("/v1/settings/update", { bankTolerances })
const moneyOf = async ({ _id }: Any) => {
  const { paid, status } = (await api.get(`/v1/payment-intents/${_id}`)).body.data
  return [paid, status]
}
let count = 0
async function book(cents: number, details: Parameters<typeof camtDetails>[0]): Promise<Any> {
  const account = await newAccount()
  const entry = camtEntry({ amount: (cents / 100).toFixed(2), reference: `T${++count}`, details: camtDetails(details) })
  const { body, text } = await upload(account, camt({ kind: "054", iban: account.iban, entries: [entry] }))
  assert.equal(body.data?.new, 1, text)
  await linesAreMatched(server)
  return (await api.get(`/v1/bank-lines?statement=${body.data._id}`)).body.data[0]
}

test("the usual tolerance is about five euro cents, in the decimals of each currency", () => {
  const shown = (currency: string) => decimal(toleranceOf({}, currency).amount, currency)
  const expected = { EUR: "0.05", USD: "0.05", BRL: "0.30", HUF: "20.00", JPY: "10", KRW: "80", KWD: "0.015", TND: "0.150", ISK: "7" }
  for (const [currency, amount] of Object.entries(expected)) assert.equal(shown(currency), amount, currency)
  assert.equal(shown("XAF"), "0", "any other currency has none")
  assert.deepEqual(
    Object.keys(usualTolerances).filter(code => !currencies.includes(code)),
    [],
  )
})

test("covers what is missing up to the tolerance, and nothing that is over", () => {
  const rows: [due: number, came: number, tolerance: number, missing: number][] = [
    [1000, 1000, 5, 0],
    [1000, 999, 5, 1],
    [1000, 995, 5, 5],
    [1000, 994, 5, 0],
    [1000, 1001, 5, 0],
    [1000, 999, 0, 0],
    [4, 1, 5, 3],
  ]
  for (const [amount, came, tolerance, expected] of rows)
    assert.equal(missing(amount, came, { amount: tolerance, isOwn: true }), expected, `${came} of ${amount} within ${tolerance}`)
})

test("settings keep a tolerance by currency: null takes it away, and what is no amount of a currency is refused", async () => {
  assert.deepEqual((await api.get("/v1/settings")).body.data.bankTolerances, {})
  assert.deepEqual((await set({ JPY: 100, EUR: 10 })).body.data.bankTolerances, { EUR: 10, JPY: 100 })
  assert.deepEqual((await set({ JPY: null, BRL: 0 })).body.data.bankTolerances, { BRL: 0, EUR: 10 })
  for (const refused of [{ EURO: 5 }, { EUR: -1 }, { EUR: 0.5 }, { EUR: 1_000_001 }, { EUR: "5" }])
    assert.match((await set(refused)).body.error?.code, /^VAL-/, JSON.stringify(refused))
  assert.deepEqual((await set({ BRL: null, EUR: null })).body.data.bankTolerances, {})
})

test("by the usual tolerance a person accepts that a few cents are missing: the bill is paid and they are a fee of the bank", async () => {
  const named = await due(50_00)
  const line = await book(49_97, { text: named.number })
  assert.deepEqual([line.status, line.candidates[0].object, line.candidates[0].amount], ["suggested", named._id, 50_00])
  assert.equal(line.candidates[0].evidence, `the number ${named.number} is in the text; 0.03 less than due, within the tolerance`)
  const { status, body } = await api.post(`/v1/bank-lines/${line._id}/accept`)
  assert.deepEqual([status, body.data.charges, await moneyOf(named)], [200, 3, [50_00, "paid-full"]])

  const guessed = await due(61_00)
  const about = await book(60_96, { name: "PRADO INES" })
  assert.deepEqual([about.candidates[0].object, about.candidates[0].score], [guessed._id, 55])
  assert.equal(about.candidates[0].evidence, "the name is alike, and it is 0.04 less than due, within the tolerance")
  const more = await book(61_05, { name: "PRADO INES" })
  assert.equal(more.candidates[0].evidence, "the name is alike, and it is 0.05 more than due")
  assert.equal((await book(61_06, { name: "PRADO INES" })).status, "new")
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})

test("a tolerance that the tenant has set books what is certain by itself, also for several bills; 0 keeps a part a part", async () => {
  await set({ EUR: 20 })
  const [one, two, three] = [await due(10_00), await due(20_00), await due(30_00)]
  const alone = await book(9_80, { text: one.number })
  assert.deepEqual([alone.status, alone.charges, await moneyOf(one)], ["matched", 20, [10_00, "paid-full"]])
  const shared = await book(49_90, { text: `${two.number} ${three.number}` })
  assert.deepEqual(
    [shared.status, shared.charges, await moneyOf(two), await moneyOf(three)],
    ["matched", 10, [20_00, "paid-full"], [30_00, "paid-full"]],
  )
  const beyond = await due(10_00)
  assert.deepEqual([(await book(9_79, { text: beyond.number })).charges, await moneyOf(beyond)], [0, [9_79, "paid-partial"]])
  await set({ EUR: 0 })
  const exactly = await due(10_00)
  const part = await book(9_99, { text: exactly.number })
  assert.deepEqual([part.status, part.charges, await moneyOf(exactly)], ["matched", 0, [9_99, "paid-partial"]])
  await set({ EUR: null })
  assert.equal((await api.post(`/v1/bank-lines/${alone._id}/unmatch`)).status, 200)
  assert.deepEqual(await moneyOf(one), [0, "due"])
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})
