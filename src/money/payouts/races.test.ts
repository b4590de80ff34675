import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"

const { api, sql, keys } = await startTestServer()
const world = await payoutFixtures(api)
const { act, assertLedgerVerifies, balance, bodyFor, dueSplit, newPartner, newPayout, newSale, pay, read, send, toSelf } = world

const countOf = (answers: { status: number }[], status: number) => answers.filter(answer => answer.status === status).length

/** The kinds of the ledger entries of a payout, in alphabetical order. */
const entriesOf = async ({ _id }: Any): Promise<string[]> => {
  const rows = await sql("select kind from ledger_entries where tenant_id = $1 and source_id = $2 order by kind", [keys.tenantId, _id])
  return rows.map(({ kind }: Any) => kind)
}

test("creates one of ten payouts of one split at once, and the split is in it", async () => {
  const due = await dueSplit()
  const answers = await inParallel(10, () => send(bodyFor(due)))
  assert.deepEqual([countOf(answers, 201), countOf(answers, 409)], [1, 9])
  const payout = answers.find(({ status }) => status === 201)!.body.data
  assert.equal((await read("payment-splits", due.split)).payout, payout._id)
  assert.equal((await api.get(`/v1/payouts?partnership=${due.partner._id}`)).body.count, 1)
  await assertLedgerVerifies()
})

test("pays out each split once when payouts at once share splits in every order", async () => {
  const partner = await newPartner()
  const due = [await dueSplit(100, partner), await dueSplit(200, partner), await dueSplit(300, partner)]
  const ids = due.map(({ split }) => split._id as string)
  const orders = [[0, 1], [1, 2], [2, 0], [2, 1, 0], [0, 1, 2], [1], [0], [2]]
  const answers = await inParallel(orders.length, i => send(bodyFor(due[0]!, { splits: orders[i]!.map(n => ids[n]) })))
  for (const { status, text } of answers) assert.ok(status === 201 || status === 409, text)
  const paid = answers.filter(({ status }) => status === 201).flatMap(({ body }) => body.data.splits as string[])
  assert.deepEqual(paid.toSorted(), ids.toSorted()) // none is left out: each split is also requested alone
  for (const { body } of answers.filter(({ status }) => status === 201))
    for (const _id of body.data.splits) assert.equal((await read("payment-splits", { _id })).payout, body.data._id)
  await assertLedgerVerifies()
})

test("twenty payouts of one balance at once never exceed it", async () => {
  const byHand = { method: "manual", bankAccount: undefined } // without an account, because its row would make them wait for each other
  await pay(await newSale(await newPartner(), 100))
  const { available } = await balance()
  const part = Math.floor(available / 5)
  const answers = await inParallel(20, () => send(toSelf({}, part, byHand)))
  assert.deepEqual([countOf(answers, 201), countOf(answers, 422)], [5, 15])
  assert.equal((await balance()).available, available - 5 * part)
  await assertLedgerVerifies()
})

test("pays out a partner's due amount once, however many requests ask for parts of it", async () => {
  const partner = await newPartner()
  const due = [await dueSplit(300, partner), await dueSplit(300, partner), await dueSplit(300, partner)]
  const answers = await inParallel(12, () => send(bodyFor(due[0]!, { splits: undefined, amount: 300 })))
  for (const { status, text } of answers) assert.ok([201, 422].includes(status), text)
  const sent = answers.filter(({ status }) => status === 201)
  assert.equal(sent.length, 3)
  assert.equal(new Set(sent.flatMap(({ body }) => body.data.splits as string[])).size, 3)
  await assertLedgerVerifies()
})

test("either sends or cancels a draft when both happen at once", async () => {
  for (let round = 0; round < faultRounds(5); round++) {
    const due = await dueSplit()
    const draft = await newPayout(bodyFor(due, { draft: true }))
    const answers = await inParallel(8, i => act(draft, i % 2 ? "send" : "cancel"))
    assert.equal(countOf(answers, 200), 1)
    const { status } = await read("payouts", draft)
    const jobs = await sql("select 1 from jobs where tenant_id = $1 and payload->>'payout' = $2", [keys.tenantId, draft._id])
    const split = (await read("payment-splits", due.split)).status
    assert.ok(status === "canceled" ? jobs.length === 0 && split === "due" : split === "scheduled" || split === "paid", status)
  }
  await assertLedgerVerifies()
})

