import assert from "node:assert/strict"
import { test } from "node:test"
import { linesAreMatched, statementFixtures } from "../../../test/bank-fixtures.ts"
import { type Any, inParallel, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { camt, camtDetails, camtEntry } from "../../../test/statement-files.ts"

const server = await startTestServer()
const { api } = server
const { newAccount, upload } = await statementFixtures(server)
const count = faultRounds(1000)
const decimalOf = (cents: number) => (cents / 100).toFixed(2)

test("the books equal the bank to the cent when payouts are sent, come back or lose their reference", async () => {
  const account = await newAccount()
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const funding = 100_000_00
  const items = [{ name: "Course", amount: funding }]
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { currency: "EUR", items }))).body.data
  const payouts: Any[] = []
  const fund = [camtEntry({ amount: decimalOf(funding), reference: "F", details: camtDetails({ text: intent.number }) })]
  await upload(account, camt({ opening: "0.00", closing: decimalOf(funding), iban: account.iban, entries: fund }))
  await linesAreMatched(server)
  for (let at = 0; at < count; at += 20)
    payouts.push(
      ...(await inParallel(Math.min(20, count - at), async i => {
        const body = { recipientType: "self", currency: "EUR", amount: 1000 + at + i, method: "manual" }
        const { status, text, body: answer } = await api.create("/v1/payouts/create", body)
        assert.equal(status, 201, text)
        return answer.data
      })),
    )
  const isLost = (i: number) => i % 50 === 7 // the bank has changed text and reference
  const isReturned = (i: number) => i % 33 === 5 && !isLost(i)
  const sent = payouts.map(({ _id, amount }, i) => {
    const details = isLost(i) ? camtDetails({ text: "ref changed", side: "Cdtr" }) : camtDetails({ endToEndId: _id, side: "Cdtr" })
    return camtEntry({ amount: decimalOf(amount), debit: true, reference: `S${i}`, details })
  })
  const back = payouts.flatMap(({ _id, amount }, i) =>
    isReturned(i)
      ? [camtEntry({ amount: decimalOf(amount), reference: `R${i}`, details: camtDetails({ endToEndId: _id, returned: "AC04" }) })]
      : [],
  )
  const total = (keep: (i: number) => boolean) => payouts.reduce((sum, { amount }, i) => sum + (keep(i) ? amount : 0), 0)
  const closing = funding - total(() => true) + total(isReturned)
  const file = camt({ opening: decimalOf(funding), closing: decimalOf(closing), iban: account.iban, entries: [...sent, ...back] })
  const { body } = await upload(account, file)
  assert.equal(body.data?.new, count + back.length, JSON.stringify(body.error))
  await linesAreMatched(server)

  const lost = payouts.filter((_, i) => isLost(i))
  const waiting = (await api.get("/v1/bank-lines?status=suggested&limit=100")).body
  assert.equal(waiting.count, lost.length, "what lost its reference is suggested by its amount")
  assert.equal((await api.get("/v1/bank-lines?status=new")).body.count, 0)
  assert.equal((await api.get("/v1/payouts?status=returned")).body.count, back.length)
  const before = (await api.get(`/v1/bank-statements/${body.data._id}/reconciliation`)).body.data
  assert.deepEqual(
    [before.bank, before.difference, before.waiting],
    [closing, -total(isLost), { count: lost.length, amount: -total(isLost) }],
  )
  for (const { _id } of waiting.data) assert.equal((await api.post(`/v1/bank-lines/${_id}/accept`)).status, 200)
  const after = (await api.get(`/v1/bank-statements/${body.data._id}/reconciliation`)).body.data
  assert.deepEqual([after.bank, after.ledger, after.difference, after.waiting.count], [closing, closing, 0, 0])
  assert.equal((await api.get("/v1/payouts?status=paid")).body.count, count - back.length)
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})
