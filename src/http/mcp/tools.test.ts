// The tool definitions that agents read, generated from the operations, with schemas that every model accepts.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { z } from "zod"
import { application } from "../../app.ts"
import { noInput, operation } from "../../kit/operation/operation.ts"
import { clientNameOf, createSessionId } from "./client-name.ts"
import { toolsOf } from "./tools.ts"

const tools = toolsOf(application.operations).map(({ definition }) => definition)
const toolOperations = application.operations.filter(({ tool }) => tool !== undefined)
const toolNamed = (name: string) => tools.find(tool => tool.name === name)!
type Schema = Record<string, unknown>

/** Every schema inside a schema, with its path. */
function* walk(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema]
  for (const [name, field] of Object.entries((schema["properties"] ?? {}) as Schema)) yield* walk(field as Schema, `${path}.${name}`)
  for (const each of [schema["items"], schema["additionalProperties"], schema["anyOf"]].flat())
    if (typeof each === "object" && each !== null) yield* walk(each as Schema, `${path}[]`)
}
const everySchema = () =>
  tools.flatMap(({ name, inputSchema, outputSchema }) => [...walk(inputSchema, `${name} in`), ...walk(outputSchema, `${name} out`)])

test("every schema uses only keywords that all models accept", () => {
  for (const [path, schema] of everySchema()) {
    assert.notEqual(typeof schema, "boolean", path)
    assert.ok(!Array.isArray(schema["type"]), `${path} has a list of types`)
    assert.ok(!Array.isArray(schema["items"]), `${path} has a list of items`)
    for (const keyword of ["$ref", "$defs", "$schema", "pattern", "allOf", "oneOf", "not", "const", "if", "prefixItems"])
      assert.ok(!(keyword in schema), `${path} has ${keyword}`)
    for (const keyword of ["minimum", "maximum"]) assert.notEqual(Math.abs(Number(schema[keyword])), Number.MAX_SAFE_INTEGER, path)
  }
  for (const { name, inputSchema, outputSchema } of tools) {
    assert.equal((inputSchema as Schema)["additionalProperties"], false, name)
    for (const root of [inputSchema, outputSchema]) assert.deepEqual([root.type, "anyOf" in root], ["object", false], name)
  }
})

test("every parameter has a description, at any depth", () => {
  for (const { name, inputSchema } of tools)
    for (const [path, schema] of walk(inputSchema, name))
      for (const [field, { description }] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>))
        assert.match(String(description), /^[A-Z].{2,}/, `${path}.${field}`)
})

test("the tool list is small enough for a conversation: 40 KB for the 36 tools of the specification", () => {
  const bytes = Buffer.byteLength(JSON.stringify(tools))
  assert.equal(tools.length, 36)
  assert.ok(bytes <= 40 * 1024, `${bytes} bytes for ${tools.length} tools`)
})

test("a description says what the tool does, then its limits and side effects, in at most 300 characters", () => {
  for (const { name, description } of tools) assert.match(description, /^[A-Z].{10,300}$/, name)
  for (const { tool, toolNote, summary } of toolOperations)
    assert.equal(toolNamed(tool!).description, toolNote === undefined ? summary : `${summary}. ${toolNote}`)
})

test("the guide lists every tool with the permission that it needs", () => {
  const guide = readFileSync(new URL("../../../docs/guides/agents.md", import.meta.url), "utf8")
  const rows = [...guide.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| `([\w.]+)` \|/gm)]
  const listed = rows.flatMap(([, names, needs]) => names!.split(", ").map(name => [name.replaceAll("`", ""), needs]))
  const actual = application.operations.flatMap(({ tool, needs }) => (tool === undefined ? [] : [[tool, needs]]))
  assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(actual))
})

test("the reference of the object is the first parameter, and a write takes an idempotencyKey", () => {
  const { properties, required } = toolNamed("contact_update").inputSchema as unknown as { properties: Schema; required: string[] }
  assert.deepEqual([Object.keys(properties)[0], required], ["contact", ["contact"]])
  assert.ok("idempotencyKey" in properties)
  assert.ok(!("idempotencyKey" in toolNamed("contact_get").inputSchema.properties))
  assert.deepEqual(toolNamed("payment_intent_get").inputSchema.properties["paymentIntent"], {
    description: "Payment intent id or number",
    type: "string",
  })
  assert.equal((toolNamed("contact_list").inputSchema.properties["limit"] as Schema)["default"], 20)
})

