import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, startTestServer } from "../../../test/harness.ts"
import { directDebitFixtures } from "../../../test/direct-debit-fixtures.ts"
import { faultRounds } from "../../../test/levels.ts"
import { soon } from "../../../test/payment-file-fixtures.ts"

const { api, sql, keys } = await startTestServer()
const { act, bill, collect, content, create, debit, mandate, ownAccount, read, readyDebits, usMandate, usOwnAccount } =
  await directDebitFixtures(api)
const own = await ownAccount({ bic: "COBADEFFXXX" })

const codesOf = ({ status, body }: { status: number; body: Any }) => [status, body.error?.code]
const made = async (answer: Promise<{ status: number; text: string; body: Any }>): Promise<Any> => {
  const { status, text, body } = await answer
  assert.equal(status, 201, text)
  return body.data
}
const sequenceIn = async (debits: Any[], fields: object = {}): Promise<string[]> => {
  const { lines } = await made(collect(own, debits, fields))
  return debits.map(({ _id }) => lines.find((line: Any) => line.transaction === _id).sequence)
}

test("collects debits by a file whose bytes are the same each time, and books nothing", async () => {
  const debits = [await debit(await mandate(), 125_00), await debit(await mandate({ scheme: "b2b" }), 10)]
  for (const { status, method, gateway, file } of debits)
    assert.deepEqual([status, method, gateway, file], ["processing", "bank-file", null, null])
  const file = await made(collect(own, debits))
  assert.deepEqual([file.direction, file.format, file.status, file.count, file.total], ["debits", "pain.008", "made", 2, 125_10])
  const bytes = await content(file)
  assert.equal(await content(file), bytes)
  assert.equal(bytes.match(/<PmtInf>/g)?.length, 2)
  for (const { _id } of debits) assert.match(bytes, new RegExp(`<EndToEndId>${_id}</EndToEndId>`))
  assert.match(bytes, /<Id>DE98ZZZ09999999999<\/Id>/)
  assert.match(bytes, new RegExp(`<ReqdColltnDt>${soon}</ReqdColltnDt>`))
  assert.deepEqual(await read("payment-files", file), file)
  const [first] = debits
  const { status, file: held } = await read("transactions", first)
  assert.deepEqual([status, held], ["processing", file._id])
  assert.equal((await read("payment-intents", { _id: first.paymentIntent })).paid, 0)
  assert.equal((await api.get(`/v1/transactions?file=${file._id}`)).body.count, 2)
  const [entry] = (await api.get(`/v1/payment-files/${file._id}/timeline`)).body.data
  assert.ok(JSON.stringify(entry).includes(file.sha256))
})

test("makes NACHA debits: a batch for each class, with debit totals and a payment type for consent given online", async () => {
  const account = await usOwnAccount()
  const debits = [
    await debit(await usMandate(), 1_234_56),
    await debit(await usMandate({ scheme: "ccd" }), 100),
    await debit(await usMandate({ scheme: "web", isOneOff: true }), 200),
    await debit(await usMandate({ scheme: "web" }), 300),
  ]
  const file = await made(collect(account, debits, { description: "Tuition" }))
  const lines = (await content(file)).split("\r\n").slice(0, -1)
  assert.deepEqual([file.format, lines.length % 10, new Set(lines.map(line => line.length)).size], ["nacha", 0, 1])
  assert.deepEqual(
    lines.filter(line => line.startsWith("5")).map(line => [line.slice(1, 4), line.slice(50, 63), line.slice(87)]),
    [
      ["225", "CCDTUITION   ", "0000001"],
      ["225", "PPDTUITION   ", "0000002"],
      ["225", "WEBTUITION   ", "0000003"],
    ],
  )
  const entries = lines.filter(line => line.startsWith("6"))
  assert.deepEqual(
    entries.map(line => [line.slice(1, 3), line.slice(29, 39), line.slice(76, 78)]),
    [
      ["27", "0000000100", "  "],
      ["27", "0000123456", "  "],
      ["27", "0000000300", "R "],
      ["27", "0000000200", "S "],
    ],
  )
  const control = lines.find(line => line.startsWith("90"))!
  assert.equal(control.slice(1, 55), `000003000002000000040004400004${"000000124056".padStart(12, "0")}${"0".repeat(12)}`)
  const traces = entries.map(line => line.slice(79))
  assert.deepEqual(traces, traces.toSorted())
  assert.deepEqual(
    file.lines.map((line: Any) => line.endToEndId),
    traces,
  )
})

