import assert from "node:assert/strict"
import { test } from "node:test"
import { z } from "zod"
import { openapi } from "../http/openapi/document.ts"
import { application } from "../app.ts"
import { openOperation, operation } from "../kit/operation/operation.ts"
import { schemaBreaks } from "./api-breaks.ts"
import { differencesOf, lastReleased, unaccepted } from "./api-differences.ts"
import type { Schema } from "../http/openapi/json-schema.ts"

const object = (properties: Record<string, Schema>, required: string[] = [], more: Schema = {}): Schema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
  ...more,
})
const text: Schema = { type: "string" }

/** A change, and what it means for a client that sends such a value and for one that receives it. */
const changes: { name: string; before: Schema; after: Schema; sent?: string; received?: string }[] = [
  { name: "nothing", before: object({ a: text }, ["a"]), after: object({ a: text }, ["a"]) },
  { name: "another optional field", before: object({}), after: object({ a: text }) },
  { name: "another required field", before: object({}), after: object({ a: text }, ["a"]), sent: "X: a is required now." },
  {
    name: "a field less",
    before: object({ a: text }),
    after: object({}),
    sent: "X: a is no longer taken.",
    received: "X: a is missing.",
  },
  { name: "a field that becomes required", before: object({ a: text }), after: object({ a: text }, ["a"]), sent: "X: a is required now." },
  {
    name: "a field that becomes optional",
    before: object({ a: text }, ["a"]),
    after: object({ a: text }),
    received: "X: a may be missing now.",
  },
  { name: "a further value", before: { enum: ["a"] }, after: { enum: ["a", "b"] } },
  { name: "a value less", before: { enum: ["a", "b"] }, after: { enum: ["a"] }, sent: 'X: no longer takes "b".' },
  { name: "a text that becomes a list of values", before: text, after: { type: "string", enum: ["a"] }, sent: "X: takes only a now." },
  { name: "a list of values that becomes any text", before: { type: "string", enum: ["a"] }, after: text },
  {
    name: "a list of values that becomes a text whose limits take each of them",
    before: { type: "string", enum: ["a", "b-c"] },
    after: { type: "string", minLength: 1, maxLength: 3, pattern: "^[a-z-]+$" },
  },
  {
    name: "a list of values that becomes a text too short for one of them",
    before: { type: "string", enum: ["a", "b-c"] },
    after: { type: "string", minLength: 1, maxLength: 2 },
    sent: 'X: no longer takes "b-c".',
  },
  {
    name: "a list of values that becomes a text whose pattern refuses one of them",
    before: { type: "string", enum: ["a", "b-c"] },
    after: { type: "string", pattern: "^[a-z]+$" },
    sent: 'X: no longer takes "b-c".',
  },
  {
    name: "a list of values that becomes a text with a format",
    before: { type: "string", enum: ["a"] },
    after: { type: "string", format: "email" },
    sent: 'X: no longer takes "a".',
  },
  {
    name: "a list of numbers that becomes a range without one of them",
    before: { type: "integer", enum: [1, 5] },
    after: { type: "integer", minimum: 1, maximum: 4 },
    sent: "X: no longer takes 5.",
  },
  {
    name: "a list of values with another default that becomes any text",
    before: { type: "string", enum: ["a", "b"], default: "a" },
    after: { type: "string", minLength: 1, default: "b" },
    sent: 'X: means "b" instead of "a" where it is left out.',
  },
  {
    name: "a fixed value that changes",
    before: { const: "a" },
    after: { const: "b" },
    sent: 'X: no longer takes "a".',
    received: 'X: is not always "a" now.',
  },
  { name: "null as well", before: text, after: { type: ["string", "null"] }, received: "X: may be null now." },
  { name: "null no more", before: { type: ["string", "null"] }, after: text, sent: "X: no longer takes null." },
  { name: "a wider number", before: { type: "integer" }, after: { type: "number" }, received: "X: may be number now." },
  { name: "a narrower number", before: { type: "number" }, after: { type: "integer" }, sent: "X: no longer takes number." },
  {
    name: "another type",
    before: text,
    after: { type: "integer" },
    sent: "X: no longer takes string.",
    received: "X: may be integer now.",
  },
  {
    name: "a lower maximum",
    before: { type: "integer", maximum: 9 },
    after: { type: "integer", maximum: 8 },
    sent: "X: has the maximum 8 instead of 9.",
  },
  { name: "a higher maximum", before: { type: "integer", maximum: 8 }, after: { type: "integer", maximum: 9 } },
  {
    name: "a first minimum",
    before: { type: "integer" },
    after: { type: "integer", minimum: 0 },
    sent: "X: has the minimum 0 instead of none.",
  },
  { name: "a minimum length of 0", before: text, after: { type: "string", minLength: 0 } },
  { name: "a longer least text", before: text, after: { type: "string", minLength: 1 }, sent: "X: has the minLength 1 instead of none." },
  {
    name: "a shorter list",
    before: { type: "array", items: text },
    after: { type: "array", items: text, maxItems: 5 },
    sent: "X: has the maxItems 5 instead of none.",
  },
  {
    name: "another default",
    before: { type: "integer", default: 25 },
    after: { type: "integer", default: 50 },
    sent: "X: means 50 instead of 25 where it is left out.",
  },
  { name: "a pattern", before: text, after: { type: "string", pattern: "^a$" }, sent: "X: has the pattern ^a$ instead of none." },
  {
    name: "no pattern any more",
    before: { type: "string", pattern: "^a$" },
    after: text,
    received: "X: has the pattern none instead of ^a$.",
  },
  {
    name: "a further kind",
    before: { anyOf: [text] },
    after: { anyOf: [text, { type: "integer" }] },
    received: "X: may have a value of another kind.",
  },
  {
    name: "a kind less",
    before: { anyOf: [text, { type: "integer" }] },
    after: { anyOf: [text] },
    sent: "X: takes fewer kinds of values.",
  },
  {
    name: "a change deep inside",
    before: object({ list: { type: "array", items: object({ a: { enum: ["x", "y"] } }) } }),
    after: object({ list: { type: "array", items: object({ a: { enum: ["x"] } }) } }),
    sent: 'X: list[].a no longer takes "y".',
  },
  {
    name: "a map that becomes closed",
    before: object({}, [], { additionalProperties: text }),
    after: object({}),
    sent: "X: no longer takes fields of any name.",
  },
]