test("every hint is set and correct, and titles are readable", () => {
  const hints = (name: string) => Object.values(toolNamed(name).annotations)
  assert.deepEqual(Object.keys(toolNamed("contact_get").annotations), [
    "readOnlyHint",
    "destructiveHint",
    "idempotentHint",
    "openWorldHint",
  ])
  assert.deepEqual(hints("contact_get"), [true, false, true, false])
  assert.deepEqual(hints("payment_intent_create"), [false, false, true, false])
  assert.deepEqual(hints("payment_intent_cancel"), [false, true, true, false])
  for (const name of ["payment_intent_remind", "subscription_create"]) {
    assert.deepEqual(hints(name), [false, false, true, true])
    assert.match(toolNamed(name).description, /^Customer-visible: .* Ask the user first\.$/)
  }
  const titles = ["payment_intent_list", "contact_get", "payment_intent_remind"].map(name => toolNamed(name).title)
  assert.deepEqual(titles, ["List payment intents", "Get contact", "Remind of payment intent"])
})

test("a nullable field has no list of types, and a report is not wrapped", () => {
  const report = operation({
    tool: "balance_stats",
    noun: "balance",
    summary: "What is there",
    effect: "read",
    input: z.object({ until: z.string().nullable().optional() }),
    output: z.object({ asOf: z.string(), total: z.int().nullable(), rows: z.array(z.object({ amount: z.int() })) }),
    run: () => ({ asOf: "", total: null, rows: [] }),
  })
  const [{ definition }] = toolsOf([report]) as [ReturnType<typeof toolsOf>[number]]
  const nullable = (type: string) => ({ anyOf: [{ type }, { type: "null" }] })
  assert.deepEqual(definition.inputSchema.properties["until"], { description: "Until", type: "string" }, "models leave it out instead")
  const rows = { type: "array", items: { type: "object" } }
  assert.deepEqual(definition.outputSchema.properties, { asOf: { type: "string" }, total: nullable("integer"), rows })
  assert.equal(definition.title, "Balance stats")
})

test("a tool that moves money does not compile", () => {
  const payout = { noun: "payout", summary: "Send a payout", input: noInput, output: noInput, run: () => ({}) }
  // @ts-expect-error: an operation that moves money can't be a tool.
  operation({ ...payout, effect: "money", tool: "payout_send" })
  operation({ ...payout, effect: "money" })
  operation({ ...payout, effect: "draft", tool: "payout_draft", toolNote: "Sends nothing." })
})

test("a tool that writes does not compile without a note about its side effects", () => {
  const draft = { noun: "payout", summary: "Draft a payout", input: noInput, output: noInput, run: () => ({}) }
  // @ts-expect-error: a tool that writes needs a note.
  operation({ ...draft, effect: "draft", tool: "payout_draft" })
  operation({ ...draft, effect: "draft", tool: "payout_draft", toolNote: "Sends nothing." })
  operation({ ...draft, effect: "draft" })
})

test("the client's name is encoded in its session id, and any other session id has no name", () => {
  const initialize = { method: "initialize", params: { clientInfo: { name: "Ada \u0007✓", version: "1.2" } } }
  const client = clientNameOf(initialize, undefined)
  assert.equal(client, "Ada ✓ 1.2")
  const session = createSessionId(initialize, client, "random")!
  assert.match(session, /^[!-~]+$/)
  assert.equal(clientNameOf({ method: "tools/list" }, session), client)
  assert.equal(createSessionId({ method: "tools/list" }, client, "random"), undefined)
  const newer = { params: { _meta: { "io.modelcontextprotocol/clientInfo": { name: "Bea", version: "2" } } } }
  assert.equal(clientNameOf(newer, session), "Bea 2")
  for (const invalid of [undefined, "", ".", ["a", "b"]]) assert.equal(clientNameOf({ params: null }, invalid), undefined)
  assert.ok(clientNameOf({}, Buffer.from("x".repeat(999)).toString("base64url"))!.length <= 100)
})
