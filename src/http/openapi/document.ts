import type { Confirmation, Operation } from "../../kit/operation/operation.ts"
import { deprecationSentence } from "../../kit/pure/deprecation.ts"
import type { Application } from "../../kit/operation/slice.ts"
import { license, tagline, title, version } from "../about.ts"
import { inOrder } from "./chapters.ts"
import { exampleOf } from "./example.ts"
import { type Failures, failuresOf } from "./failures.ts"
import { inputSchema, outputSchema, type Schema, type Schemas } from "./json-schema.ts"
import { labelOf } from "./labels.ts"
import { operationIdOf, partsOf, tagOf } from "./names.ts"
import { type Parameter, parametersOf } from "./parameters.ts"
import { webhooksOf } from "./webhooks.ts"

type Media = { schema: Schema; example?: unknown; examples?: Record<string, object> }
/** A JSON body, or a form with a file. */
type Content = { "application/json": Media } | { "multipart/form-data": Media }
type ResponseContent = Partial<
  Record<"application/json" | "application/pdf" | "text/csv" | "text/event-stream" | "application/octet-stream", Media>
>
/** The default content of a response. */
export const mediaOf = (content: ResponseContent): Media =>
  content["application/json"] ?? content["text/event-stream"] ?? content["application/pdf"] ?? content["application/octet-stream"]!
/** The content of a request, and how it is sent. */
export const sentOf = (content: Content): Media =>
  "application/json" in content ? content["application/json"] : content["multipart/form-data"]
export type Response = { description: string; headers?: Record<string, object>; content: ResponseContent; "x-codes"?: string[] }
type ResponseRef = { $ref: string }
export type Endpoint = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  deprecated?: true
  "x-permission"?: string
  "x-effect": string
  "x-tool"?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | ResponseRef>
}
export type Document = ReturnType<typeof openapi>

/** The OpenAPI document, generated from the operations that have a route. */
export function openapi({ operations, chapters, errors, events }: Application, baseUrl: string) {
  const failures = failuresOf(errors, baseUrl)
  const schemas: Schemas = { Error: errorSchema }
  const paths: Record<string, Record<string, Endpoint>> = {}
  for (const op of operations) {
    if (!op.route) continue
    const { method, path } = partsOf(op.route)
    paths[path] = { ...paths[path], [method.toLowerCase()]: endpoint(op, op.route, schemas, failures) }
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      summary: tagline,
      description: conventions,
      contact: { name: title, url: baseUrl },
      license: { name: license, identifier: license },
    },
    servers: [server(baseUrl)],
    security: [{ ApiKey: [], Tenant: [] }, { Session: [] }],
    tags: inOrder(chapters).map(name => ({ name, description: chapters[name]!.about })),
    paths,
    webhooks: webhooksOf(events, schemas),
    components: { securitySchemes, headers, schemas: sortByName(schemas), ...sharedFailures(failures, paths) },
  }
}

/** A variable, so that clients and tools can use another installation. */
const server = (baseUrl: string) => ({
  url: "{baseUrl}",
  description: "The installation that serves this document",
  variables: { baseUrl: { default: baseUrl, description: "The address of the service" } },
})

function endpoint(op: Operation, route: string, schemas: Schemas, failures: Failures): Endpoint {
  const { method, fields: inPath } = partsOf(route)
  const input = op.list ? {} : inputSchema(op.input)
  const body = method === "POST" ? withoutFields(input, inPath) : {}
  const takesBody = Object.keys(body.properties ?? {}).length > 0
  const parameters = parametersOf(op, input.properties ?? {})
  return {
    operationId: operationIdOf(route, op.list !== undefined),
    tags: [tagOf(route)],
    summary: labelOf(op, route),
    description: descriptionOf(op),
    ...(op.deprecated && { deprecated: true }),
    ...(op.needs && { "x-permission": op.needs }),
    "x-effect": op.effect,
    ...(op.open && { security: [] }),
    ...(op.forPeople && { security: [{ Session: [] }] }),
    ...(op.tool && { "x-tool": op.tool }),
    ...(parameters.length > 0 && { parameters }),
    ...(takesBody && { requestBody: op.upload ? formOf(body) : requestBody(body, op.noun) }),
    responses: { ...success(op, route, schemas), ...errorResponses(failures, failures.codesOf(op, takesBody || op.query === true)) },
  }
}

