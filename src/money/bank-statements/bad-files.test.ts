import assert from "node:assert/strict"
import { test } from "node:test"
import { pain002 } from "../../../test/bank-answer-files.ts"
import { statementFixtures } from "../../../test/bank-fixtures.ts"
import { startTestServer } from "../../../test/harness.ts"
import { camt, camtEntry, germanCsv, mt940, ofx1 } from "../../../test/statement-files.ts"
import { UnreadableFile } from "../../kit/pure/xml.ts"
import { readStatement } from "./readers/read.ts"
import { CsvProfile } from "./readers/schema.ts"

const good = camt({ opening: "1.00", closing: "6.00", entries: [camtEntry({ amount: "5.00" })] })
const profile = CsvProfile.parse({ skip: 2, columns: { date: "Buchungstag", amount: "Betrag" } })

const bad: [what: string, file: string | Buffer, sentence: string, profile?: CsvProfile][] = [
  ["an empty file", "", "it is empty"],
  ["blanks", " \n\t\n", "it is empty: it has nothing but blanks"],
  ["a PDF", "%PDF-1.7\n1 0 obj", "it is a PDF; download the statement as camt, MT940, OFX or CSV"],
  ["a ZIP archive", Buffer.from("504b0304140000000800", "hex"), "it is a ZIP archive; download the statement as camt, MT940, OFX or CSV"],
  [
    "an Excel file",
    "PK\u0003\u0004....[Content_Types].xml",
    "it is an Excel file or another document of an office program; download the statement as camt, MT940, OFX or CSV",
  ],
  [
    "bytes at random",
    Buffer.from(Array.from({ length: 900 }, (_, i) => (i * 7919 + 13) % 256)),
    "it is no text that can be read; download the statement as camt, MT940, OFX or CSV",
  ],
  ["a web page", "<!DOCTYPE html><html></html>", "it is a web page; download the statement as camt, MT940, OFX or CSV"],
  ["a letter", "Dear customer", "it is no statement in a known format: camt.053, camt.054, MT940, OFX or CSV"],
  [
    "a status report",
    pain002({ message: "m", group: "ACCP" }),
    "it is an answer of the bank to a payment file; import it under Answers of the bank",
  ],
  [
    "a payment file",
    "<Document><CstmrCdtTrfInitn/></Document>",
    'it is XML, but no statement (camt.053) or notification (camt.054) of a bank: "Document / CstmrCdtTrfInitn"',
  ],
  [
    "an entity bomb",
    good.replace("<Document", '<!DOCTYPE a [<!ENTITY a "&b;&b;">]>\n<Document'),
    "line 2: it defines a document type or abbreviations (entities), which no file of a bank does",
  ],
  ["an entity that is not defined", good.replace("S1", "&bomb;"), "line 3: it has the abbreviation (entity) &bomb;, which is not defined"],
  [
    "deep nesting",
    good.replace("<NtryDtls>", `<NtryDtls>${"<a>".repeat(99)}${"</a>".repeat(99)}`),
    "line 4: its elements are nested more than 40 levels deep, as in no file of a bank",
  ],
  ["UTF-16 without its mark", Buffer.from(good, "utf16le"), "its text is UTF-16 without the mark that says so; save it as UTF-8"],
  [
    "Latin-1 that says UTF-8",
    Buffer.from(good.replace("S1", "é"), "latin1"),
    "line 3: a character here is not UTF-8, so the file has another encoding than it should",
  ],
  [
    "an unknown encoding",
    good.replace("UTF-8", "klingon"),
    "line 1: it says that its encoding is klingon, which is unknown; save it as UTF-8",
  ],
  ["a character 0", mt940.replace("Ana", "\0"), "line 8: a character here has the code 0, which no text has; the file is damaged"],
  ["camt cut off", good.slice(0, -40), "line 4: it ends in the middle, so it is not complete; download it again"],
  ["MT940 cut off", mt940.split(":62F:")[0]!, "line 12: the statement has no closing balance (:62F:), so the file is not complete"],
  ["OFX cut off", ofx1.slice(0, 500), "line 12: it ends in the middle, so it is not complete (</OFX> is missing); download it again"],
  ["CSV cut off in a cell", germanCsv.slice(0, -30), "line 5: a quoted cell does not end, so the file is not complete"],
  [
    "CSV cut off in an amount",
    "Date;Text;Amount\n01.10.2026;a;5,00\n01.10.2026;b;17",
    'line 3: it ends in the middle of "17", so it is not complete; download it again',
  ],
  ["a wrong end", good.replace("</Ntry>", "</Wrong>"), "line 4: the element Ntry of line 4 ends as Wrong; ask the bank for the file again"],
  [
    "an element that attributes imitate",
    good.replace("</Stmt>", `${'<x a="<Ntry >"/>'.repeat(9_999)}</Stmt>`),
    "line 5: the element Ntry has no end of its own",
  ],
  [
    "OFX of aggregates in aggregates",
    ofx1.replace("<STMTTRN>", `${"<A>".repeat(9_999)}</A><STMTTRN>`),
    "line 9: its elements are nested more than 40 levels deep, as in no file of a bank",
  ],
  [
    "no sign of an entry",
    good.replace("CRDT</CdtDbtInd><Sts>", "PLUS</CdtDbtInd><Sts>"),
    "line 4: an entry does not say whether it is a credit (CRDT) or a debit (DBIT)",
  ],
  [
    "a negative amount",
    camt({ entries: [camtEntry({ amount: "-5.00" })] }),
    'line 4: an amount is "-5.00", but this format writes amounts without a sign',
  ],
  [
    "too many decimals",
    camt({ entries: [camtEntry({ amount: "5.001" })] }),
    'line 4: an amount is "5.001", which has more decimals than EUR has',
  ],
  ["no amount", camt({ entries: [camtEntry({ amount: "" })] }), "line 4: an amount is missing"],
  [
    "an amount that is too large",
    mt940.replace("150,50", `${"9".repeat(18)},00`),
    'line 6: an amount is "999999999999999999,00", which is too large to be booked',
  ],
  [
    "a date that does not exist",
    camt({ entries: [camtEntry({ amount: "5.00", day: "2026-02-31" })] }),
    "line 4: the date 2026-02-31 does not exist",
  ],
  [
    "a date of the future",
    camt({ entries: [camtEntry({ amount: "5.00", day: "2031-01-01" })] }),
    "line 4: a booking of 2031-01-01 lies in the future",
  ],
  [
    "a value date far away",
    good.replace("<ValDt><Dt>2026", "<ValDt><Dt>2099"),
    "line 4: the value date 2099-10-01 is more than a year away from the booking of 2026-10-01",
  ],
  [
    "a date in another form",
    ofx1.replace("<DTPOSTED>20261002", "<DTPOSTED>02.10.26"),
    'line 11: the date "02.10.26" is not written as 20261231',
  ],
  ["no currency", good.replace('<Ntry><Amt Ccy="EUR">', "<Ntry><Amt>"), "line 4: an amount has no currency (Ccy)"],
  ["an unknown currency", good.replaceAll("EUR", "XXZ"), 'line 3: "XXZ" is no currency that is known'],
  ["another currency", mt940.replaceAll("EUR", "USD"), "line 5: the statement is in USD, and your account is in EUR"],
  ["no account", mt940.replace(/:25:.*\n/, ""), "line 2: it does not name the account that it is about (:25:)"],
  [
    "sums that do not match",
    good.replace("6.00", "7.00"),
    "line 4: the statement opens with 1.00 EUR and its bookings lead to 6.00 EUR, but it closes with 7.00 EUR",
  ],
  [
    "a booking that stands twice",
    ofx1.replace(/(<STMTTRN><TRNTYPE>DEBIT.*)/, "$1\n$1"),
    'line 12: the booking "F2" stands here and in line 11; a booking may stand only once',
  ],
  [
    "OFX with a debit that came in",
    ofx1.replace("-3,25", "3,25"),
    'line 11: a booking is a DEBIT, but the sign of its amount "3,25" says the opposite',
  ],
  [
    "MT940 with a broken booking",
    mt940.replace("C150,50", "X150,50"),
    'line 6: the booking (:61:) "2610011001X150,50N051NONREF//BANK-1" is not written as date, C or D, amount with a comma, and code',
  ],
  [
    "CSV with another separator",
    germanCsv.replaceAll(";", ","),
    'line 3: it has no column "Buchungstag"; the file has another separator, or the profile is of another bank',
    profile,
  ],
  [
    "CSV with another decimal sign",
    germanCsv.replace("1.000,00", "1,000.00"),
    'line 5: "1,000.00" is no amount that can be read with "," as the decimal sign',
  ],
  [
    "CSV with thousands that may be decimals",
    "Date;Text;Amount\n01.10.2026;a;1,000\n",
    'line 2: "1,000" has 3 digits behind ",", more than EUR has; is "," the decimal sign?',
  ],
  [
    "CSV with a currency in the amount",
    germanCsv.replace("1.250,75", "1.250,75 USD"),
    'line 4: the booking is in "USD", and your account is in EUR',
  ],
  [
    "CSV with swapped columns",
    germanCsv.replace('"Betrag";"Saldo nach Buchung"', '"Saldo nach Buchung";"Betrag"'),
    "line 4: the balance is not the one before plus the amount; a line is missing, or a column is another one than the profile says",
  ],
  [
    "CSV with two columns of one name",
    "Date;Amount;Amount\n01.10.2026;1,00;2,00\n",
    'line 1: 2 columns have the name "Amount"; name the right one by its place in the profile',
  ],
  [
    "CSV with a separator in a text",
    "Date;Text;Amount\n01.10.2026;a;5,00;b\n",
    "line 2: it has 4 cells below 3 names of columns; a text with the separator in it must stand in quotes",
  ],
]

