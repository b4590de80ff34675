import assert from "node:assert/strict"
import { test } from "node:test"
import { memoize } from "./memoize.ts"

test("results are kept, undefined ones are not, and the cache is bounded", () => {
  const calls: string[] = []
  const memoized = memoize((...args: string[]) => {
    calls.push(args.join(" "))
    return args[0] === "refused" ? undefined : { args }
  })
  assert.equal(memoized("a", "b"), memoized("a", "b"))
  assert.equal(memoized("refused") ?? memoized("refused"), undefined)
  assert.deepEqual(calls, ["a b", "refused", "refused"])
  for (let i = 0; i < 1000; i++) memoized(String(i))
  assert.deepEqual(memoized("a", "b"), { args: ["a", "b"] })
  assert.equal(calls.filter(name => name === "a b").length, 2)
})