test("names the first debit of a mandate FRST, later ones RCUR, the only one OOFF, and the last one FNAL", async () => {
  const recurring = await mandate()
  const [first, second] = [await debit(recurring, 100), await debit(recurring, 200)]
  assert.deepEqual(await sequenceIn([first, second]), ["FRST", "RCUR"])
  assert.deepEqual(await sequenceIn([await debit(recurring, 300)]), ["RCUR"])
  const last = await debit(recurring, 400)
  assert.deepEqual(await sequenceIn([last], { lastDebits: [last._id] }), ["FNAL"])
  const single = await mandate({ isOneOff: true })
  const [only, again] = [await debit(single, 100), await debit(single, 200)]
  assert.deepEqual(await sequenceIn([only]), ["OOFF"])
  const refused = await collect(own, [again])
  assert.deepEqual(codesOf(refused), [422, "PFL-1007"])
  assert.match(refused.body.error.message, /allows one debit only/)
  assert.equal((await collect(own, [await debit(recurring, 1)], { lastDebits: [last._id] })).status, 400)
})

test("counts a first debit that the bank rejected as none: the next one is FRST again", async () => {
  const authorization = await mandate()
  const rejected = await debit(authorization, 100)
  const file = await made(collect(own, [rejected]))
  assert.deepEqual(codesOf(await api.post(`/v1/transactions/${rejected._id}/fail`)), [409, "TRX-2009"])
  assert.equal((await act(file, "mark-sent")).status, 200)
  assert.equal((await api.post(`/v1/transactions/${rejected._id}/fail`, { reason: "AC04: the account is closed" })).status, 200)
  const { status, lines } = await read("payment-files", file)
  assert.deepEqual([status, lines[0].status, lines[0].reason], ["rejected", "rejected", "AC04: the account is closed"])
  const next = await create(authorization, { _id: rejected.paymentIntent })
  assert.equal(next.status, 201, "the rejection frees the bill for another debit")
  assert.deepEqual(await sequenceIn([next.body.data]), ["FRST"])
})

test("shows what is ready, and why something can't be collected on a date", async () => {
  const account = await ownAccount()
  const fine = await debit(await mandate(), 100)
  const noticed = await debit(await mandate({ noticeDays: 40 }), 200)
  const lapsed = await debit(await mandate({ signedOn: "2021-01-31" }), 300)
  const ended = await mandate()
  const revoked = await debit(ended, 400)
  assert.equal((await api.post(`/v1/authorizations/${ended._id}/revoke`)).status, 200)
  const later = await mandate()
  const { body } = await create(later, await bill(later, 500, { dueAt: "2030-01-01T00:00:00Z" }))
  const ready = await readyDebits(account, `&executionDate=${soon}`)
  const problemOf = ({ _id }: Any) => ready.debits.find((each: Any) => each.transaction === _id).problem
  assert.equal(problemOf(fine), null)
  assert.match(problemOf(noticed), /40 days of notice/)
  assert.match(problemOf(lapsed), /36 months/)
  assert.match(problemOf(revoked), /is revoked/)
  assert.match(problemOf(body.data), /it is due on/)
  for (const each of [noticed, lapsed, revoked, body.data]) assert.deepEqual(codesOf(await collect(account, [each])), [422, "PFL-1007"])
  const { lines } = await made(collect(account))
  assert.ok(lines.some((line: Any) => line.transaction === fine._id) && !lines.some((line: Any) => line.transaction === noticed._id))
  assert.deepEqual(codesOf(await collect(account)), [422, "PFL-1006"])
  for (const each of [noticed, lapsed, revoked]) assert.equal((await api.post(`/v1/transactions/${each._id}/fail`)).status, 200)
})

test("refuses an account without creditor id, a date without lead time, and a date that banks do not keep a file for", async () => {
  const waiting = await debit(await mandate(), 100)
  const refused = await collect(await ownAccount({ creditorId: undefined }), [waiting])
  assert.match(refused.body.error.message, /creditor id/)
  const today = new Date().toISOString().slice(0, 10)
  assert.deepEqual(codesOf(await collect(own, [waiting], { executionDate: today })), [422, "PFL-1001"])
  assert.deepEqual(codesOf(await collect(own, [waiting], { executionDate: "2099-01-05" })), [422, "PFL-1001"])
  assert.equal((await collect(own, undefined, { payouts: ["PO-1"] })).status, 400)
})

