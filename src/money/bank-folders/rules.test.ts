import assert from "node:assert/strict"
import { test } from "node:test"
import { pain002, returnsFile } from "../../../test/bank-answer-files.ts"
import { camt, germanCsv, mt940, ofx1 } from "../../../test/statement-files.ts"
import { isAnswer, isFinishedName, isQuiet, otherName, quietMs } from "./rules.ts"

test("leaves files alone that another program is writing under another name", () => {
  for (const name of [".hidden", "a.xml.part", "a.tmp", "a.xml~", "A.FILEPART"]) assert.equal(isFinishedName(name), false, name)
  for (const name of ["a.xml", "partial.csv", "tmp.sta", "a"]) assert.equal(isFinishedName(name), true, name)
})

test("takes a file once it was the same twice, and its last write is a while ago", () => {
  const now = 1_000_000
  const seen = { size: 10, mtimeMs: now - quietMs }
  for (const [before, time, expected] of [
    [undefined, now, false],
    [seen, now, true],
    [seen, now - 1, false],
    [{ ...seen, size: 9 }, now, false],
    [{ ...seen, mtimeMs: seen.mtimeMs - 1 }, now, false],
  ] as const)
    assert.equal(isQuiet(seen, before, time), expected)
  assert.equal(isQuiet({ size: 1, mtimeMs: now + 3_600_000 }, { size: 1, mtimeMs: now + 3_600_000 }, now), true, "a clock that is ahead")
})

test("tells answers about payment files from statements", () => {
  assert.equal(isAnswer(Buffer.from(pain002({ message: "m", group: "ACCP" }))), true)
  assert.equal(isAnswer(Buffer.from(returnsFile([{ code: "R01", trace: "021000020000001", amount: 1 }]))), true)
  for (const file of [camt({ entries: [] }), mt940, ofx1, germanCsv, ""]) assert.equal(isAnswer(Buffer.from(file)), false)
})

test("names a file anew where its name is taken", () => {
  assert.equal(otherName("a.xml", new Date("2027-01-29T10:11:12.345Z"), 2), "20270129T101112Z-2-a.xml")
})
