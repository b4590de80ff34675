// What agents read of each tool before they call it: made from the operations, in words and shapes that every model takes.
import assert from "node:assert/strict"
import { test } from "node:test"
import { z } from "zod"
import { operations } from "../app.ts"
import { nothing, operation } from "../kit/operation.ts"
import { clientOf, sessionFor } from "./agent-client.ts"
import { toolsOf } from "./tools.ts"

const tools = toolsOf(operations).map(({ listed }) => listed)
const named = (name: string) => tools.find(tool => tool.name === name)!
type Schema = Record<string, unknown>

/** Every schema inside a schema, with the way to it. */
function* walk(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema]
  for (const [name, field] of Object.entries((schema["properties"] ?? {}) as Schema)) yield* walk(field as Schema, `${path}.${name}`)
  for (const each of [schema["items"], schema["additionalProperties"], schema["anyOf"]].flat())
    if (typeof each === "object" && each !== null) yield* walk(each as Schema, `${path}[]`)
}
const everySchema = () =>
  tools.flatMap(({ name, inputSchema, outputSchema }) => [...walk(inputSchema, `${name} in`), ...walk(outputSchema, `${name} out`)])

test("every schema is one that all models take", () => {
  for (const [path, schema] of everySchema()) {
    assert.notEqual(typeof schema, "boolean", path)
    assert.ok(!Array.isArray(schema["type"]), `${path} has a list of types`)
    assert.ok(!Array.isArray(schema["items"]), `${path} has a list of items`)
    for (const word of ["$ref", "$defs", "$schema", "pattern", "allOf", "oneOf", "not"]) assert.ok(!(word in schema), `${path} has ${word}`)
    for (const word of ["minimum", "maximum"]) assert.notEqual(Math.abs(Number(schema[word])), Number.MAX_SAFE_INTEGER, path)
  }
  for (const { name, inputSchema, outputSchema } of tools) {
    assert.equal((inputSchema as Schema)["additionalProperties"], false, name)
    for (const root of [inputSchema, outputSchema]) assert.deepEqual([root.type, "anyOf" in root], ["object", false], name)
  }
})

test("every parameter says what it means, at any depth", () => {
  for (const { name, inputSchema } of tools)
    for (const [path, schema] of walk(inputSchema, name))
      for (const [field, { description }] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>))
        assert.match(String(description), /^[A-Z].{2,}/, `${path}.${field}`)
})

test("the catalogue fits into a conversation: 40 KB for the 36 tools of the specification", () => {
  const bytes = Buffer.byteLength(JSON.stringify(tools))
  assert.ok(bytes / tools.length <= (40 * 1024) / 36, `${bytes} bytes for ${tools.length} tools`)
  for (const { name, description } of tools) assert.ok(description.length > 10 && description.length <= 300, name)
})

test("an object is named first, and a write takes an idempotencyKey", () => {
  const { properties, required } = named("contact_update").inputSchema as unknown as { properties: Schema; required: string[] }
  assert.deepEqual([Object.keys(properties)[0], required], ["contact", ["contact"]])
  assert.ok("idempotencyKey" in properties)
  assert.ok(!("idempotencyKey" in named("contact_get").inputSchema.properties))
  assert.deepEqual(named("payment_intent_get").inputSchema.properties["paymentIntent"], {
    description: "Payment intent id",
    type: "string",
  })
  assert.equal((named("contact_list").inputSchema.properties["limit"] as Schema)["default"], 20)
})

test("hints are complete and honest, and titles read as a person would say them", () => {
  const hints = (name: string) => Object.values(named(name).annotations)
  assert.deepEqual(Object.keys(named("contact_get").annotations), ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"])
  assert.deepEqual(hints("contact_get"), [true, false, true, false])
  assert.deepEqual(hints("payment_intent_create"), [false, false, true, false])
  assert.deepEqual(hints("payment_intent_cancel"), [false, true, true, false])
  assert.deepEqual(hints("payment_intent_remind"), [false, false, true, true])
  const titles = ["payment_intent_list", "contact_get", "payment_intent_remind"].map(name => named(name).title)
  assert.deepEqual(titles, ["List payment intents", "Get contact", "Remind of payment intent"])
})

test("what may be null is said without a list of types, and a report stands by itself", () => {
  const report = operation({
    tool: "balance_stats",
    noun: "balance",
    summary: "What is there",
    effect: "read",
    input: z.object({ until: z.string().nullable().optional() }),
    output: z.object({ asOf: z.string(), total: z.int().nullable(), rows: z.array(z.object({ amount: z.int() })) }),
    run: () => ({ asOf: "", total: null, rows: [] }),
  })
  const [{ listed }] = toolsOf([report]) as [ReturnType<typeof toolsOf>[number]]
  const nullable = (type: string) => ({ anyOf: [{ type }, { type: "null" }] })
  assert.deepEqual(listed.inputSchema.properties["until"], { description: "Until", ...nullable("string") })
  const rows = { type: "array", items: { type: "object" } }
  assert.deepEqual(listed.outputSchema.properties, { asOf: { type: "string" }, total: nullable("integer"), rows })
  assert.equal(listed.title, "Balance stats")
})

test("an operation that moves money can't be a tool: it does not compile", () => {
  const payout = { noun: "payout", summary: "Send a payout", input: nothing, output: nothing, run: () => ({}) }
  // @ts-expect-error: an agent may not hold what moves money.
  operation({ ...payout, effect: "money", tool: "payout_send" })
  operation({ ...payout, effect: "money" })
  operation({ ...payout, effect: "draft", tool: "payout_draft" })
})

test("the client's name travels in its session id, and whatever else comes there is no name", () => {
  const hello = { method: "initialize", params: { clientInfo: { name: "Ada \u0007✓", version: "1.2" } } }
  const client = clientOf(hello, undefined)
  assert.equal(client, "Ada ✓ 1.2")
  const session = sessionFor(hello, client, "random")!
  assert.match(session, /^[!-~]+$/)
  assert.equal(clientOf({ method: "tools/list" }, session), client)
  assert.equal(sessionFor({ method: "tools/list" }, client, "random"), undefined)
  const newer = { params: { _meta: { "io.modelcontextprotocol/clientInfo": { name: "Bea", version: "2" } } } }
  assert.equal(clientOf(newer, session), "Bea 2")
  for (const odd of [undefined, "", ".", ["a", "b"]]) assert.equal(clientOf({ params: null }, odd), undefined)
  assert.ok(clientOf({}, Buffer.from("x".repeat(999)).toString("base64url"))!.length <= 100)
})
