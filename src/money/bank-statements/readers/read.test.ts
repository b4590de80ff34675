import assert from "node:assert/strict"
import { test } from "node:test"
import { camt, camtDetails, camtEntry, englishCsv, germanCsv, mt940, ofx1, ofx2 } from "../../../../test/statement-files.ts"
import { UnreadableFile } from "../../../kit/pure/xml.ts"
import { CsvProfile } from "./schema.ts"
import { type Reading, readStatement } from "./read.ts"

const defaults = { currency: "EUR", today: "2027-01-15" }
const read = (file: string | Uint8Array, reading: Partial<Reading> = {}) =>
  readStatement(typeof file === "string" ? Buffer.from(file) : file, { ...defaults, ...reading })
const refusal = (file: string | Uint8Array, reading: Partial<Reading> = {}) => {
  try {
    read(file, reading)
  } catch (error) {
    assert.ok(error instanceof UnreadableFile, String((error as Error).stack))
    return `${error.line ?? "-"}: ${error.message}`
  }
  return "read"
}
/** Per payment: day, amount, name, account, text, references and return code. */
const paymentsOf = (file: string, reading: Partial<Reading> = {}) =>
  read(file, reading).statement.bookings.flatMap(({ bookedOn, payments }) =>
    payments.map(({ amount, name, account, text, references, returnCode }) => [
      bookedOn,
      amount,
      name,
      account,
      text,
      references,
      returnCode,
    ]),
  )

for (const version of ["02", "04", "08"])
  test(`reads camt.053 version ${version}: booked entries, batches and returns, with all references`, () => {
    const batch =
      camtDetails({ amount: "30.00", text: "PI-000001", endToEndId: "E1" }) + camtDetails({ amount: "20.00", endToEndId: "NOTPROVIDED" })
    const deeper = (xml: string) => (version === "08" ? xml : xml.replaceAll(/<\/?Pty>|<Cd>(?=BOOK|PDNG)|(?<=BOOK|PDNG)<\/Cd>/g, ""))
    const entries = [
      camtEntry({
        amount: "100.10",
        reference: "B1",
        details: camtDetails({ name: "Ana", iban: "PT50000201231234567890154", text: "thanks", creditorReference: "RF18539007547034" }),
      }),
      camtEntry({ amount: "50", reference: "B2", details: batch }),
      camtEntry({ amount: "7.00", status: "<Cd>PDNG</Cd>" }),
      camtEntry({
        amount: "40.00",
        debit: true,
        reversal: true,
        details: camtDetails({ endToEndId: "E9", name: "Bo", side: "Cdtr", returned: "AC04" }),
      }),
    ].map(deeper)
    const { format, statement } = read(camt({ opening: "-10.00", closing: "100.10", entries, version }))
    assert.deepEqual(
      [format, statement.account, statement.currency, statement.from, statement.to],
      ["camt.053", "DE89370400440532013000", "EUR", "2026-10-01", "2026-10-01"],
    )
    assert.deepEqual([statement.opening, statement.closing], [-1000, 10_010])
    assert.deepEqual(
      statement.bookings.map(each => [each.amount, each.reference, each.isReversal, each.line]),
      [
        [10_010, "B1", false, 4],
        [5000, "B2", false, 5],
        [-4000, null, true, 7],
      ],
    )
    assert.deepEqual(paymentsOf(camt({ entries, version })), [
      ["2026-10-01", 10_010, "Ana", "PT50000201231234567890154", "thanks", { creditorReference: "RF18539007547034", bank: "B1" }, null],
      ["2026-10-01", 3000, null, null, "PI-000001", { endToEndId: "E1", bank: "B2" }, null],
      ["2026-10-01", 2000, null, null, "", { bank: "B2" }, null],
      ["2026-10-01", -4000, "Bo", null, "", { endToEndId: "E9" }, "AC04"],
    ])
  })

test("reads camt.054, which has no balances, and keeps a batch as one line if its parts do not add up", () => {
  const details = camtDetails({ amount: "1.00", endToEndId: "E1" }) + camtDetails({ amount: "1.00" })
  const { statement } = read(camt({ kind: "054", entries: [camtEntry({ amount: "5.00", details })] }))
  assert.deepEqual([statement.opening, statement.closing, statement.bookings[0]!.payments.length], [null, null, 1])
  assert.deepEqual(statement.bookings[0]!.payments[0]!.references, {})
})

test("reads MT940 with German, Dutch and free details", () => {
  const { format, statement } = read(mt940)
  assert.deepEqual([format, statement.account, statement.opening, statement.closing], ["mt940", "37040044/0532013000", 100_000, 110_200])
  assert.deepEqual(paymentsOf(mt940), [
    ["2026-10-01", 15_050, "Ana Souza", "DE89370400440532013000", "PI-000123 danke", { endToEndId: "E2E-77", bank: "BANK-1" }, null],
    ["2027-01-02", -5000, "Escola", "PT50000201231234567890154", "Rent October", { endToEndId: "5f0c0ffee5f0c0ffee5f0c0f" }, null],
    ["2026-10-02", 150, null, null, "just some text second line", {}, null],
  ])
  assert.deepEqual(
    statement.bookings.map(({ isReversal, line }) => [isReversal, line]),
    [
      [false, 6],
      [false, 9],
      [true, 11],
    ],
  )
  assert.match(refusal(mt940, { today: "2026-12-20" }), /^9: a booking of 2027-01-02 lies in the future$/)
})

