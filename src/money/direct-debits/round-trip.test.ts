import assert from "node:assert/strict"
import { test } from "node:test"
import { linesAreMatched, statementFixtures } from "../../../test/bank-fixtures.ts"
import { directDebitFixtures } from "../../../test/direct-debit-fixtures.ts"
import { type Any, inParallel, startTestServer, until } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { camt, camtDetails, camtEntry } from "../../../test/statement-files.ts"

const server = await startTestServer()
const { api } = server
const { act, bill, collect, create, mandate, read } = await directDebitFixtures(api)
const { newAccount, upload } = await statementFixtures(server)
const count = faultRounds(1000)
const decimalOf = (cents: number) => (cents / 100).toFixed(2)
const sumOf = (debits: Any[]) => debits.reduce((sum, { amount }) => sum + amount, 0)

test("the books equal the bank to the cent when debits are collected and returned, also when the statement comes twice", async () => {
  const account = await newAccount({ creditorId: "DE98ZZZ09999999999" })
  const mandates = await inParallel(20, () => mandate())
  const debits: Any[] = []
  for (let at = 0; at < count; at += 20)
    debits.push(
      ...(await inParallel(Math.min(20, count - at), async i => {
        const { status, text, body } = await create(mandates[i], await bill(mandates[i], 1000 + at + i))
        assert.equal(status, 201, text)
        return body.data
      })),
    )
  const files: Any[] = []
  for (let at = 0; at < count; at += 500) {
    const { status, text, body } = await collect(account, debits.slice(at, at + 500))
    assert.equal(status, 201, text)
    assert.equal((await act(body.data, "mark-sent")).status, 200)
    files.push(body.data)
  }
  const returned = debits.filter((_, i) => i % 33 === 5)
  // The bank books each file as one sum with its payments, and each return alone.
  const entries = files.map(({ lines, total }, i) => {
    const details = lines.map((line: Any) => camtDetails({ endToEndId: line.endToEndId, amount: decimalOf(line.amount) })).join("")
    return camtEntry({ amount: decimalOf(total), reference: `F${i}`, details })
  })
  const back = returned.map(({ _id, amount }, i) =>
    camtEntry({
      amount: decimalOf(amount),
      debit: true,
      reference: `R${i}`,
      details: camtDetails({ endToEndId: _id, returned: "AM04", side: "Cdtr" }),
    }),
  )
  const opening = 10_000_000_00 // what the tenant had earned before
  const closing = opening + sumOf(debits) - sumOf(returned)
  const statement = (all: string[]) => camt({ opening: decimalOf(opening), closing: decimalOf(closing), iban: account.iban, entries: all })
  const { body } = await upload(account, statement([...entries, ...back]))
  assert.equal(body.data?.new, count + back.length, JSON.stringify(body.error))
  await linesAreMatched(server)
  await upload(account, `${statement([...entries, ...back])}\n`) // other bytes, the same bookings
  await linesAreMatched(server)

  const reconciled = (await api.get(`/v1/bank-statements/${body.data._id}/reconciliation`)).body.data
  assert.deepEqual([reconciled.bank, reconciled.ledger, reconciled.difference, reconciled.waiting.count], [closing, closing, 0, 0])
  const countOf = async (status: string) => (await api.get(`/v1/transactions?method=bank-file&status=${status}`)).body.count
  assert.deepEqual([await countOf("succeeded"), await countOf("reversed")], [count - back.length, back.length])
  for (const file of files) {
    const { status, lines } = await read("payment-files", file)
    const ends = lines.filter((line: Any) => line.status === "returned").length
    assert.equal(status, ends === 0 ? "settled" : "partly")
    assert.ok(lines.every((line: Any) => line.status === "settled" || line.status === "returned"))
  }
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})

test("books a sum that names a batch at once, suggests one by its amount, and books each payment of it once", async () => {
  const account = await newAccount({ creditorId: "DE98ZZZ09999999999" })
  const fileOf = async (amounts: number[]) => {
    const debits: Any[] = []
    for (const amount of amounts) {
      const authorization = await mandate()
      debits.push((await create(authorization, await bill(authorization, amount))).body.data)
    }
    const file = (await collect(account, debits)).body.data
    return { file, debits }
  }
  const [sure, likely] = [await fileOf([100, 200]), await fileOf([300, 400])]
  await act(likely.file, "mark-sent")
  const batch = camtDetails({}).replace("</Refs>", `<PmtInfId>${sure.file._id}-1</PmtInfId></Refs>`)
  const first = [camtEntry({ amount: "3.00", reference: "B1", details: batch })]
  const unsent = await upload(account, camt({ opening: "0.00", closing: "3.00", iban: account.iban, entries: first }))
  assert.equal(unsent.body.data?.new, 1, unsent.text)
  await linesAreMatched(server)
  const lineOf = async (amount: number) => (await api.get(`/v1/bank-lines?ownAccount=${account._id}&amount=${amount}`)).body.data[0]
  assert.match((await lineOf(300)).candidates[0].evidence, /not marked as sent/)
  await act(sure.file, "mark-sent")
  assert.equal((await api.post(`/v1/bank-lines/${(await lineOf(300))._id}/accept`)).status, 200)
  const second = [camtEntry({ amount: "7.00", day: "2026-10-02", reference: "B2", details: camtDetails({ text: "SUM" }) })]
  await upload(account, camt({ opening: "3.00", closing: "10.00", iban: account.iban, day: "2026-10-02", entries: second }))
  await linesAreMatched(server)
  const line = await lineOf(700)
  assert.deepEqual([line.status, line.candidates[0].kind, line.candidates[0].label], ["suggested", "paymentFile", likely.file.number])
  const answers = await inParallel(4, () => api.post(`/v1/bank-lines/${line._id}/accept`))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const { file, debits } of [sure, likely]) {
    await until(async () => (await read("payment-files", file)).status === "settled", "the payments are booked")
    for (const { _id } of debits) assert.equal((await read("transactions", { _id })).status, "succeeded")
  }
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})
