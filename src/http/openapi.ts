import type { Operation } from "../kit/operation.ts"
import { type Code, catalogue } from "../kit/problem.ts"
import { tagline, title, version } from "./about.ts"
import { familyOf } from "./families.ts"
import { exampleOf } from "./openapi/example.ts"
import { byStatus, codes, codesOf, exampleFailure } from "./openapi/failures.ts"
import { inputSchema, outputSchema, type Schema, type Schemas } from "./openapi/json-schema.ts"
import { operationIdOf, partsOf, tagOf, titleOf } from "./openapi/names.ts"
import { type Parameter, parametersOf } from "./openapi/parameters.ts"
import { webhooksOf } from "./openapi/webhooks.ts"

export type Content = { "application/json": { schema: Schema; example?: unknown; examples?: Record<string, object> } }
export type Response = { description: string; headers?: Record<string, object>; content: Content; "x-codes"?: Code[] }
export type Referred = { $ref: string }
export type Endpoint = {
  operationId: string
  tags: string[]
  summary: string
  "x-permission"?: string
  "x-effect": string
  "x-tool"?: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | Referred>
}
export type Document = ReturnType<typeof openapi>

/** The OpenAPI document, printed from the operations alone. What only agents have is not in it. */
export function openapi(operations: readonly Operation[], baseUrl: string) {
  const schemas: Schemas = { Error: errorSchema }
  const paths: Record<string, Record<string, Endpoint>> = {}
  for (const op of operations) {
    if (!op.route) continue
    const { method, path } = partsOf(op.route)
    paths[path] = { ...paths[path], [method.toLowerCase()]: endpoint(op, op.route, schemas) }
  }
  const tags = new Set(operations.flatMap(op => (op.route ? [tagOf(op.route)] : [])))
  return {
    openapi: "3.1.0",
    info: { title, version, summary: tagline, description: conventions },
    servers: [{ url: baseUrl }],
    security: [{ ApiKey: [], Tenant: [] }],
    tags: [...tags].map(name => ({ name, description: titleOf(name) })),
    paths,
    webhooks: webhooksOf(schemas),
    components: { securitySchemes, headers, schemas: sorted(schemas), responses: sharedRefusals(), examples: failureExamples() },
  }
}

function endpoint(op: Operation, route: string, schemas: Schemas): Endpoint {
  const { method, fields: inPath } = partsOf(route)
  const input = op.list ? {} : inputSchema(op.input)
  const body = method === "POST" ? withoutFields(input, inPath) : {}
  const takesBody = Object.keys(body.properties ?? {}).length > 0
  const parameters = parametersOf(op, input.properties ?? {})
  return {
    operationId: operationIdOf(route, op.list !== undefined),
    tags: [tagOf(route)],
    summary: op.summary,
    ...(op.needs && { "x-permission": op.needs }),
    "x-effect": op.effect,
    ...(op.tool && { "x-tool": op.tool }),
    ...(parameters.length > 0 && { parameters }),
    ...(takesBody && { requestBody: requestBody(body, op.noun) }),
    responses: { ...success(op, route, schemas), ...refusals(codesOf(op, tagOf(route), takesBody || op.query === true)) },
  }
}

/** A field that stands in the path is not sent again in the body. */
function withoutFields({ properties = {}, required = [], ...rest }: Schema, names: string[]): Schema {
  const kept = Object.entries(properties).filter(([name]) => !names.includes(name))
  const still = required.filter(name => !names.includes(name))
  return { ...rest, properties: Object.fromEntries(kept), ...(still.length > 0 && { required: still }) }
}

function requestBody({ examples, ...schema }: Schema, noun: string) {
  const example = examples?.[0] ?? exampleOf(schema, "request", noun)
  return { required: (schema.required ?? []).length > 0, content: { "application/json": { schema, example } } }
}

