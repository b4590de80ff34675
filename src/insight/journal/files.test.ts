// The rules of both formats are stated here a second time, from their published descriptions.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"

const server = await startTestServer()

async function newBooks() {
  const api = await server.otherTenant()
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const pay = async (amount: number, receivedAt: string, fields: object = {}): Promise<Any> => {
    const items = [{ name: "Course", amount }]
    const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items, ...fields }))).body.data
    const payment = { paymentIntent: intent._id, amount, method: "cash", receivedAt }
    assert.equal((await api.create("/v1/transactions/create", payment)).status, 201)
    return intent
  }
  const headers = { authorization: `ApiKey ${api.apiKey}`, "x-tenant-id": api.keys.tenantId }
  const download = async (query: string) => {
    const response = await fetch(`${server.baseUrl}/v1/journal?${query}`, { headers })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString("latin1"), error: errorIn(bytes) }
  }
  return { api, pay, download }
}

const errorIn = (bytes: Buffer): Any => (bytes[0] === 0x7b ? JSON.parse(bytes.toString()).error : undefined)
const october = "from=2026-10-01&to=2026-10-31"

/** Fields of a line, without their quotes. */
const fieldsOf = (line: string) => line.split(";").map(field => field.replace(/^"(.*)"$/, "$1"))
const linesOf = (text: string) => text.split("\r\n").slice(0, -1)

