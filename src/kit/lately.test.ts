import assert from "node:assert/strict"
import { test } from "node:test"
import { lately } from "./lately.ts"

test("what was made lately is not made again, what was refused is, and never too much is kept", () => {
  const asked: string[] = []
  const make = lately((...from: string[]) => {
    asked.push(from.join(" "))
    return from[0] === "refused" ? undefined : { from }
  })
  assert.equal(make("a", "b"), make("a", "b"))
  assert.equal(make("refused") ?? make("refused"), undefined)
  assert.deepEqual(asked, ["a b", "refused", "refused"])
  for (let i = 0; i < 1000; i++) make(String(i))
  assert.deepEqual(make("a", "b"), { from: ["a", "b"] })
  assert.equal(asked.filter(name => name === "a b").length, 2)
})
