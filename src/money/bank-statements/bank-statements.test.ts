import assert from "node:assert/strict"
import { test } from "node:test"
import { statementFixtures } from "../../../test/bank-fixtures.ts"
import { inParallel, startTestServer, until } from "../../../test/harness.ts"
import { openTransaction } from "../../../test/open-transaction.ts"
import { camt, camtDetails, camtEntry, germanCsv, mt940, ofx1 } from "../../../test/statement-files.ts"

const server = await startTestServer({ ROLE: "api" })
const { api } = server
const { newAccount, upload, form } = await statementFixtures(server)

const entry = (fields: Partial<Parameters<typeof camtEntry>[0]> = {}) => camtEntry({ amount: "5.00", ...fields })
const linesOf = async (account: string, query = "") =>
  (await api.get(`/v1/bank-lines?ownAccount=${account}&limit=100&sort=bookedAt${query}`)).body

test("imports a file once: the same bytes again, also at the same time, answer the same statement", async () => {
  const account = await newAccount()
  const file = camt({
    opening: "10.00",
    closing: "15.00",
    iban: account.iban,
    entries: [entry({ reference: "B1", details: camtDetails({ name: "Ana", text: "x" }) })],
  })
  const answers = await inParallel(4, () => upload(account, file))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  const [first] = answers
  const { number, format, from, to, opening, closing, balanced, lines, new: added, known, warnings } = first!.body.data
  assert.match(number, /^BS-\d{6}$/)
  assert.deepEqual([format, from, to, opening, closing, balanced], ["camt.053", "2026-10-01", "2026-10-01", 1000, 1500, true])
  assert.deepEqual([lines, added, known, warnings], [1, 1, 0, []])
  for (const { body } of answers) assert.deepEqual(body.data, first!.body.data)
  assert.deepEqual((await form(account, file)).body.data, first!.body.data)
  assert.deepEqual((await api.get(`/v1/bank-statements/${number}`)).body.data, first!.body.data)
  const { data, count } = await linesOf(account._id)
  assert.equal(count, 1)
  const { amount, currency, counterparty, text, references, bookedAt, status } = data[0]
  assert.deepEqual([amount, currency, counterparty, text, references], [500, "EUR", { name: "Ana", account: null }, "x", { bank: "B1" }])
  assert.deepEqual([bookedAt, status], ["2026-10-01T00:00:00.000Z", "new"])
  const events = (await api.get(`/v1/dev/events?object=${first!.body.data._id}`)).body.data
  assert.deepEqual(
    events.map(({ event }: { event: string }) => event),
    ["bankStatements.create"],
  )
})

test("adds a booking once that comes in several files, and two equal payments of one day twice", async () => {
  const account = await newAccount()
  const two = [entry({ details: camtDetails({ text: "same" }) }), entry({ details: camtDetails({ text: "same" }) })]
  const { data: first } = (await upload(account, camt({ opening: "0.00", closing: "10.00", iban: account.iban, entries: two }))).body
  assert.deepEqual([first.new, first.known], [2, 0])
  const more = [...two, entry({ day: "2026-10-02", reference: "B3" })]
  const { data: second } = (
    await upload(account, camt({ opening: "0.00", closing: "15.00", day: "2026-10-02", iban: account.iban, entries: more }))
  ).body
  assert.deepEqual([second.new, second.known], [1, 2])
  assert.match(second.warnings[0], new RegExp(`shares days with ${first.number}`))
  assert.equal((await linesOf(account._id)).count, 3)
})

test("recognizes the bookings of a statement in a notification and in another format", async () => {
  const account = await newAccount()
  const batch = camtDetails({ amount: "2.00", endToEndId: "E1" }) + camtDetails({ amount: "3.00", endToEndId: "E2" })
  const whole = camt({ opening: "0.00", closing: "5.00", iban: account.iban, entries: [entry()] })
  assert.equal((await upload(account, whole)).body.data.new, 1)
  const notice = camt({ kind: "054", iban: account.iban, entries: [entry({ details: batch })] })
  assert.deepEqual([(await upload(account, notice)).body.data.new, (await linesOf(account._id)).count], [0, 1])
  const swift = `:20:X\n:25:${account.iban}\n:28C:1\n:60F:C261001EUR0,00\n:61:261001C5,00NTRFNONREF\n:62F:C261001EUR5,00\n`
  const other = (await upload(account, swift)).body.data
  assert.deepEqual([other.format, other.new, other.known], ["mt940", 0, 1])
})

