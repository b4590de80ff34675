import assert from "node:assert/strict"
import { test } from "node:test"
import { z } from "zod"
import { Amount, Name } from "./fields.ts"
import { parseInput } from "./input.ts"

test("without input fields only an empty object is accepted", () => {
  const nothing = z.object({})
  assert.deepEqual(parseInput(nothing, {}), {})
  for (const given of [null, [], [1], "", "text", 5, true, undefined, { more: 1 }, JSON.parse('{"__proto__": 1}')])
    assert.throws(() => parseInput(nothing, given), { status: 400 }, JSON.stringify(given))
  assert.throws(() => parseInput(nothing, {}, [["more", "1"]]), { code: "VAL-1004" })
})

test("a field is named once, with the first rule that it breaks", () => {
  const errors = [
    { path: "name", message: "name must not be empty" },
    { path: "amount", message: "amount is required" },
  ]
  assert.throws(() => parseInput(z.object({ name: Name, amount: Amount }), { name: "" }), { code: "VAL-1002", errors })
})
