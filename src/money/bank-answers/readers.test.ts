import assert from "node:assert/strict"
import { test } from "node:test"
import { pain002, returnsFile } from "../../../test/bank-answer-files.ts"
import { readNacha } from "./read-nacha.ts"
import { readPain002 } from "./read-pain002.ts"
import { inWords } from "./words.ts"

const id = "69e3b0c44298fc1c149afbf4"

test("reads the status of a file, of a batch and of a payment, the most exact one that is given", () => {
  const brief = (text: string) => readPain002(text).map(({ kind, code, batch, endToEndId }) => [kind, code, batch, endToEndId])
  assert.deepEqual(brief(pain002({ message: id, group: "ACCP" })), [["acceptance", "ACCP", null, null]])
  assert.deepEqual(brief(pain002({ message: id, group: "RJCT", reason: "FF01" })), [["rejection", "FF01", null, null]])
  assert.deepEqual(brief(pain002({ message: id, batches: [{ id: `${id}-2`, status: "RJCT", reason: "DU02" }] })), [
    ["rejection", "DU02", `${id}-2`, null],
  ])
  const payments = [
    { endToEndId: "a".repeat(24), status: "RJCT", reason: "AC04" },
    { endToEndId: "b".repeat(24), status: "ACSP" },
  ]
  assert.deepEqual(brief(pain002({ message: id, group: "PART", batches: [{ id: `${id}-1`, status: "PART", payments }] })), [
    ["rejection", "AC04", `${id}-1`, "a".repeat(24)],
    ["acceptance", "ACSP", `${id}-1`, "b".repeat(24)],
  ])
})

test("reads returns and notifications of change by the trace of our entry", () => {
  const file = returnsFile([
    { code: "R01", trace: "021000020000001", amount: 1250 },
    { code: "C01", trace: "021000020000002", amount: 0, corrected: "99887766" },
  ])
  assert.deepEqual(
    readNacha(file).map(({ kind, code, trace, amount }) => [kind, code, trace, amount]),
    [
      ["return", "R01", "021000020000001", 1250],
      ["correction", "C01", "021000020000002", 0],
    ],
  )
})

test("refuses what is broken, and names the line", () => {
  const file = returnsFile([{ code: "R01", trace: "021000020000001", amount: 1250 }])
  const lines = file.split("\r\n")
  const refused = (text: string, reason: RegExp) => assert.throws(() => readNacha(text), reason)
  refused(lines.slice(0, 3).join("\r\n"), /ends without its last line/)
  refused(file.replace(lines[2]!, lines[2]!.slice(1)), /94 characters/)
  refused(file.replace("799R01", "799X01"), /no return \(99, R01\)/)
  refused(file.replace("021000020000001", "abc000020000001"), /is not 15 digits/)
  refused(`${lines[0]}\r\n${lines.find(line => line.startsWith("9000"))}`, /and it has 0/)
  refused("<Document/>", /no NACHA file/)
  for (const [text, reason] of [
    ["<Document><Other/></Document>", /no status report/],
    ["<!DOCTYPE a><Document/>", /document type/],
    ["<Document><CstmrPmtStsRpt></CstmrPmtStsRpt></Document>", /does not name the payment file/],
    [pain002({ message: id }), /no status/],
  ] as const)
    assert.throws(() => readPain002(text), reason)
})

test("says codes in words", () => {
  assert.equal(inWords("R01"), "R01: the account had too little money")
  assert.equal(inWords("X9"), "X9: the bank gave this code")
})
