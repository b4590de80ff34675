import assert from "node:assert/strict"
import { test } from "node:test"
import { type CsvCell, renderCsv } from "./csv.ts"

test("writes the column names first, and quotes the cells that need it", () => {
  const rows = [
    ["Ana", 1, true],
    ['Casa "Verde", SP', -250, null],
    ["two\nlines", 0, false],
  ]
  const expected = 'name,amount,open\r\nAna,1,true\r\n"Casa ""Verde"", SP",-250,\r\n"two\nlines",0,false\r\n'
  assert.equal(renderCsv({ columns: ["name", "amount", "open"], rows }), expected)
  assert.equal(renderCsv({ columns: ["name"], rows: [] }), "name\r\n")
})

test("a spreadsheet shows a text that begins like a formula as text, and a negative number as a number", () => {
  const cell = (value: CsvCell) => renderCsv({ columns: ["a"], rows: [[value]] }).split("\r\n")[1]
  const formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"]
  assert.deepEqual(formulas.map(cell), ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1"])
  assert.equal(cell('=HYPERLINK("x","y")'), `"'=HYPERLINK(""x"",""y"")"`)
  assert.deepEqual([-1, 0, 12].map(cell), ["-1", "0", "12"])
  assert.deepEqual([cell({ decimal: "-12.50" }), cell({ decimal: "90071992547409.91" })], ["-12.50", "90071992547409.91"])
  assert.equal(cell("a=1"), "a=1")
})

test("a spreadsheet that splits lines at semicolons or reads full-width signs runs no text as a formula", () => {
  const cell = (value: CsvCell) => renderCsv({ columns: ["a"], rows: [[value]] }).slice("a\r\n".length, -"\r\n".length)
  assert.deepEqual(["＝1+1", "＋1", "－1", "＠SUM(A1)", "﹦1"].map(cell), ["'＝1+1", "'＋1", "'－1", "'＠SUM(A1)", "'﹦1"])
  assert.deepEqual(["Ana;=1+1", "Ana; ＝1", "a;-1;@b"].map(cell), ["Ana;'=1+1", "Ana;' ＝1", "a;'-1;'@b"])
  assert.equal(cell("\n\n=1"), `"'\n'\n'=1"`)
  assert.equal(cell("Ana\n=1+1"), '"Ana\n\'=1+1"', "a quote that is not first in a cell does not keep a line together there")
  assert.equal(cell('Ana;"=1+1"'), `"Ana;'""=1+1"""`)
  assert.deepEqual([" =1", "\u00a0=1", "\u200b=1", "\ufeff＝1"].map(cell), ["' =1", "'\u00a0=1", "'\u200b=1", "'\ufeff＝1"])
  const names = ["Ana; Rui", "a-b", "me@example.com", "1+1=2", "x; y=z", "São Paulo – SP"]
  assert.deepEqual(names.map(cell), names)
})
