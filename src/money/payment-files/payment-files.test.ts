import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer, until } from "../../../test/harness.ts"
import { paymentFileFixtures, soon } from "../../../test/payment-file-fixtures.ts"
import { setSecretKeys } from "../../kit/service/crypto.ts"
import { resealPaymentFiles } from "./store.ts"

const server = await startTestServer()
const { api, sql } = server
const world = await paymentFileFixtures(api)
const { act, bankAccount, content, make, ownAccount, payout, read, ready, usAccount, usOwnAccount } = world
const own = await ownAccount({ bic: "COBADEFFXXX" })

test("makes a SEPA file of the payouts that wait, whose bytes are the same each time", async () => {
  const payouts = [await payout(await bankAccount({ bic: "DEUTDEFF" }), 125_00), await payout(await bankAccount(), 10)]
  assert.deepEqual(
    payouts.map(({ status, file, gateway, sentAt }) => [status, file, gateway, sentAt]),
    Array(2).fill(["processing", null, null, null]),
  )
  const { status, body } = await make(own, { payouts: payouts.map(({ _id }) => _id) })
  const file = body.data
  assert.equal(status, 201)
  assert.match(file.number, /^PF-\d{6}$/)
  assert.deepEqual([file.format, file.status, file.count, file.total, file.currency], ["pain.001", "made", 2, 125_10, "EUR"])
  assert.deepEqual(
    file.lines.map((line: { payout: string; endToEndId: string; status: string }) => [line.payout, line.endToEndId, line.status]),
    payouts.map(({ _id }) => [_id, _id, "made"]),
  )
  assert.deepEqual(await read("payment-files", file), file)
  assert.equal((await read("payouts", payouts[0])).file, file._id)
  const bytes = await content(file)
  assert.equal(await content(file), bytes)
  assert.match(bytes, /<CtrlSum>125\.10<\/CtrlSum>/)
  assert.match(bytes, new RegExp(`<MsgId>${file._id}</MsgId>`))
  const download = await api.get(`/v1/payment-files/${file._id}/content`)
  assert.equal(download.headers.get("content-disposition"), `attachment; filename="${file.number}.xml"`)
  const found = await api.get(`/v1/payment-files?ownAccount=${own._id}&status=made&sha256=${file.sha256}`)
  assert.deepEqual([found.body.count, found.body.data[0]._id, found.body.data[0].lines], [1, file._id, undefined])
  assert.equal((await api.get(`/v1/payouts?file=${file._id}`)).body.count, 2)
})

test("writes the hash of a file to the audit log, and whole numbers to no table, event or list", async () => {
  const account = await bankAccount()
  const { data: file } = (await make(own, { payouts: [(await payout(account, 500))._id] })).body
  const [entry] = (await api.get(`/v1/payment-files/${file._id}/timeline`)).body.data
  assert.equal(entry.action, "paymentFiles.create")
  assert.ok(JSON.stringify(entry).includes(file.sha256))
  const iban = /<CdtrAcct>\s*<Id>\s*<IBAN>(\w+)</.exec(await content(file))![1]!
  const tables = await sql("select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'")
  for (const { table_name } of tables) {
    const [{ n }] = await sql(`select count(*)::int as n from ${table_name} t where t::text like $1`, [`%${iban.slice(4)}%`])
    assert.equal(n, 0, table_name)
  }
  for (const path of [`/v1/payment-files/${file._id}`, "/v1/dev/events", "/v1/audit-log"])
    assert.ok(!(await api.get(path)).text.includes(iban.slice(4)), path)
})