for (const { name, before, after, ...expected } of changes)
  test(`of ${name} it is known whom it breaks`, () => {
    for (const direction of ["sent", "received"] as const) {
      const found = schemaBreaks(before, after, { direction, before: {}, after: {}, path: "X:", open: new Set() })
      assert.deepEqual(found, expected[direction] === undefined ? [] : [expected[direction]], direction)
    }
  })

test("an object that has itself inside is compared once", () => {
  const named = (leaf: Schema) => ({ Node: object({ leaf, next: { $ref: "#/components/schemas/Node" } }) })
  const reference = { $ref: "#/components/schemas/Node" }
  const at = { direction: "received", before: named(text), after: named({ type: "integer" }), path: "X:", open: new Set<string>() } as const
  assert.deepEqual(schemaBreaks(reference, reference, at), ["X: leaf may be integer now."])
})

const output = z.object({ ok: z.boolean() })
const read = operation({
  route: "GET /v1/things",
  noun: "thing",
  summary: "Read",
  effect: "read",
  query: true,
  input: z.object({ size: z.int().default(5) }),
  output,
  run: () => ({ ok: true }),
})
const write = operation({
  route: "POST /v1/things/create",
  noun: "thing",
  summary: "Make",
  effect: "change",
  needs: "contacts.edit",
  creates: true,
  input: z.object({ name: z.string() }),
  output,
  run: () => ({ ok: true }),
})
const ask = openOperation({
  route: "POST /v1/things/ask",
  noun: "thing",
  summary: "Ask",
  input: z.object({ name: z.string() }),
  output,
  run: async () => ({ ok: true }),
})
const chapters = { things: { part: "Payments", about: "Things" } }
const documentOf = (...operations: object[]) =>
  openapi({ ...application, operations, chapters } as unknown as typeof application, "http://localhost")

test("a route, a parameter, a permission and a kind of caller are kept", () => {
  const before = documentOf(read, write, ask)
  const breaksOf = (...operations: object[]) => differencesOf(before, documentOf(...operations)).breaks
  assert.deepEqual(breaksOf(read, write, ask), [])
  assert.deepEqual(breaksOf(write, ask), ["GET /v1/things was removed."])
  assert.deepEqual(breaksOf({ ...read, input: z.object({}) }, write, ask), ["GET /v1/things: size is no longer taken."])
  assert.deepEqual(breaksOf({ ...read, input: z.object({ size: z.int().default(5), to: z.string() }) }, write, ask), [
    "GET /v1/things: to is required now.",
  ])
  assert.deepEqual(breaksOf(read, { ...write, needs: "contacts.view" }, ask), [
    "POST /v1/things/create needs the permission contacts.view instead of contacts.edit.",
  ])
  assert.deepEqual(breaksOf(read, write, { ...ask, open: undefined, forPeople: true }), [
    "POST /v1/things/ask no longer takes every credential that it took.",
  ])
  assert.deepEqual(breaksOf(read, { ...write, creates: undefined }, ask), ["POST /v1/things/create no longer answers 201."])
  const { breaks, additions } = differencesOf(documentOf(read), before)
  assert.deepEqual([breaks, additions], [[], ["POST /v1/things/create", "POST /v1/things/ask"]])
})

test("an event and the status of a code are kept", () => {
  const before = documentOf(read)
  const { "contacts.create": _, ...webhooks } = before.webhooks
  assert.deepEqual(differencesOf(before, { ...before, webhooks }).breaks, ["The event contacts.create was removed."])
  const [status, response] = Object.entries(before.components.responses)[0]!
  const [code] = response["x-codes"]!
  const { [status]: _moved, ...others } = before.components.responses
  const responses = { ...others, "499": response }
  const found = differencesOf(before, { ...before, components: { ...before.components, responses } }).breaks
  assert.ok(found.includes(`The code ${code} has the status 499 instead of ${status}.`), found.join("\n"))
})

test("a break that people have accepted passes with its reason, and a reason without a break does not", () => {
  assert.deepEqual(unaccepted(["A.", "B."], { "A.": "why" }), ["B."])
  assert.deepEqual(unaccepted([], { "A.": "why" }), ["docs/released/accepted.json names what is no break: A."])
})

test("the document of the last release is the one that the check compares with", () => {
  const { version, document } = lastReleased()
  assert.match(version, /^\d+\.\d+\.\d+$/)
  assert.ok(Object.keys(document.paths).length > 200)
})