test("a DATEV file has the header of 31 fields, 125 columns and a line for each movement, in Windows-1252", async () => {
  const { api, pay, download } = await newBooks()
  const datev = { consultant: 29_098, client: 55_003, accountLength: 4, fiscalYearStart: 7 }
  await api.post("/v1/journal/accounts", { datev })
  const intent = await pay(123_456, "2026-10-05T12:00:00Z", { currency: "EUR" })
  const { bytes, text, headers } = await download(`${october}&format=datev`)
  assert.equal(headers.get("content-type"), "text/csv; charset=windows-1252")
  assert.equal(headers.get("content-disposition"), 'attachment; filename="EXTF_Buchungsstapel_20261001_20261031.csv"')
  const [first = "", names = "", ...lines] = linesOf(text)
  const header = fieldsOf(first)
  assert.equal(header.length, 31)
  assert.deepEqual(header.slice(0, 5), ["EXTF", "700", "21", "Buchungsstapel", "13"])
  assert.match(header[5]!, /^20\d{15}$/)
  assert.deepEqual(header.slice(10, 16), ["29098", "55003", "20260701", "4", "20261001", "20261031"])
  assert.deepEqual([header[18], header[19], header[20], header[21]], ["1", "0", "0", "EUR"])
  const columns = fieldsOf(names)
  assert.equal(columns.length, 125)
  const at = (name: string) => {
    assert.ok(columns.includes(name), name)
    return columns.indexOf(name)
  }
  assert.deepEqual([at("Konto"), at("Belegdatum"), at("Buchungstext"), at("Festschreibung")], [6, 9, 13, 113])
  assert.ok(bytes.includes(Buffer.from([0x53, 0x74, 0xfc, 0x63, 0x6b]))) // "Stück", with the ü as one byte
  const [line] = lines.map(fieldsOf)
  assert.deepEqual([lines.length, line!.length], [1, 125])
  const read = ["Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "Konto", "Belegdatum", "Belegfeld 1", "Buchungstext"]
  assert.deepEqual(
    read.map(name => line![at(name)]),
    ["1234,56", "S", "EUR", "1200", "0510", intent.number, `Payment 1 of ${intent.number}`],
  )
  assert.equal(line![at("Gegenkonto (ohne BU-Schlüssel)")], "8400")
})

test("the lines of a DATEV file give each account its total", async () => {
  const { api, download } = await newBooks()
  const { bodyFor, dueSplit, newPayout, settled } = await payoutFixtures(api)
  await settled(await newPayout(bodyFor(await dueSplit(1_000))))
  const { text } = await download("format=datev&from=2026-11-01&to=2026-12-31")
  const nets = new Map<string, number>()
  const add = (account: string, n: number) => nets.set(account, (nets.get(account) ?? 0) + n)
  for (const line of linesOf(text).slice(2).map(fieldsOf)) {
    const amount = Number(line[0]!.replace(",", ""))
    assert.ok(amount > 0 && line[6] !== line[7])
    add(line[6]!, amount)
    add(line[7]!, -amount)
  }
  const { accounts } = (await api.get("/v1/journal/totals?from=2026-11-01&to=2026-12-31")).body.data
  const expected = new Map<string, number>()
  for (const { externalAccount, debit, credit } of accounts)
    expected.set(externalAccount, (expected.get(externalAccount) ?? 0) + debit - credit)
  assert.deepEqual(Object.fromEntries(nets), Object.fromEntries(expected))
  assert.ok(nets.size > 4)
})

test("a QuickBooks file is IIF: each entry is a TRNS with its SPLs, whose amounts add up to zero", async () => {
  const { api, pay, download } = await newBooks()
  const intent = await pay(1_250, "2026-10-05T12:00:00Z", { currency: "USD" })
  const { text, headers } = await download(`${october}&format=quickbooks`)
  assert.equal(headers.get("content-disposition"), 'attachment; filename="journal-2026-10-01-2026-10-31.iif"')
  const fields = ["TRNSTYPE", "DATE", "ACCNT", "AMOUNT", "DOCNUM", "MEMO"]
  const rows = linesOf(text).map(line => line.split("\t"))
  assert.deepEqual(rows.slice(0, 3), [["!TRNS", ...fields], ["!SPL", ...fields], ["!ENDTRNS"]])
  const about = [intent.number, `Payment 1 of ${intent.number}`]
  assert.deepEqual(rows.slice(3), [
    ["TRNS", "GENERAL JOURNAL", "10/05/2026", "1200", "12.50", ...about],
    ["SPL", "GENERAL JOURNAL", "10/05/2026", "8400", "-12.50", ...about],
    ["ENDTRNS"],
  ])
  await api.post("/v1/journal/accounts", { accounts: [{ account: "cash:*", externalAccount: "Checking" }] })
  const { code, details } = (await download(`${october}&format=quickbooks`)).error
  assert.deepEqual([code, details.accounts], ["JRN-1001", "received:*"])
})

test("a file for an accounting program has one currency; the refusal names those of the period", async () => {
  const { pay, download } = await newBooks()
  await pay(100, "2026-10-05T12:00:00Z", { currency: "EUR" })
  await pay(200, "2026-10-05T12:00:00Z", { currency: "JPY" })
  await pay(300, "2026-10-05T12:00:00Z", { currency: "KWD" })
  for (const format of ["datev", "quickbooks"]) {
    const { status, error } = await download(`${october}&format=${format}`)
    assert.deepEqual([status, error.code, error.details.currencies], [400, "JRN-1002", "EUR, JPY, KWD"])
  }
  const yen = linesOf((await download(`${october}&format=datev&currency=JPY`)).text)
  assert.deepEqual([yen.length, fieldsOf(yen[2]!)[0], fieldsOf(yen[2]!)[2]], [3, "200,00", "JPY"])
  assert.match((await download(`${october}&format=quickbooks&currency=KWD`)).text, /\t0\.300\t/)
  assert.equal((await download(`${october}&format=datev&currency=KWD`)).error.code, "JRN-1003")
  assert.equal((await download(`${october}&format=csv`)).status, 200)
})

test("a DATEV file refuses accounts that are no numbers, and periods over two fiscal years", async () => {
  const { api, pay, download } = await newBooks()
  await pay(100, "2026-10-05T12:00:00Z")
  assert.equal((await download("from=2025-12-31&to=2026-10-31&format=datev")).error.code, "VAL-1003")
  await api.post("/v1/journal/accounts", {
    accounts: [
      { account: "cash:*", externalAccount: "Bank" },
      { account: "received:*", externalAccount: "8400" },
    ],
  })
  const { code, details } = (await download(`${october}&format=datev`)).error
  assert.deepEqual([code, details.externalAccount], ["JRN-1004", "Bank"])
})

test("an empty period is a file without lines", async () => {
  const { download } = await newBooks()
  assert.equal(linesOf((await download(`${october}&format=datev`)).text).length, 2)
  assert.equal(linesOf((await download(`${october}&format=quickbooks`)).text).length, 3)
  assert.equal(linesOf((await download(`${october}&format=csv`)).text).length, 1)
})