test("keeps possible duplicates from two incomplete files apart, and books neither", async () => {
  const account = await newAccount()
  await upload(account, camt({ kind: "054", iban: account.iban, entries: [entry()] }))
  const csv = "Date;Text;Amount\n01.10.2026;PI-000001;5,00\n01.10.2026;PI-000001;6,00\n"
  assert.equal((await upload(account, csv)).body.data.new, 2)
  const { data } = await linesOf(account._id)
  const doubtful = data.filter((line: { possibleDuplicate: string | null }) => line.possibleDuplicate !== null)
  assert.deepEqual(
    doubtful.map((line: { amount: number; possibleDuplicate: string }) => [line.amount, line.possibleDuplicate]),
    [[500, data.find((line: { format: string }) => line.format === "camt.054")._id]],
  )
})

test("imports each format, and reports a gap before a statement", async () => {
  const account = await newAccount({ iban: "DE89370400440532013000" })
  const past = mt940.replace("2612310102", "2610031003").replace("C261231", "C261003")
  for (const [file, format, lines] of [
    [past, "mt940", 3],
    [ofx1, "ofx", 2],
    [germanCsv, "csv", 2],
  ] as const) {
    const { body } = await upload(account, file)
    assert.deepEqual([body.data?.format, body.data?.lines], [format, lines], JSON.stringify(body.error))
  }
  const other = await newAccount()
  await upload(other, camt({ opening: "0.00", closing: "5.00", iban: other.iban, entries: [entry()] }))
  const next = camt({ opening: "7.00", closing: "12.00", day: "2026-10-05", iban: other.iban, entries: [entry({ day: "2026-10-05" })] })
  assert.match(
    (await upload(other, next)).body.data.warnings[0],
    /^It opens on 2026-10-05 with 700, and BS-\d+ closed with 500: bookings of 200 in between are missing/,
  )
})

test("refuses a file with contradictions, and stores nothing of it", async () => {
  const account = await newAccount()
  const good = entry({ reference: "G" })
  const refused: [file: string, code: string, message: RegExp][] = [
    [
      camt({ iban: account.iban, entries: [good, entry({ amount: "-5.00" })] }),
      "BST-1001",
      /line 5: an amount is "-5.00", .* Nothing was booked/,
    ],
    [camt({ iban: account.iban, opening: "0.00", closing: "9.00", entries: [good] }), "BST-1001", /closes with 9.00 EUR/],
    [camt({ iban: "PT50000201231234567890154", entries: [good] }), "BST-1002", /about the account •••• 0154/],
    [`<!DOCTYPE x [<!ENTITY a "b">]>${camt({ entries: [good] })}`, "BST-1001", /document type or abbreviations/],
    ["", "BST-1001", /it is empty/],
  ]
  for (const [file, code, message] of refused) {
    const { status, body } = await upload(account, file)
    assert.deepEqual([status, body.error?.code], [422, code], JSON.stringify(body))
    assert.match(body.error.message, message)
  }
  assert.equal((await linesOf(account._id)).count, 0)
  assert.equal((await api.get(`/v1/bank-statements?ownAccount=${account._id}`)).body.count, 0)
})

test("takes a file only from those who may, up to 64 MiB, and refuses an account that is archived or another tenant's", async () => {
  const account = await newAccount()
  const file = camt({ iban: account.iban, entries: [entry()] })
  const other = await server.otherTenant()
  assert.deepEqual((await other.post(`/v1/bank-statements/import?ownAccount=${account._id}`, file)).body.error.code, "SMR-1001")
  const anonymous = await fetch(`${server.baseUrl}/v1/bank-statements/import?ownAccount=${account._id}`, { method: "POST", body: file })
  assert.equal(anonymous.status, 401)
  const large = await upload(account, "x".repeat(64 * 1024 * 1024 + 1))
  assert.deepEqual([large.status, large.body.error.code], [413, "VAL-1009"])
  const above = camt({ iban: account.iban, entries: [entry(), `<!--${"x".repeat(1024 * 1024)}-->`] })
  assert.equal((await upload(account, above)).body.data?.new, 1)
  assert.equal((await upload(account, file, "&colour=red")).body.error.code, "VAL-1005")
  assert.equal((await upload(account, file, "&profile={")).body.error.code, "VAL-1003")
  await api.post(`/v1/own-accounts/${account._id}/archive`)
  assert.equal((await upload(account, camt({ iban: account.iban, entries: [entry({ day: "2026-10-03" })] }))).body.error.code, "OWN-2001")
})

