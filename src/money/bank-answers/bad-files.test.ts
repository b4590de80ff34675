import assert from "node:assert/strict"
import { test } from "node:test"
import { pain002, returnsFile } from "../../../test/bank-answer-files.ts"
import { camt } from "../../../test/statement-files.ts"
import { UnreadableFile } from "../../kit/pure/xml.ts"
import { readAnswer } from "./read.ts"

const id = "69e3b0c44298fc1c149afbf4"
const accepted = pain002({ message: id, group: "ACCP" })
const payments = (...all: { endToEndId: string; status?: string }[]) =>
  pain002({ message: id, batches: [{ id: `${id}-1`, payments: all }] })
const nacha = returnsFile([{ code: "R01", trace: "021000020000001", amount: 1250 }])
const control = nacha.split("\r\n").find(line => line.startsWith("9000"))!
const entry = nacha.split("\r\n")[2]!

const bad: [what: string, file: string | Buffer, sentence: string][] = [
  ["an empty file", "", "it is empty"],
  ["a PDF", "%PDF-1.7\n1 0 obj", "it is a PDF; download the status report (pain.002) or the NACHA file of returns"],
  ["a letter", "Dear customer", "it is neither a status report (pain.002) nor a NACHA file of returns"],
  ["a statement", camt({ entries: [] }), "it is a bank statement; import it under Bank statements"],
  ["other XML", "<Document><Other/></Document>", 'it is XML, but no status report (pain.002): "Document / Other"'],
  [
    "an entity bomb",
    accepted.replace("<Document", '<!DOCTYPE a [<!ENTITY a "&b;&b;">]>\n<Document'),
    "line 2: it defines a document type or abbreviations (entities), which no file of a bank does",
  ],
  ["UTF-16 without its mark", Buffer.from(accepted, "utf16le"), "its text is UTF-16 without the mark that says so; save it as UTF-8"],
  [
    "Latin-1 that says UTF-8",
    Buffer.from(accepted.replace("B1", "é"), "latin1"),
    "line 2: a character here is not UTF-8, so the file has another encoding than it should",
  ],
  ["a report that is cut off", accepted.slice(0, -40), "line 2: it ends in the middle, so it is not complete; download it again"],
  [
    "a report about no file",
    accepted.replace(/<OrgnlMsgId>.*<\/OrgnlMsgId>/, ""),
    "it does not name the payment file that it is about (OrgnlMsgId)",
  ],
  [
    "a report about two files",
    accepted.replace(/(<OrgnlGrpInfAndSts>.*<\/OrgnlGrpInfAndSts>)/, "$1$1"),
    "it is about several payment files; import one report for each",
  ],
  ["a report without a status", pain002({ message: id }), "it has no status of the file, of a batch or of a payment"],
  ["an unknown status", pain002({ message: id, group: "HMMM" }), 'it has the status "HMMM", which is no status of a payment'],
  ["a payment without a status", payments({ endToEndId: "E1" }), "payment 1 of the report (E1) has no status (TxSts)"],
  [
    "a payment that stands twice",
    payments({ endToEndId: "E1", status: "RJCT" }, { endToEndId: "E1", status: "ACSC" }),
    "payment 2 of the report (E1) stands in it twice",
  ],
  [
    "NACHA that is cut off",
    nacha.slice(0, 96 * 4),
    "line 4: it ends without its last line (file control), so it is not complete; download it again",
  ],
  [
    "NACHA without its last line",
    nacha.replace(control, "9".repeat(94)),
    "line 6: it ends without its last line (file control), so it is not complete; download it again",
  ],
  [
    "NACHA with a short line",
    nacha.replace(entry, entry.slice(1)),
    "line 3: a line of a NACHA file has 94 characters, and this one has 93",
  ],
  [
    "NACHA with a wrong count",
    nacha.replace("900000100000100000002", "900000100000100000009"),
    "line 6: the file says that it has 9 entries and addenda, and it has 2",
  ],
  [
    "NACHA with a negative amount",
    nacha.replace("0000001250", "-000001250"),
    'line 3: the amount "-000001250" of the entry is not 10 digits',
  ],
  [
    "NACHA with an unknown reason",
    nacha.replace("799R01", "799X01"),
    'line 4: an addenda line has the type 99 and the code "X01": no return (99, R01) or change (98, C01)',
  ],
  ["NACHA of two files", nacha + nacha, "line 11: a line stands after the last one of the file (9); import one file at a time"],
]

function refusal(file: string | Buffer): string {
  try {
    readAnswer(Buffer.from(file as string))
  } catch (error) {
    assert.ok(error instanceof UnreadableFile, String((error as Error).stack))
    return `${error.line === null ? "" : `line ${error.line}: `}${error.message}`
  }
  return "read"
}

for (const [what, file, sentence] of bad)
  test(`refuses ${what} in one sentence with the place and the reason`, () => assert.equal(refusal(file), sentence))