test("puts a debit in one file only, until that file is canceled, and charges nothing else for its bill meanwhile", async () => {
  const authorization = await mandate()
  const waiting = await debit(authorization, 700)
  assert.deepEqual(codesOf(await create(authorization, { _id: waiting.paymentIntent })), [409, "TRX-2004"])
  const card = { paymentIntent: waiting.paymentIntent, method: "card", token: "tok_success" }
  assert.deepEqual(codesOf(await api.create("/v1/gateways/simulator/charges/create", card)), [409, "TRX-2004"])
  for (let round = 0; round < faultRounds(3); round++) {
    const other = await ownAccount()
    const answers = await inParallel(6, i => collect(i % 2 ? own : other, [waiting]))
    const files = answers.filter(({ status }) => status === 201)
    assert.equal(files.length, 1)
    assert.deepEqual(new Set(answers.flatMap(({ body }) => body.error?.code ?? [])), new Set(["PFL-2005"]))
    for (const action of ["confirm", "fail"])
      assert.deepEqual(codesOf(await api.post(`/v1/transactions/${waiting._id}/${action}`)), [409, "TRX-2009"])
    assert.deepEqual(codesOf(await api.post(`/v1/payment-intents/${waiting.paymentIntent}/cancel`, {})), [409, "PIN-1006"])
    assert.equal((await act(files[0]!.body.data, "cancel")).status, 200)
    assert.equal((await read("transactions", waiting)).file, null)
  }
})

test("gives a mandate one first debit when two files are made at once", async () => {
  for (let round = 0; round < faultRounds(4); round++) {
    const authorization = await mandate()
    const debits = [await debit(authorization, 100), await debit(authorization, 200)]
    const other = await ownAccount()
    const files = await Promise.all([made(collect(own, [debits[0]])), made(collect(other, [debits[1]]))])
    assert.deepEqual(new Set(files.map(file => file.lines[0].sequence)), new Set(["FRST", "RCUR"]))
  }
})

test("makes one debit of a bill when many are asked for at once, also by different mandates", async () => {
  const first = await mandate()
  const terms = { scheme: "core", signedOn: "2026-01-15", collectsDue: false }
  const body = { contact: first.contact, bankAccount: first.bankAccount._id, scheme: "sepa", terms }
  const mandates = [first]
  for (let i = 0; i < 5; i++) mandates.push(await made(api.create("/v1/authorizations/create", body)))
  const owed = await bill(first, 500)
  const answers = await inParallel(6, i => create(mandates[i], owed))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.deepEqual(new Set(answers.flatMap(({ body }) => body.error?.code ?? [])), new Set(["TRX-2004"]))
})

test("keeps mandates apart: references are unique, terms fit the scheme, and no gateway charges by them", async () => {
  const authorization = await mandate()
  assert.deepEqual([authorization.status, authorization.gateway, authorization.terms.noticeDays], ["active", "bank-file", 0])
  const { contact, bankAccount, reference } = authorization
  const body = { contact, bankAccount: bankAccount._id, scheme: "sepa", terms: { scheme: "core", signedOn: "2026-01-15" } }
  const again = (fields: object) => api.create("/v1/authorizations/create", { ...body, ...fields })
  assert.deepEqual(codesOf(await again({ reference })), [409, "AUZ-2007"])
  for (const wrong of ["/M-1", "M//1", "ü", "x".repeat(36)]) assert.equal((await again({ reference: wrong })).status, 400, wrong)
  for (const terms of [{ scheme: "ppd" }, { signedOn: "2099-01-01" }, { signedOn: "2026-02-30" }, { noticeDays: 61 }])
    assert.equal((await again({ terms: { ...body.terms, ...terms } })).status, 400)
  const { data } = (await again({})).body
  assert.deepEqual([data.reference, data.terms.noticeDays, data.terms.collectsDue], [data._id, 14, true])
  const owed = await bill(authorization, 100)
  const charge = { paymentIntent: owed._id, method: "direct-debit", authorization: authorization._id }
  assert.equal((await api.create("/v1/gateways/simulator/charges/create", charge)).body.error.code, "AUZ-2005")
  assert.equal((await api.post(`/v1/authorizations/${authorization._id}/revoke`)).body.data.status, "revoked")
})

test("the database refuses a debit in two files, and the cancellation of one that a file holds", async () => {
  const waiting = await debit(await mandate(), 100)
  const file = await made(collect(own, [waiting]))
  const again = `insert into payment_file_lines (tenant_id, file_id, position, transaction_id, authorization_id, sequence, amount, name,
    account, remittance, is_canceled) values ($1, $2, 2, $3, $4, 'RCUR', 100, 'Ana', '1', 'PI-1', false)`
  await assert.rejects(sql(again, [keys.tenantId, file._id, waiting._id, waiting.authorization]), /payment_file_lines_debit_once/)
  await assert.rejects(sql("update transactions set status = 'canceled' where id = $1", [waiting._id]), /transactions_file_canceled/)
})

test("verifies the ledger", async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, []))