/** What the operation does, then on a separate line what a caller needs for it. */
function descriptionOf(op: Operation): string {
  const { summary, tool, effect, csv, content, streamedFile, pdf, needsConfirmation, audited, deprecated } = op
  const facts = [
    ...(deprecated ? [`${deprecationSentence(deprecated)}.`] : []),
    callerOf(op),
    ...(needsConfirmation ? [`A session must have been confirmed within the last ${confirmedWithin[needsConfirmation]}.`] : []),
    ...(audited ? ["Each call has an entry in the audit log."] : []),
    ...(effect === "money" ? ["Moves money."] : []),
    ...(tool ? [`Agents call it as \`${tool}\`.`] : []),
    ...(csv || (streamedFile && !content) ? ["`Accept: text/csv` returns CSV."] : []),
    ...(pdf ? ["`Accept: application/pdf` returns a PDF."] : []),
  ]
  return `${summary}.\n\n${facts.join(" ")}`
}

const confirmedWithin = { recent: "ten minutes", daily: "24 hours" } satisfies Record<Confirmation, string>

function callerOf({ needs, forPeople, open }: Operation): string {
  if (open) return "Needs no credential."
  if (forPeople) return `Only a person who is signed in may send it${needs ? `, with the permission \`${needs}\`` : ""}.`
  return needs ? `Needs the permission \`${needs}\`.` : "Any caller may send it."
}

/** Path parameters are not sent again in the body. */
function withoutFields({ properties = {}, required = [], ...rest }: Schema, names: string[]): Schema {
  const others = Object.entries(properties).filter(([name]) => !names.includes(name))
  const remaining = required.filter(name => !names.includes(name))
  return { ...rest, properties: Object.fromEntries(others), ...(remaining.length > 0 && { required: remaining }) }
}

function requestBody({ examples, ...schema }: Schema, noun: string) {
  const example = examples?.[0] ?? exampleOf(schema, "request", noun)
  return { required: (schema.required ?? []).length > 0, content: { "application/json": { schema, example } } }
}

const requestIdHeader = { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } }

/** The name of a file on the reader's disk stands for its bytes. */
function formOf({ examples, properties = {}, ...rest }: Schema) {
  const { description } = properties["file"] ?? {}
  const file = { type: "string", format: "binary", ...(description && { description }) }
  const schema = {
    ...rest,
    properties: { ...properties, file },
    required: ["file", ...(rest.required ?? []).filter(name => name !== "file")],
  }
  const example = { file: "statement.xml", ...(examples?.[0] as object) }
  return { required: true, content: { "multipart/form-data": { schema, example } } }
}

function success(op: Operation, route: string, schemas: Schemas): Record<string, Response> {
  const output = outputSchema(op.output, schemas)
  if (op.stream) return streamed(output, op, schemas)
  if (op.content) return { "200": { description: "The file", headers: requestIdHeader, content: fileContent } }
  if (op.file) return { "200": { description: "The document", headers: requestIdHeader, content: { "application/pdf": pdfMedia } } }
  const schema = op.list
    ? listSchema(output, op.list.under)
    : objectSchema(op.success ? { success: { const: true }, data: output } : { data: output })
  const replayed = route.startsWith("POST ") && !op.open && { "Idempotent-Replayed": { $ref: "#/components/headers/Idempotent-Replayed" } }
  const response = {
    description: op.creates ? "Created" : "Done",
    headers: { ...requestIdHeader, ...replayed },
    content: {
      "application/json": { schema, example: exampleOf(schema, "response", op.noun, schemas) },
      ...((op.csv || op.streamedFile) && { "text/csv": { schema: { type: "string" } } }),
      ...(op.pdf && { "application/pdf": pdfMedia }),
    },
  }
  return { [op.creates ? "201" : "200"]: response }
}