test("reads OFX 1 and OFX 2", () => {
  assert.deepEqual(paymentsOf(ofx1), [
    ["2026-10-01", 1050, "M&M", null, "", { bank: "F1" }, null],
    ["2026-10-02", -325, "Shop", null, "PI-000123", { bank: "F2" }, null],
  ])
  const { statement } = read(ofx1)
  assert.deepEqual(
    [statement.account, statement.from, statement.to, statement.opening, statement.closing],
    ["0532013000", "2026-10-01", "2026-10-03", null, 10_725],
  )
  assert.deepEqual(paymentsOf(ofx2), [["2026-10-01", 1050, "Ana", null, "", { bank: "F1" }, null]])
})

test("reads CSV by a profile, and guesses the profile from the first lines", () => {
  const { format, statement } = read(germanCsv)
  assert.deepEqual(
    [format, statement.opening, statement.closing, statement.from, statement.to],
    ["csv", 900_000, 874_925, "2026-10-01", "2026-10-02"],
  )
  assert.deepEqual(paymentsOf(germanCsv), [
    ["2026-10-01", 100_000, "Ana", null, "PI-000123", {}, null],
    ["2026-10-02", -125_075, "Shop; GmbH", "DE02120300000000202051", 'Einkauf "Büro"', {}, null],
  ])
  assert.deepEqual(paymentsOf(englishCsv), [
    ["2026-10-25", -125_075, null, null, "Rent", {}, null],
    ["2026-10-26", 100_000, null, null, "PI-000123", {}, null],
  ])
  const profile = CsvProfile.parse({
    separator: "|",
    header: false,
    decimal: ".",
    dateOrder: "ymd",
    columns: { date: "1", amount: "2", indicator: "3", text: ["4"] },
  })
  assert.deepEqual(paymentsOf("2026-10-01|5.00|D|a\n20261002|7.5|C|b", { format: "csv", profile }), [
    ["2026-10-01", -500, null, null, "a", {}, null],
    ["2026-10-02", 750, null, null, "b", {}, null],
  ])
  const latin = Buffer.from(germanCsv, "latin1")
  assert.equal(read(latin).statement.bookings[1]!.payments[0]!.text, 'Einkauf "Büro"')
  assert.match(refusal(latin, { format: "csv", profile: CsvProfile.parse({ columns: { date: "1" } }) }), /a character here is not UTF-8/)
})

const entry = camtEntry({ amount: "5.00" })
test("refuses a CSV whose columns are not those of its profile", () => {
  const profile = CsvProfile.parse({ separator: ",", columns: { date: "Date", amount: "Amount" } })
  assert.match(
    refusal("Date;Amount\n01.10.2026;1,00", { format: "csv", profile }),
    /^1: it has no column "Date"; the file has another separator/,
  )
  const none = CsvProfile.parse({ columns: { date: "Date" } })
  assert.match(refusal("Date;Amount\n01.10.2026;1,00", { format: "csv", profile: none }), /names neither a column for the amount/)
})

test("joins statements of one account that follow each other, and refuses those of several accounts", () => {
  const first = camt({ opening: "1.00", closing: "6.00", entries: [entry] })
  const body = (file: string) => /<Stmt>[^]*<\/Stmt>/.exec(file)![0]
  const next = (fields: object) =>
    camt({ opening: "6.00", closing: "11.00", day: "2026-10-02", entries: [camtEntry({ amount: "5.00", day: "2026-10-02" })], ...fields })
  const together = (fields = {}) => first.replace("</Stmt>", `</Stmt>\n${body(next(fields))}`)
  const { statement } = read(together())
  assert.deepEqual([statement.opening, statement.closing, statement.bookings.length, statement.to], [100, 1100, 2, "2026-10-02"])
  assert.match(refusal(together({ iban: "PT50000201231234567890154" })), /several accounts/)
  assert.match(refusal(together({ opening: "7.00", closing: "12.00" })), /does not open with the balance/)
})

test("finds out the format of any file at once, also of one made of blanks and brackets", () => {
  const startedAt = performance.now()
  for (const text of [" ", "\t", "{", "{4:", "{4:}", "{}", ": "]) assert.throws(() => read(text.repeat(4_000)), UnreadableFile, text)
  assert.ok(performance.now() - startedAt < 5_000, "the search takes time that grows with the file, not with its powers")
})

test("refuses an amount of many spaces in linear time", () => {
  const began = performance.now()
  const profile = CsvProfile.parse({ columns: { date: "Date", amount: "Amount" } })
  assert.match(refusal(`Date;Amount\n01.10.2026;-${" ".repeat(100_000)}x`, { format: "csv", profile }), /is no amount that can be read/)
  assert.ok(performance.now() - began < 2_000)
})
