import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { z } from "zod"
import { responseFilter } from "./response-filter.ts"

const Line = z.object({ name: z.string(), terms: z.object({ points: z.int() }).optional(), tags: z.array(z.string()).nullable() })
const Order = z.object({
  _id: z.string(),
  lines: z.array(Line),
  byName: z.record(z.string(), Line),
  metadata: z.record(z.string(), z.string()),
  kind: z.union([z.object({ type: z.literal("a"), a: z.int() }), z.object({ type: z.literal("b") })]),
})

/** The value as a response sends it. */
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

test("keeps only what the schema names, at any depth", () => {
  const line = { name: "Room", terms: { points: 5, secret: 1 }, tags: null, secret: 2 }
  const order = {
    _id: "1",
    lines: [line],
    byName: { room: line },
    metadata: { any: "thing" },
    kind: { type: "a", a: 1, secret: 3 },
    secret: 4,
  }
  const filtered = { name: "Room", terms: { points: 5 }, tags: null }
  const expected = { _id: "1", lines: [filtered], byName: { room: filtered }, metadata: { any: "thing" }, kind: { type: "a", a: 1 } }
  assert.deepEqual(asJson(responseFilter(Order)!(order)), expected)
})

test("optional parts may be absent at any depth", () => {
  const Maybe = z.object({ a: z.int() }).nullable()
  const Nested = z.object({
    list: z.array(Maybe),
    byName: z.record(z.string(), Maybe),
    deep: z.array(z.array(Maybe).nullable()),
    one: Maybe.optional(),
  })
  const value = { list: [null, { a: 1, more: 2 }], byName: { x: null }, deep: [null, [null]], more: 1 }
  assert.deepEqual(asJson(responseFilter(Nested)!(value)), asJson(Nested.parse(value)))
  assert.equal(responseFilter(Maybe)!(null), null)
})

test("the filter gives the same result as parsing", () => {
  const line = fc.record(
    {
      name: fc.string(),
      terms: fc.record({ points: fc.integer(), more: fc.string() }),
      tags: fc.option(fc.array(fc.string())),
      more: fc.string(),
    },
    { requiredKeys: ["name", "tags"] },
  )
  const kind = fc.oneof(fc.record({ type: fc.constant("a"), a: fc.integer() }), fc.record({ type: fc.constant("b"), more: fc.string() }))
  const texts = fc.dictionary(
    fc.string().filter(name => name !== "__proto__"),
    fc.string(),
  )
  const order = fc.record({ _id: fc.string(), lines: fc.array(line), byName: fc.constant({}), metadata: texts, kind, more: fc.anything() })
  fc.assert(fc.property(order, value => assert.deepEqual(asJson(responseFilter(Order)!(value)), asJson(Order.parse(value)))))
})

test("sorts the keys of a record of texts, and keeps the order of any other record", () => {
  const Both = z.object({
    metadata: z.record(z.string(), z.string()),
    ranked: z.record(z.string(), z.object({ rank: z.int() })),
    any: z.record(z.string(), z.unknown()),
  })
  const value = {
    metadata: { term: "1", a: "2", "10": "3", zz: "4" },
    ranked: { tidewire: { rank: 1 }, countersign: { rank: 2 } },
    any: { b: 1, a: 2 },
  }
  const text = JSON.stringify(responseFilter(Both)!(value))
  assert.equal(
    text,
    '{"metadata":{"10":"3","a":"2","term":"1","zz":"4"},"ranked":{"tidewire":{"rank":1},"countersign":{"rank":2}},"any":{"b":1,"a":2}}',
  )
})