function success(op: Operation, route: string, schemas: Schemas): Record<string, Response> {
  const output = outputSchema(op.output, schemas)
  const schema = op.list
    ? listed(output, op.list.under)
    : wrapped(op.success ? { success: { const: true }, data: output } : { data: output })
  const shown = { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } }
  const replayed = op.idempotency && { "Idempotent-Replayed": { $ref: "#/components/headers/Idempotent-Replayed" } }
  const isCreate = route.endsWith("/create")
  const response = {
    description: isCreate ? "Created" : "Done",
    headers: { ...shown, ...replayed },
    content: { "application/json": { schema, example: exampleOf(schema, "response", op.noun, schemas) } },
  }
  return { [isCreate ? "201" : "200"]: response }
}

const wrapped = (properties: Record<string, Schema>): Schema => ({ type: "object", properties, required: Object.keys(properties) })

/** The approval lists stand one level deeper. */
function listed({ properties = {} }: Schema, under: string | undefined): Schema {
  const { data, hasMore, count } = properties as Record<"data" | "hasMore" | "count", Schema>
  return wrapped({ data: under ? wrapped({ [under]: data }) : data, hasMore, count })
}

/** Most statuses stand for the same codes everywhere; those are written once. */
function refusals(all: Code[]): Record<string, Response | Referred> {
  const each = [...byStatus(all)].map(([status, group]) => {
    const isShared = shared.get(status)?.join() === group.join()
    return [String(status), isShared ? { $ref: `#/components/responses/${status}` } : refusal(group)] as const
  })
  return Object.fromEntries(each)
}

const shared = byStatus(codes.filter(code => ["AUT", "VAL", "RTE", "SYS"].includes(familyOf(code)) && catalogue[code][0] !== 400))
const sharedRefusals = () => Object.fromEntries([...shared].map(([status, group]) => [String(status), refusal(group)]))

function refusal(group: Code[]): Response {
  const examples = Object.fromEntries(group.map(code => [code, { $ref: `#/components/examples/${code}` }]))
  const schema = { $ref: "#/components/schemas/Error" }
  return { description: group.join(", "), content: { "application/json": { schema, examples } }, "x-codes": group }
}

const failureExamples = () =>
  Object.fromEntries(codes.map(code => [code, { summary: catalogue[code][1], value: exampleFailure(code) }] as const))

const sorted = (schemas: Schemas): Schemas => Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const securitySchemes = {
  ApiKey: { type: "apiKey", in: "header", name: "Authorization", description: "The word ApiKey, a space, and the key: `ApiKey cs_…`" },
  Tenant: { type: "apiKey", in: "header", name: "X-TENANT-ID", description: "The _id of the tenant that the key belongs to" },
}

const headers = {
  "X-Request-Id": { description: "Names this request in our logs; give it when you ask for help", schema: { type: "string" } },
  "Idempotent-Replayed": {
    description: "true: the stored answer of an earlier, equal request",
    schema: { type: "string", enum: ["true"] },
  },
}

const errorSchema: Schema = wrapped({
  error: {
    type: "object",
    required: ["code", "message", "details", "retryable", "requestId"],
    properties: {
      code: { type: "string", enum: codes, description: "Stable; a number is never reused" },
      message: { type: "string", description: "What is wrong and what to do" },
      errors: {
        type: "array",
        description: "Each field that does not fit",
        items: wrapped({ path: { type: "string" }, message: { type: "string" } }),
      },
      details: { type: "object", description: "The values that the message names", additionalProperties: {} },
      retryable: { type: "boolean", description: "The same request may succeed when it is repeated as it is" },
      requestId: { type: "string" },
    },
  },
})

const conventions = [
  "Amounts are whole numbers of the currency's minor unit. Timestamps are ISO 8601 with a zone and come back in UTC.",
  "Only GET and POST are used. Unknown fields and parameters are refused by name.",
  "A success has the key data; a failure has the single key error.",
].join(" ")
