import assert from "node:assert/strict"
import { test } from "node:test"
import { csvRows } from "./csv-rows.ts"

const cellsOf = (text: string) => [...csvRows(text, ",")].map(({ cells }) => cells)

test("reads quotes at the beginning of a cell only", () => {
  assert.deepEqual(cellsOf('a, "b,""c""" ,d"e\n"",  " f "\n'), [
    ["a", 'b,"c"', 'd"e'],
    ["", "f"],
  ])
})

test("reads a cell of many quotes in linear time", () => {
  const began = performance.now()
  assert.equal(cellsOf(`a${'"'.repeat(1_000_000)}\n`)[0]![0]!.length, 1_000_001)
  assert.ok(performance.now() - began < 2_000)
})