test("pays a payout once when many people confirm it at once", async () => {
  for (let round = 0; round < faultRounds(5); round++) {
    const due = await dueSplit()
    const payout = await newPayout(bodyFor(due, { method: "manual" }))
    const answers = await inParallel(6, () => act(payout, "confirm", { reference: "once" }))
    assert.deepEqual([countOf(answers, 200), countOf(answers, 409)], [1, 5])
    assert.equal((await read("payment-splits", due.split)).paidOut, 1000)
    assert.deepEqual(await entriesOf(payout), ["payout", "payout-reserve"])
  }
  await assertLedgerVerifies()
})

test("a payout that is confirmed and failed at once either fails unsent, or is paid once and returned once", async () => {
  for (let round = 0; round < faultRounds(8); round++) {
    const due = await dueSplit()
    const payout = await newPayout(bodyFor(due, { method: "manual" }))
    const confirm = () => act(payout, "confirm", { reference: "once" })
    const fail = () => act(payout, "fail", { reason: "the bank refused it" })
    const answers = await inParallel(6, i => (i % 2 === round % 2 ? confirm() : fail()))
    for (const { status, text } of answers) assert.ok(status === 200 || status === 409, text)
    const reached = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.status as string)
    const { status } = await read("payouts", payout)
    const isUnsent = status === "failed"
    assert.deepEqual(reached.toSorted(), isUnsent ? ["failed"] : ["paid", "returned"])
    assert.deepEqual(
      await entriesOf(payout),
      isUnsent ? ["payout-release", "payout-reserve"] : ["payout", "payout-reserve", "payout-return"],
    )
    const split = await read("payment-splits", due.split)
    assert.deepEqual([status, split.status, split.paidOut], [isUnsent ? "failed" : "returned", "due", 0])
  }
  await assertLedgerVerifies()
})

test("either deletes or pays out a split when both happen at once", async () => {
  for (let round = 0; round < faultRounds(5); round++) {
    const due = await dueSplit()
    const [payout, deletion] = await Promise.all([send(bodyFor(due)), api.post(`/v1/payment-splits/${due.split._id}/delete`)])
    const outcome: Any = [payout.status, deletion.status]
    assert.ok([201, 404].includes(outcome[0]) && (outcome[0] === 201) !== (outcome[1] === 200), String(outcome))
  }
  await assertLedgerVerifies()
})

test("refuses another holder of an account as soon as a payout to it exists, also when both happen at once", async () => {
  for (let round = 0; round < faultRounds(6); round++) {
    const due = await dueSplit()
    const account = bodyFor(due).bankAccount
    const rename = () => api.post(`/v1/bank-accounts/${account}/update`, { holder: `Other ${round}` })
    const [payout, renamed] = await Promise.all([send(bodyFor(due, { draft: true })), rename()])
    const isRenamed = renamed.status === 200
    assert.equal(payout.status, 201, payout.text)
    assert.ok(isRenamed || renamed.body.error.code === "BNK-2002", renamed.text)
    const { holder } = (await api.get(`/v1/bank-accounts/${account}`)).body.data
    assert.equal(holder === `Other ${round}`, isRenamed)
    const [row] = await sql("select xmin::text::bigint as at from payouts where id = $1", [payout.body.data._id])
    const events = await sql("select xmin::text::bigint as at from events where object_id = $1 and event = 'bankAccounts.update'", [
      account,
    ])
    assert.equal(events.length, isRenamed ? 1 : 0)
    for (const { at } of events) assert.ok(at < row.at, "it was renamed before the payout was made")
  }
})

test("the database refuses a second reservation and a scheduled split without its payout", async () => {
  const due = await dueSplit()
  const payout = await newPayout(bodyFor(due, { draft: true }))
  const copy = sql(
    `insert into ledger_entries select (jsonb_populate_record(e, jsonb_build_object('id', 'f' || substr(e.id, 2)))).*
     from ledger_entries e where tenant_id = $1 and source_id = $2`,
    [keys.tenantId, payout._id],
  )
  await assert.rejects(copy, /ledger_entries_payout_once/)
  await assert.rejects(sql("update payment_splits set payout_id = null where id = $1", [due.split._id]), /payment_splits_scheduled/)
  await assert.rejects(sql("update payouts set amount = 0 where id = $1", [payout._id]), /payouts_amount/)
  await assert.rejects(sql("update payouts set gateway = null where id = $1", [payout._id]), /payouts_by_hand/)
})