test("previews the payments of a file with replaced letters, and says why others can't be in it", async () => {
  const account = await ownAccount()
  const fine = await payout(await bankAccount({ holder: "José Ávila & Filhos, Straße" }), 300)
  const foreign = await payout(await bankAccount({ holder: "株式会社" }), 400)
  const british = await payout(await bankAccount({ country: "GB", iban: "GB82WEST12345698765432" }), 500)
  const brazilian = await payout(await bankAccount({ country: "BR", iban: "BR1500000000000010932840814P2" }), 600)
  const { payments, executionDate, earliestDate, dateProblem, format } = await ready(account)
  const of = ({ _id }: { _id: string }) => payments.find((each: { payout: string }) => each.payout === _id)
  assert.deepEqual([executionDate, dateProblem, format], [earliestDate, null, "pain.001"])
  assert.deepEqual(
    [of(fine).holder, of(fine).name, of(fine).problem],
    ["José Ávila & Filhos, Straße", "Jose Avila + Filhos, Strasse", null],
  )
  assert.match(of(foreign).problem, /letters that payment files can't carry/)
  assert.match(of(british).problem, /outside the European Economic Area.*needs an address/)
  assert.match(of(brazilian).problem, /BR are not part of SEPA/)
  for (const each of [foreign, british, brazilian]) {
    const refused = await make(account, { payouts: [each._id] })
    assert.deepEqual([refused.status, refused.body.error.code], [422, "PFL-1003"])
  }
  const address = { street: "High Street", building: "1", town: "Londön", country: "GB" }
  await api.post(`/v1/bank-accounts/${british.bankAccount._id}/update`, { address })
  const { data: file } = (await make(account)).body
  const sent = file.lines.map((line: { payout: string }) => line.payout)
  assert.ok(sent.includes(fine._id) && sent.includes(british._id) && !sent.includes(foreign._id))
  assert.match(await content(file), /<TwnNm>London<\/TwnNm>\s*<Ctry>GB<\/Ctry>/)
  assert.equal((await ready(account)).payments.length, 2)
  for (const each of [foreign, brazilian]) assert.equal((await api.post(`/v1/payouts/${each._id}/cancel`)).body.data.status, "canceled")
})

test("makes a NACHA file, and another modifier for the next one of the day", async () => {
  const account = await usOwnAccount()
  const payouts = [await payout(await usAccount(), 1_234_56), await payout(await usAccount({ accountType: "savings" }), 100)]
  const first = (await make(account, { payouts: [payouts[0]._id] })).body.data
  const second = (await make(account, { payouts: [payouts[1]._id], entryClass: "ppd", description: "Salary" })).body.data
  const [a, b] = [(await content(first)).split("\r\n"), (await content(second)).split("\r\n")]
  assert.deepEqual([a.length, a[10], a[0]!.length], [11, "", 94])
  assert.equal(a[0]!.slice(0, 23), "101 021000021 021000021")
  assert.deepEqual([a[0]![33], b[0]![33]], ["A", "B"])
  assert.deepEqual([a[1]!.slice(50, 63), b[1]!.slice(50, 63)], ["CCDPAYMENT   ", "PPDSALARY    "])
  assert.deepEqual([a[2]!.slice(0, 12), b[2]!.slice(0, 12)], ["622011000015", "632011000015"])
  assert.equal(a[2]!.slice(29, 39), "0000123456")
  assert.equal(a[2]!.slice(79), first.lines[0].endToEndId)
  assert.notEqual(first.lines[0].endToEndId, second.lines[0].endToEndId)
  const download = await api.get(`/v1/payment-files/${first._id}/content`)
  assert.match(download.headers.get("content-disposition")!, /\.ach"$/)
})

test("puts a payout in one file only, until that file is canceled", async () => {
  const waiting = await payout(await bankAccount(), 700)
  const { data: file } = (await make(own, { payouts: [waiting._id] })).body
  const again = await make(own, { payouts: [waiting._id] })
  assert.deepEqual([again.status, again.body.error.code], [409, "PFL-2002"])
  const canceled = await api.post(`/v1/payouts/${waiting._id}/cancel`)
  assert.deepEqual([canceled.status, canceled.body.error.code], [409, "PFL-2002"])
  const ended = (await act(file, "cancel")).body.data
  assert.deepEqual([ended.status, ended.lines[0].status], ["canceled", "canceled"])
  assert.equal((await read("payouts", waiting)).file, null)
  for (const action of ["cancel", "mark-sent"]) assert.equal((await act(file, action)).body.error.code, "PFL-2003")
  const next = await make(own, { payouts: [waiting._id] })
  assert.equal(next.status, 201)
  assert.equal((await read("payment-files", file)).lines[0].status, "canceled")
})

test("a payout without a sent file can't be confirmed or failed, and can be canceled", async () => {
  const waiting = await payout(await bankAccount(), 800)
  const { data: file } = (await make(own, { payouts: [waiting._id] })).body
  for (const [action, body] of [
    ["confirm", { reference: "S-1" }],
    ["fail", { reason: "no" }],
  ] as const) {
    const refused = await api.post(`/v1/payouts/${waiting._id}/${action}`, body)
    assert.deepEqual([refused.status, refused.body.error.code], [409, "PFL-2001"])
  }
  assert.equal((await api.post(`/v1/simulations/payouts/${waiting._id}/fail`, {})).body.error.code, "PFL-2001")
  await act(file, "cancel")
  assert.equal((await api.post(`/v1/payouts/${waiting._id}/cancel`)).body.data.status, "canceled")
  const refused = await make(own, { payouts: [waiting._id] })
  assert.deepEqual([refused.status, refused.body.error.code], [409, "PFL-2004"])
})

test("follows its payments after it was sent: accepted is not paid, some may fail, and a failed payout frees its money", async () => {
  const payouts = [await payout(await bankAccount(), 100), await payout(await bankAccount(), 200), await payout(await bankAccount(), 300)]
  const { data: file } = (await make(own, { payouts: payouts.map(({ _id }) => _id) })).body
  const sent = (await act(file, "mark-sent")).body.data
  assert.deepEqual([sent.status, sent.lines[0].status], ["sent", "sent"])
  assert.ok(sent.sentAt)
  assert.equal((await read("payouts", payouts[0])).sentAt, sent.sentAt)
  assert.equal((await act(file, "cancel")).body.error.code, "PFL-2003")
  const confirm = (i: number) => api.post(`/v1/payouts/${payouts[i]._id}/confirm`, { reference: `statement ${i}` })
  assert.equal((await confirm(0)).body.data.status, "paid")
  assert.equal((await read("payment-files", file)).status, "sent")
  await api.post(`/v1/payouts/${payouts[1]._id}/fail`, { reason: "AC04 account closed" })
  await confirm(2)
  const partly = await read("payment-files", file)
  assert.deepEqual(
    [partly.status, partly.lines.map((line: { status: string }) => line.status)],
    ["partly", ["settled", "rejected", "settled"]],
  )
  assert.equal(partly.lines[1].reason, "AC04 account closed")
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
  const { data: other } = (await make(own, { payouts: [(await payout(await bankAccount(), 100))._id] })).body
  await act(other, "mark-sent")
  await api.post(`/v1/payouts/${other.lines[0].payout}/confirm`, { reference: "statement" })
  assert.equal((await read("payment-files", other)).status, "settled")
})

test("leaves out payouts that wait for approval", async () => {
  const me = (await api.get("/v1/users/user")).body.data._id
  const conditions = { amountMin: 900_000_00, amountMax: 900_000_00 }
  await world.made("approvals/policies", { name: "Large payouts", entityType: "payout", strategy: "any-of", approvers: [me], conditions })
  const held = await payout(await bankAccount(), 900_000_00)
  assert.equal(held.status, "pending-approval")
  const refused = await make(own, { payouts: [held._id] })
  assert.deepEqual([refused.status, refused.body.error.code], [409, "PFL-2004"])
  assert.ok(!(await ready(own)).payments.some((each: { payout: string }) => each.payout === held._id))
  await api.post(`/v1/approvals/requests/${held.approval.request}/approve`, {})
  const { status, body } = await make(own, { payouts: [held._id] })
  assert.deepEqual([status, body.data.total], [201, 900_000_00])
})

test("refuses what the bank would refuse, each in one sentence", async () => {
  const waiting = await payout(await bankAccount(), 900)
  const only = { payouts: [waiting._id] }
  for (const [account, fields, code, words] of [
    [own, { ...only, executionDate: "2020-01-06" }, "PFL-1001", /has passed.*earliest is \d{4}-\d{2}-\d{2}/],
    [own, { ...only, executionDate: "2026-12-25" }, "PFL-1001", /no banking day|has passed/],
    [own, { ...only, executionDate: "2099-01-05" }, "PFL-1001", /more than 90 days away/],
    [own, { ...only, format: "nacha" }, "PFL-1002", /makes pain\.001 files, not nacha/],
    [await ownAccount({ profile: null }), only, "PFL-1002", /has no profile/],
    [await ownAccount({ iban: "GB29NWBK60161331926819" }), only, "PFL-1002", /needs an address/],
    [await ownAccount({ holder: "株式会社" }), only, "PFL-1002", /letters that payment files can't carry/],
    [own, { payouts: [waiting._id, waiting._id] }, "VAL-1003", /each payout once/],
    [own, { payouts: [] }, "VAL-1003", /at least one payout/],
    [own, { executionDate: "2027-02-30" }, "VAL-1003", /must be a date/],
    [await usOwnAccount(), { description: "payroll" }, "VAL-1003", /reserve/],
    [await usOwnAccount(), only, "PFL-1003", /no routing number/],
    [await usOwnAccount(), {}, "PFL-1004", /No payout is ready/],
    [{ _id: "0".repeat(24) }, only, "SMR-1001", /own account/],
    [own, { payouts: ["0".repeat(24)] }, "SMR-1001", /payout/],
  ] as const) {
    const { status, body } = await make(account, fields)
    assert.ok(status >= 400 && status < 500, JSON.stringify(fields))
    assert.deepEqual([body.error.code, words.test(body.error.message)], [code, true], body.error.message)
  }
  await api.post(`/v1/own-accounts/${own._id}/archive`)
  assert.equal((await make(own, only)).body.error.code, "OWN-2001")
  await api.post(`/v1/own-accounts/${own._id}/restore`)
  assert.deepEqual([(await read("payouts", waiting)).file, soon.length], [null, 10])
})

test("refuses a payout by bank file in a currency or to an account that files can't serve", async () => {
  const dollars = { country: "DE", currency: "USD" }
  const body = { recipientType: "self", currency: "USD", method: "bank-file", amount: 100 }
  const toIban = await api.create("/v1/payouts/create", { ...body, bankAccount: (await bankAccount(dollars))._id })
  assert.deepEqual([toIban.status, toIban.body.error.code], [422, "PAY-1008"])
  const converted = { ...body, targetCurrency: "EUR", bankAccount: (await bankAccount())._id }
  assert.equal((await api.create("/v1/payouts/create", converted)).body.error.code, "PAY-1008")
})

test("only a person or key with payouts.send makes, downloads, sends or cancels a file, and another tenant sees none", async () => {
  const { data: file } = (await make(own, { payouts: [(await payout(await bankAccount(), 100))._id] })).body
  const operator = await server.withRole("operator")
  assert.equal((await operator.get(`/v1/payment-files/${file._id}`)).status, 200)
  for (const answer of [
    await operator.create("/v1/payment-files/create", { ownAccount: own._id, executionDate: soon }),
    await operator.get(`/v1/payment-files/ready?ownAccount=${own._id}`),
    await operator.get(`/v1/payment-files/${file._id}/content`),
    await operator.post(`/v1/payment-files/${file._id}/mark-sent`),
    await operator.post(`/v1/payment-files/${file._id}/cancel`),
  ])
    assert.deepEqual([answer.status, answer.body.error.details.permission], [403, "payouts.send"])
  const other = await server.otherTenant()
  for (const path of ["", "/content"]) assert.equal((await other.get(`/v1/payment-files/${file._id}${path}`)).status, 404)
  assert.equal((await other.get("/v1/payment-files")).body.count, 0)
})

test("seals files with the new key after the key is rotated", async () => {
  const [oldKey, newKey] = ["a secret key that is only for tests", "another secret key that is only for tests"]
  const { data: file } = (await make(own, { payouts: [(await payout(await bankAccount(), 100))._id] })).body
  const bytes = await content(file)
  const stored = async () => (await sql("select sealed from payment_file_contents where id = $1", [file._id]))[0].sealed
  const before = await stored()
  try {
    setSecretKeys([newKey, oldKey])
    await until(async () => {
      await resealPaymentFiles()
      return (await stored()) !== before
    }, "the file is sealed again")
    assert.equal(await resealPaymentFiles(), 0)
    setSecretKeys([newKey])
    assert.equal(await content(file), bytes)
  } finally {
    setSecretKeys([oldKey, newKey])
  }
})
