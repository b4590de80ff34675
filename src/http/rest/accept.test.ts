import assert from "node:assert/strict"
import { test } from "node:test"
import { prefers } from "./accept.ts"

test("CSV is for clients that name it and do not prefer JSON", () => {
  const wanted = ["text/csv", "text/csv; charset=utf-8", "Text/CSV;q=0.5, */*;q=0.1", "application/json;q=0.8, text/csv"]
  const others = [
    undefined,
    "*/*",
    "application/json",
    "text/*",
    "application/json, text/csv",
    "text/csv;q=0",
    "text/csv;q=0.5, application/json",
  ]
  assert.deepEqual(
    wanted.map(each => prefers(each, "text/csv")),
    wanted.map(() => true),
  )
  assert.deepEqual(
    others.map(each => prefers(each, "text/csv")),
    others.map(() => false),
  )
})
