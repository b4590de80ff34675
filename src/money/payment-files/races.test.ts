import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { paymentFileFixtures } from "../../../test/payment-file-fixtures.ts"

const { api, sql, keys } = await startTestServer()
const { act, bankAccount, content, make, ownAccount, payout, read, usAccount, usOwnAccount } = await paymentFileFixtures(api)
const own = await ownAccount()

const with201 = (answers: { status: number; body: Any }[]) => answers.filter(({ status }) => status === 201).map(({ body }) => body.data)
const codesOf = (answers: { body: Any }[]) => new Set(answers.flatMap(({ body }) => (body.error ? [body.error.code] : [])))
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])

test("puts a payout in one file when many are made at once, also for different accounts", async () => {
  const other = await ownAccount()
  for (let round = 0; round < faultRounds(4); round++) {
    const payouts = [await payout(await bankAccount(), 100), await payout(await bankAccount(), 200), await payout(await bankAccount(), 300)]
    const ids: string[] = payouts.map(({ _id }) => _id)
    const answers = await inParallel(8, i => make(i % 2 ? own : other, { payouts: i < 4 ? ids : ids.toReversed().slice(0, 2) }))
    const files = with201(answers)
    assert.equal(files.length, 1)
    assert.deepEqual([...codesOf(answers)], ["PFL-2002"])
    for (const { payout: id } of files[0].lines) assert.equal((await read("payouts", { _id: id })).file, files[0]._id)
    const lines = await sql("select payout_id from payment_file_lines where tenant_id = $1 and payout_id = any($2)", [keys.tenantId, ids])
    assert.equal(lines.length, files[0].lines.length)
    await act(files[0], "cancel")
    for (const id of ids) await api.post(`/v1/payouts/${id}/cancel`)
  }
})

test("puts all waiting payouts in one file when several files are made at once", async () => {
  const waiting = [await payout(await bankAccount(), 400), await payout(await bankAccount(), 500)]
  const answers = await inParallel(6, () => make(own))
  const files = with201(answers)
  assert.deepEqual([files.length, files[0].count], [1, waiting.length])
  // The others found nothing that waits, or found it before the first one had committed.
  for (const code of codesOf(answers)) assert.ok(["PFL-1004", "PFL-2002"].includes(code), code)
})

test("either cancels a payout or puts it in a file when both happen at once", async () => {
  for (let round = 0; round < faultRounds(6); round++) {
    const waiting = await payout(await bankAccount(), 100)
    const answers = await inParallel(6, i =>
      i % 2 ? make(own, { payouts: [waiting._id] }) : api.post(`/v1/payouts/${waiting._id}/cancel`),
    )
    assert.equal(answers.filter(({ status }) => status < 300).length, 1)
    const { status, file } = await read("payouts", waiting)
    assert.deepEqual(file === null ? status : "in a file", with201(answers).length === 1 ? "in a file" : "canceled")
    if (file !== null) assert.match(await content(await read("payment-files", { _id: file })), new RegExp(waiting._id))
  }
  await assertLedgerVerifies()
})

test("either sends or cancels a file when both happen at once", async () => {
  for (let round = 0; round < faultRounds(6); round++) {
    const waiting = await payout(await bankAccount(), 100)
    const [file] = with201([await make(own, { payouts: [waiting._id] })])
    const answers = await inParallel(6, i => act(file, i % 2 ? "mark-sent" : "cancel"))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.deepEqual([...codesOf(answers)], ["PFL-2003"])
    const [{ status }, { sentAt, file: held }] = [await read("payment-files", file), await read("payouts", waiting)]
    assert.deepEqual([sentAt !== null, held !== null], status === "sent" ? [true, true] : [false, false])
  }
})

test("settles a file by its last payment when all end at once", async () => {
  for (let round = 0; round < faultRounds(3); round++) {
    const payouts: Any[] = []
    for (let i = 0; i < 6; i++) payouts.push(await payout(await bankAccount(), 100 + i))
    const [file] = with201([await make(own, { payouts: payouts.map(({ _id }) => _id) })])
    await act(file, "mark-sent")
    await inParallel(payouts.length, i => api.post(`/v1/payouts/${payouts[i]._id}/confirm`, { reference: `statement ${i}` }))
    assert.equal((await read("payment-files", file)).status, "settled")
  }
  await assertLedgerVerifies()
})

test("the lock of an account gives each NACHA file of a day its own modifier; each entry has its own trace number", async () => {
  await sql("drop index payment_files_modifier") // it would refuse equal modifiers, and the requests would run again
  const account = await usOwnAccount()
  const payouts: Any[] = []
  for (let i = 0; i < 6; i++) payouts.push(await payout(await usAccount(), 100))
  const answers = await inParallel(6, i => make(account, { payouts: [payouts[i]._id] }))
  const files = with201(answers)
  assert.equal(files.length, 6)
  const headers = await Promise.all(files.map(async file => (await content(file)).charAt(33)))
  assert.deepEqual(headers.toSorted(), ["A", "B", "C", "D", "E", "F"])
  assert.equal(new Set(files.map(file => file.lines[0].endToEndId)).size, 6)
})

test("the database refuses a payout in two files, and the cancellation of one that a file holds", async () => {
  const waiting = await payout(await bankAccount(), 100)
  const [file] = with201([await make(own, { payouts: [waiting._id] })])
  const again = `insert into payment_file_lines (tenant_id, file_id, position, payout_id, amount, name, account, remittance, is_canceled)
    values ($1, $2, 2, $3, 100, 'Ana', '1', 'PO-1', false)`
  await assert.rejects(sql(again, [keys.tenantId, file._id, waiting._id]), /payment_file_lines_once/)
  await assert.rejects(sql("update payouts set status = 'canceled' where id = $1", [waiting._id]), /payouts_canceled/)
})
