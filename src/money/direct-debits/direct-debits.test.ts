import assert from "node:assert/strict"
import { test } from "node:test"
import { directDebitFixtures } from "../../../test/direct-debit-fixtures.ts"
import { type Any, inDays, startTestServer } from "../../../test/harness.ts"

const { api } = await startTestServer()
const { act, bill, collect, content, create, debit, mandate, ownAccount, read, readyDebits } = await directDebitFixtures(api)
const bankingDay = async (own: Any): Promise<string> => (await readyDebits(own)).earliestDate

const debitsOf = async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/transactions?paymentIntent=${_id}`)).body.data
const advance = async (by: string) => assert.equal((await api.post("/v1/simulations/clock", { advance: by })).status, 200)

test("makes a debit of each bill in time for the payer's notice, once, also when it fails", async () => {
  const authorization = await mandate({ collectsDue: true, noticeDays: 14 })
  const due = await bill(authorization, 500, { dueAt: inDays(30) })
  assert.deepEqual(await debitsOf(due), [])
  await advance("P13D")
  assert.deepEqual(await debitsOf(due), [], "16 days before the due date, not earlier")
  await advance("P2D")
  const [first, ...more] = await debitsOf(due)
  assert.deepEqual(
    [first.status, first.method, first.authorization, first.amount, more],
    ["processing", "bank-file", authorization._id, 500, []],
  )
  assert.equal((await api.post(`/v1/transactions/${first._id}/fail`)).status, 200)
  await advance("P2D")
  assert.equal((await debitsOf(due)).length, 1, "another debit is for a person")
  assert.equal((await create(authorization, due)).status, 201)
})

test("makes no debit of bills over the limit, of other payers, or by a mandate that does not collect", async () => {
  const limited = await mandate({ collectsDue: true }, { maxAmount: 400 })
  const byHand = await mandate({ collectsDue: false })
  const bills = [await bill(limited, 401, { dueAt: inDays(20) }), await bill(byHand, 100, { dueAt: inDays(20) })]
  await advance("P20D")
  for (const each of bills) assert.deepEqual(await debitsOf(each), [])
})

test("charges no subscription by a mandate that the tenant holds: its bills are collected", async () => {
  const authorization = await mandate()
  const body = { contact: authorization.contact, currency: "EUR", mode: "auto-charge", authorization: authorization._id }
  const answer = await api.create("/v1/subscriptions/create", {
    ...body,
    items: [{ name: "Course", description: "", category: "tuition", amount: 100 }],
    cadence: { every: 1, unit: "month" },
  })
  assert.equal(answer.body.error.code, "SUB-1001", answer.text)
})

test("forgets who was debited when the payer is erased, and keeps the file that the bank got", async () => {
  const own = await ownAccount()
  const authorization = await mandate()
  const failed = await debit(authorization, 900)
  const made = await collect(own, [failed], { executionDate: await bankingDay(own) })
  const file = made.body.data
  assert.notEqual(file.lines[0].name, "[erased]")
  await act(file, "mark-sent")
  await api.post(`/v1/transactions/${failed._id}/fail`)
  await api.post(`/v1/payment-intents/${failed.paymentIntent}/cancel`, {})
  await api.post(`/v1/authorizations/${authorization._id}/revoke`)
  const erased = await api.post(`/v1/contacts/${authorization.contact}/erase`)
  assert.equal(erased.status, 200, erased.text)
  const { lines } = await read("payment-files", file)
  assert.deepEqual([lines[0].name, lines[0].account, lines[0].amount], ["[erased]", "[erased]", 900])
  await content(file)
})
