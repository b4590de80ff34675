import assert from "node:assert/strict"
import { test } from "node:test"
import { camt, englishCsv, germanCsv, mt940 } from "../../../../test/statement-files.ts"
import { previewOf } from "./preview.ts"
import { readStatement } from "./read.ts"
import { type CsvDraft, CsvProfile } from "./schema.ts"

const preview = (text: string, draft?: CsvDraft) => previewOf(Buffer.from(text), draft, "EUR")
const draftOf = (columns: Partial<CsvDraft["columns"]>, rest: Partial<CsvDraft> = {}): CsvDraft => ({
  ...CsvProfile.parse({ columns: { date: "1" } }),
  ...rest,
  columns: { text: [], ...columns },
})
const summaries = ({ bookings }: ReturnType<typeof preview>) => bookings.map(({ bookedOn, amount }) => [bookedOn, amount])

test("shows the first lines as cells, and the profile that an import would guess", () => {
  const german = preview(germanCsv)
  assert.deepEqual([german.format, german.profile?.separator, german.profile?.decimal, german.profile?.skip], ["csv", ";", ",", 2])
  assert.deepEqual(german.rows[3], {
    line: 4,
    cells: ["02.10.2026", "02.10.2026", "Shop; GmbH", "DE02120300000000202051", 'Einkauf "Büro"', "-1.250,75", "8.749,25"],
  })
  assert.deepEqual(
    [summaries(german), german.problem],
    [
      [
        ["2026-10-02", -125_075],
        ["2026-10-01", 100_000],
      ],
      null,
    ],
  )
  const english = preview(englishCsv)
  assert.deepEqual([english.profile?.dateOrder, english.profile?.columns.debit], ["mdy", "Money out"])
  assert.deepEqual(summaries(english), [
    ["2026-10-25", -125_075],
    ["2026-10-26", 100_000],
  ])
})

test("guesses how a file without known names is written, and reads it once a person has said what its columns are", () => {
  const file = "2026-10-01|Ana|5.00\n2026-10-02|Bo|-7.50\n"
  const { profile, bookings, problem } = preview(file)
  const { separator, decimal, dateOrder, header, columns } = profile!
  assert.deepEqual([separator, decimal, dateOrder, header, columns], ["|", ".", "ymd", false, { text: [] }])
  assert.deepEqual([bookings, problem], [[], { line: null, reason: "no column is chosen for the date" }])
  const chosen = { ...profile!, columns: { date: "1", name: "2", text: [] } }
  assert.match(preview(file, chosen).problem!.reason, /names neither a column for the amount/)
  const whole = preview(file, { ...chosen, columns: { ...chosen.columns, amount: "3" } })
  assert.deepEqual(
    [summaries(whole), whole.problem],
    [
      [
        ["2026-10-01", 500],
        ["2026-10-02", -750],
      ],
      null,
    ],
  )
})

test("names the line that the profile can't read, and keeps the lines before it", () => {
  const file = "Date;Amount\n01.10.2026;5,00\n02.10.2026;five\n"
  const { bookings, problem, rows } = preview(file, draftOf({ date: "Date", amount: "Amount" }))
  assert.deepEqual([bookings.length, rows.length, problem?.line], [1, 3, 3])
  assert.match(problem!.reason, /"five" is no amount that can be read/)
  const unclosed = preview('Date;Amount\n01.10.2026;"5,00\n', draftOf({ date: "Date", amount: "Amount" }))
  assert.deepEqual([unclosed.rows.length, unclosed.problem?.line], [1, 2])
})

test("needs no profile for another format", () => {
  for (const [file, format] of [
    [camt({ entries: [] }), "camt.053"],
    [mt940, "mt940"],
  ] as const)
    assert.deepEqual(preview(file), { format, profile: null, rows: [], bookings: [], problem: null })
})

test("reads the first part of a large file that ends within a letter, in its encoding, as the import does", () => {
  const file = `Date;Text;Amount\n${"01.10.2026;Büro;1,00\n".repeat(4000)}`
  const bytes = Buffer.from(file)
  const cut = bytes.subarray(0, bytes.indexOf("ü", 70_000) + 1)
  const { profile, rows, bookings } = previewOf(cut, undefined, "EUR")
  assert.deepEqual([profile?.encoding, rows.length, bookings.length, bookings[0]!.payments[0]!.text], ["utf-8", 20, 8, "Büro"])
  const { statement } = readStatement(bytes, { currency: "EUR", today: "2027-01-15", profile: CsvProfile.parse(profile) })
  assert.equal(statement.bookings.length, 4000)
  const latin = Buffer.from(file, "latin1")
  assert.equal(previewOf(latin.subarray(0, 70_000), undefined, "EUR").profile?.encoding, "windows-1252")
})
