import assert from "node:assert/strict"
import { test } from "node:test"
import { countFields, maxJsonDepth, maxJsonFields, parseExactly, scanJson } from "./json-limits.ts"

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels)
const excessIn = (json: string) => scanJson(Buffer.from(json)).excess
const isTooDeep = (json: string) => excessIn(json) === "depth"

test("64 levels are accepted and one more is not, of lists, objects and both", () => {
  for (const [open, close, inside] of [
    ["[", "]", ""],
    ['{"a":', "}", "1"],
    ['[{"a":', "}]", "1"],
  ] as const) {
    const levels = maxJsonDepth / (open.startsWith("[{") ? 2 : 1)
    const json = (n: number) => open.repeat(n) + inside + close.repeat(n)
    assert.equal(isTooDeep(json(levels)), false, open)
    assert.equal(isTooDeep(json(levels + 1)), true, open)
    JSON.parse(json(levels + 1)) // what is refused is JSON
  }
})

test("brackets in strings do not count, whatever is escaped before them", () => {
  const many = "[".repeat(200)
  for (const text of [many, `"${many}`, `\\"${many}`, `\\\\"${many}`, `é😀${many}`]) {
    assert.equal(isTooDeep(JSON.stringify({ text })), false, text.slice(0, 10))
    assert.equal(isTooDeep(`{${JSON.stringify(text)}:1}`), false, text.slice(0, 10))
    assert.equal(isTooDeep(`[${JSON.stringify(text)},${nested("[", "]", maxJsonDepth)}]`), true, text.slice(0, 10))
  }
})

test("lists beside each other do not count as nested", () => {
  assert.equal(isTooDeep(`[${"[[]],".repeat(10_000)}[]]`), false)
})

test("5,000 fields are accepted and one more is not, in one object or in many; colons in strings do not count", () => {
  const fields = (n: number) => Array.from({ length: n }, (_, i) => `"${i}":":"`)
  for (const json of [
    (n: number) => `{${fields(n).join()}}`,
    (n: number) =>
      `[${fields(n)
        .map(field => `{${field}}`)
        .join()}]`,
  ]) {
    assert.equal(excessIn(json(maxJsonFields)), undefined)
    assert.equal(excessIn(json(maxJsonFields + 1)), "fields")
  }
})

test("what is parsed has as many fields as its text, unless an object has a name twice", () => {
  const lost = (json: string) => scanJson(Buffer.from(json)).fields - countFields(JSON.parse(json))
  const once = `1 null "a:b" [] {} {"":":"} {"a":{"b":[{"c":null},[{"a":1}]]}} {"__proto__":{"a":1}} {"1":1,"01":2} [{"a":1},{"a":1}]`
  for (const json of once.split(" ")) assert.equal(lost(json), 0, json)
  const twice = String.raw`{"a":1,"a":1} {"a":1,"\u0061":2} [{"b":{"a":1,"a":2}}] {"__proto__":1,"__proto__":2} {"a":{"b":1},"a":{}}`
  for (const json of twice.split(" ")) assert.ok(lost(json) > 0, json)
})

test("each byte is read at most once, so the cost grows with the length alone", () => {
  const inputs = [
    '"'.repeat(5_000),
    "\\".repeat(5_000),
    '\\"'.repeat(2_500),
    '"\\'.repeat(2_500),
    "[]".repeat(2_500),
    '["[",'.repeat(1_000),
    "}".repeat(5_000),
    " ".repeat(5_000),
  ]
  for (const input of inputs) {
    const bytes = Buffer.from(input)
    let reads = 0
    const counted = new Proxy<ArrayLike<number>>(bytes, {
      get(_target, name) {
        if (name === "length") return bytes.length
        reads++
        return bytes[Number(name)]
      },
    })
    scanJson(counted)
    assert.ok(reads <= bytes.length, `${reads} reads of ${bytes.length} bytes of ${input.slice(0, 6)}`)
  }
})

test("a number that the parser would round to a whole one is NaN, and every other one is what is written", () => {
  const rounded = "10000.000000000000001 -0.99999999999999999999 1e-400 100000000000000000001e-16 1.00000000000000000000001e2"
  for (const number of rounded.split(" ")) {
    assert.ok(Number.isSafeInteger(JSON.parse(number)), number)
    assert.deepEqual(parseExactly(`{"a":[1,{"b":${number}}]}`), { a: [1, { b: NaN }] })
  }
  const exact =
    "0 -1 10000.00000000000000000 1e3 12e-1 9007199254740991 100000000000000000000e-16 0.00000000000000000001e20 0.30000000000000004"
  for (const number of exact.split(" ")) assert.deepEqual(parseExactly(`[${number}]`), [Number(number)], number)
  for (const text of ["10000.000000000000001", "1e-400, "]) assert.deepEqual(parseExactly(JSON.stringify({ text })), { text })
})
