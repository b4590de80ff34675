import assert from "node:assert/strict"
import { test } from "node:test"
import { intentNumbersIn } from "./rules.ts"

const table: [reference: string, numbers: string[]][] = [
  ["PI-000123", ["PI-000123"]],
  ["for pi-000123, thanks", ["PI-000123"]],
  ["PI-999999 PI-000123/PI-0001234", ["PI-999999", "PI-000123", "PI-0001234"]],
  ["PI000123", ["PI-000123"]],
  ["pi 000123", ["PI-000123"]],
  ["PI 0OO123.", ["PI-000123"]],
  ["PI/000123OK", ["PI-000123"]],
  ["PI - 000123", []],
  ["PI-000123 pi000123", ["PI-000123"]],
  ["API-000123", []],
  ["API000123", []],
  ["éPI-000123", []],
  ["PI-12345", []],
  ["", []],
]

for (const [reference, numbers] of table)
  test(`"${reference}" names ${numbers.length === 0 ? "nothing" : numbers.join(", ")}`, () =>
    assert.deepEqual(intentNumbersIn(reference), numbers))