const fileContent: ResponseContent = { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
const pdfMedia: Media = { schema: { type: "string", format: "binary" } }

function streamed(schema: Schema, op: Operation, schemas: Schemas): Record<string, Response> {
  const media = { schema, example: exampleOf(schema, "response", op.noun, schemas) }
  return {
    "200": { description: "Each message has one of these as its data", headers: requestIdHeader, content: { "text/event-stream": media } },
  }
}

const objectSchema = (properties: Record<string, Schema>): Schema => ({ type: "object", properties, required: Object.keys(properties) })

/** The lists of approvals are nested one level deeper. */
function listSchema({ properties = {} }: Schema, under: string | undefined): Schema {
  const { data, hasMore, count } = properties as Record<"data" | "hasMore" | "count", Schema>
  return objectSchema({ data: under ? objectSchema({ [under]: data }) : data, hasMore, count })
}

/** Most statuses have the same codes in every operation; those are shared components. */
function errorResponses({ byStatus, shared }: Failures, all: string[]): Record<string, Response | ResponseRef> {
  const each = [...byStatus(all)].map(([status, group]) => {
    const isShared = shared.get(status)?.join() === group.join()
    return [String(status), isShared ? { $ref: `#/components/responses/${status}` } : errorResponse(group)] as const
  })
  return Object.fromEntries(each)
}

function errorResponse(group: string[]): Response {
  const examples = Object.fromEntries(group.map(code => [code, { $ref: `#/components/examples/${code}` }]))
  const schema = { $ref: "#/components/schemas/Error" }
  return { description: group.join(", "), content: { "application/json": { schema, examples } }, "x-codes": group }
}

/** Every code that an operation or a shared response names. */
function codesIn(responses: (Response | ResponseRef)[]): Set<string> {
  return new Set(responses.flatMap(response => ("$ref" in response ? [] : (response["x-codes"] ?? []))))
}

function sharedFailures({ shared, codes, exampleOf }: Failures, paths: Record<string, Record<string, Endpoint>>) {
  const responses = Object.fromEntries([...shared].map(([status, group]) => [String(status), errorResponse(group)]))
  const endpoints = Object.values(paths).flatMap(methods => Object.values(methods))
  const used = codesIn([...Object.values(responses), ...endpoints.flatMap(endpoint => Object.values(endpoint.responses))])
  return { responses, examples: Object.fromEntries(codes.filter(code => used.has(code)).map(code => [code, exampleOf(code)])) }
}

const sortByName = (schemas: Schemas): Schemas => Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const securitySchemes = {
  ApiKey: { type: "apiKey", in: "header", name: "Authorization", description: "The word ApiKey, a space, and the key: `ApiKey cs_…`" },
  Tenant: { type: "apiKey", in: "header", name: "X-TENANT-ID", description: "The _id of the tenant that the key belongs to" },
  Session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-session",
    description:
      "The cookie of a person who has signed in; a write needs the header Origin of our own pages. On plain http its name is `session`",
  },
}

const headers = {
  "X-Request-Id": { description: "Identifies this request in the logs; include it when you ask for help", schema: { type: "string" } },
  "Idempotent-Replayed": {
    description: "true: the stored response of an earlier, equal request",
    schema: { type: "string", enum: ["true"] },
  },
}

const errorSchema: Schema = objectSchema({
  error: {
    type: "object",
    required: ["code", "message", "details", "retryable", "requestId", "docUrl"],
    properties: {
      code: { type: "string", pattern: "^[A-Z]{3}-[0-9]{4}$", description: "Stable and never reused; new ones may be added" },
      message: { type: "string", description: "What is wrong and what to do" },
      errors: {
        type: "array",
        description: "Each invalid field",
        items: objectSchema({ path: { type: "string" }, message: { type: "string" } }),
      },
      details: { type: "object", description: "The values that the message names", additionalProperties: {} },
      retryable: { type: "boolean", description: "Whether the same request may succeed later" },
      requestId: { type: "string" },
      docUrl: { type: "string", format: "uri", description: "The entry of this code in the list of errors" },
    },
  },
})

const conventions = [
  "Amounts are whole numbers of the currency's minor unit. Timestamps are ISO 8601 with a zone and come back in UTC.",
  "Only GET and POST are used. Unknown fields and parameters are rejected; the error names them.",
  "A success has the key data; a failure has the single key error.",
].join(" ")
