import assert from "node:assert/strict"
import { test } from "node:test"
import { isSameJson } from "./same-json.ts"

test("JSON is compared by content, at any depth, and not by the order of keys", () => {
  const equal: [unknown, unknown][] = [
    [1, 1],
    [null, null],
    [new Date(5), new Date(5)],
    [
      { a: 1, b: { c: [1, { d: 2, e: 3 }] } },
      { b: { c: [1, { e: 3, d: 2 }] }, a: 1 },
    ],
    [[], []],
    [{}, Object.create(null)],
    [{ a: undefined, b: 1 }, { b: 1 }],
    [JSON.parse('{"__proto__":"x","a":"1"}'), JSON.parse('{"a":"1","__proto__":"x"}')],
  ]
  const different: [unknown, unknown][] = [
    [1, "1"],
    [null, {}],
    [null, undefined],
    [[], {}],
    [new Date(5), new Date(6)],
    [new Date(5), {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: null }],
    [{ a: { b: 1 } }, { a: { c: 1 } }],
    [{}, { constructor: "x" }],
    [{}, JSON.parse('{"__proto__":"x"}')],
  ]
  for (const [a, b] of equal) assert.ok(isSameJson(a, b) && isSameJson(b, a), JSON.stringify([a, b]))
  for (const [a, b] of different) assert.ok(!isSameJson(a, b) && !isSameJson(b, a), JSON.stringify([a, b]))
})