function refusal(file: string | Buffer, profile?: CsvProfile): string {
  try {
    readStatement(Buffer.from(file as string), { currency: "EUR", today: "2027-01-15", profile })
  } catch (error) {
    assert.ok(error instanceof UnreadableFile, String((error as Error).stack))
    return `${error.line === null ? "" : `line ${error.line}: `}${error.message}`
  }
  return "read"
}

for (const [what, file, sentence, profile] of bad)
  test(`refuses ${what} in one sentence with the place and the reason`, () => assert.equal(refusal(file, profile), sentence))

test("answers 422 for each of these files, says that nothing was booked, and stores nothing", async () => {
  const server = await startTestServer({ ROLE: "api" })
  const { newAccount } = await statementFixtures(server)
  const account = await newAccount()
  const { apiKey, tenantId } = server.keys
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId, "content-type": "application/octet-stream" }
  for (const [what, file, , profile] of bad) {
    const query = profile ? `&profile=${encodeURIComponent(JSON.stringify(profile))}` : ""
    const url = `${server.baseUrl}/v1/bank-statements/import?ownAccount=${account._id}${query}`
    const response = await fetch(url, { method: "POST", headers, body: new Uint8Array(Buffer.from(file as string)) })
    const { error } = (await response.json()) as { error?: { message: string } }
    assert.equal(response.status, 422, what)
    assert.match(error?.message ?? "", /^The file can't be imported: .*[^.]\. Nothing was booked$/, what)
  }
  for (const list of ["bank-statements", "bank-lines"])
    assert.equal((await server.api.get(`/v1/${list}?ownAccount=${account._id}`)).body.count, 0, list)
})