test("reads later CSV files by the profile that was saved with an import, until it is deleted", async () => {
  const account = await newAccount()
  const file = (day: string, amount: string) => `Tag;Was;Wieviel\n${day};PI-000001;${amount}\n`
  const profile = JSON.stringify({ columns: { date: "Tag", text: ["Was"], amount: "Wieviel" } })
  const preview = async (text: string, query = "") =>
    (await api.post(`/v1/bank-statements/preview?ownAccount=${account._id}${query}`, text, { "content-type": "application/octet-stream" }))
      .body
  const guessed = (await preview(file("01.10.2026", "5,00"))).data
  assert.deepEqual([guessed.source, guessed.problem.reason], ["guessed", "no column is chosen for the date"])
  assert.equal((await upload(account, file("01.10.2026", "5,00"))).body.error.code, "BST-1001")
  const given = (await preview(file("01.10.2026", "5,00"), `&profile=${encodeURIComponent(profile)}`)).data
  assert.deepEqual([given.source, given.problem, given.bookings[0].amount, given.currency], ["given", null, 500, "EUR"])
  const saving = `&saveProfile=true&profile=${encodeURIComponent(profile)}`
  assert.equal((await upload(account, file("01.10.2026", "x"), saving)).status, 422)
  const saved = async () => (await api.get(`/v1/csv-profiles?ownAccount=${account._id}`)).body.data
  assert.deepEqual(await saved(), [], "a refused import saves nothing")
  assert.equal((await upload(account, file("01.10.2026", "5,00"), saving)).body.data.new, 1)
  assert.equal((await upload(account, file("02.10.2026", "6,00"))).body.data.new, 1)
  assert.equal((await preview(file("03.10.2026", "6,00"))).data.source, "saved")
  assert.equal((await preview(camt({ entries: [entry()] }))).data.profile, null)
  assert.equal((await upload(account, camt({ iban: account.iban, entries: [entry({ day: "2026-10-03" })] }))).body.data.format, "camt.053")
  const [kept] = await saved()
  assert.deepEqual([kept.profile.columns.amount, (await saved()).length], ["Wieviel", 1])
  assert.equal((await api.post(`/v1/csv-profiles/${kept._id}/delete`)).status, 200)
  assert.equal((await upload(account, file("04.10.2026", "5,00"))).body.error.code, "BST-1001")
})

test("says how far a large import is, of which nobody sees a line before all are stored", async () => {
  const account = await newAccount()
  const count = 5000
  const entries = Array.from({ length: count }, (_, i) =>
    entry({ amount: "1.00", reference: `L${i}`, details: camtDetails({ text: `Payment ${i}` }) }),
  )
  const importsOf = async () => (await api.get(`/v1/bank-statements/imports?ownAccount=${account._id}`)).body.data
  const transaction = await openTransaction(server)
  await transaction.run("lock table bank_lines in share row exclusive mode") // the import waits before its first line
  const importing = upload(account, camt({ opening: "0.00", closing: "5000.00", iban: account.iban, entries }))
  await transaction.untilWaiting(1)
  const running = await until(async () => {
    const [found] = await importsOf()
    return found?.lines !== null && found
  }, "the import says how many lines it adds")
  assert.deepEqual([running.lines, running.stored, running.ownAccount], [count, 0, account._id])
  assert.equal((await linesOf(account._id)).count, 0)
  await transaction.commit()
  const { status, body } = await importing
  assert.deepEqual([status, body.data.new, body.data.sha256], [200, count, running.sha256])
  await until(async () => (await importsOf()).length === 0, "no import is under way")
  assert.equal((await linesOf(account._id)).count, count)
})

test("a dry run imports nothing", async () => {
  const account = await newAccount()
  const file = camt({ iban: account.iban, entries: [entry()] })
  const { status, body } = await upload(account, file, "", { "dry-run": "true" })
  assert.deepEqual([status, body.data.new], [200, 1])
  assert.equal((await linesOf(account._id)).count, 0)
})

test("adds a booking once when two files that have it are imported at once", async () => {
  await server.sql("drop index bank_lines_once") // it would refuse the second line, and the import would run again
  const account = await newAccount()
  const booking = entry({ reference: "B9" })
  const others = [entry({ day: "2026-10-02", reference: "B10" }), entry({ day: "2026-10-03", reference: "B11" })]
  const files = others.map(other => camt({ kind: "054", iban: account.iban, entries: [booking, other] }))
  const transaction = await openTransaction(server)
  await transaction.run("lock table bank_lines in share row exclusive mode") // the first import waits for it with its own lock
  const both = Promise.all(files.map(file => upload(account, file)))
  await transaction.untilWaiting(2)
  await transaction.commit()
  const added = (await both).map(({ body }) => body.data.new)
  assert.deepEqual([added.toSorted((a, b) => a - b), (await linesOf(account._id)).count], [[1, 2], 3])
})
