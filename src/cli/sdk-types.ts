import type { Document, Endpoint } from "../http/openapi/document.ts"
import { mediaOf, sentOf } from "../http/openapi/document.ts"
import type { Schema } from "../http/openapi/json-schema.ts"
import { partsOf } from "../http/openapi/names.ts"
import type { Parameter } from "../http/openapi/parameters.ts"
import { commentOf, fieldsOf, typeOf } from "./schema-types.ts"

const warning = "// Printed from the operations by `npm run print`. Do not edit it.\n"

/** An operation of the document with its route. */
type Operation = { route: string; endpoint: Endpoint }

/** The types of sdk/: objects, operations by their routes, methods by their names, events and error codes. */
export function sdkTypes(document: Document): string {
  const operations = operationsOf(document)
  return [
    warning,
    'import type { List } from "../list.ts"\nimport type { Options } from "../options.ts"\n',
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => (name === "Error" ? [] : [namedType(name, schema)])),
    `/** Each operation by its route. */\nexport type Api = {\n${operations.map(apiEntry).join("")}}\n`,
    `/** The methods of a client. */\nexport type Resources = ${methodTree(operations.filter(isCallable))}\n`,
    eventTypes(document),
    `export type ErrorCode =\n${Object.keys(document.components.examples)
      .map(code => `  | "${code}"\n`)
      .join("")}`,
  ].join("\n")
}

/** The route of each method. A list, a file and other reads are told apart, because their methods return different things. */
export function sdkRoutes(document: Document): string {
  const lines = operationsOf(document)
    .filter(isCallable)
    .map(({ route, endpoint }) => {
      const { method, path } = partsOf(route)
      const kind = isFile(endpoint) ? "FILE" : isList(endpoint) ? "LIST" : method
      return `  "${endpoint.operationId}": "${kind} ${path.slice("/v1/".length)}",\n`
    })
  return `${warning}export const routes = {\n${lines.join("")}} as const\n`
}

export function operationsOf({ paths }: Pick<Document, "paths">): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, endpoint]) => ({ route: `${method.toUpperCase()} ${path}`, endpoint })),
  )
}

/** What an API key can call and what is no endless stream. The others need a person who is signed in. */
export const isCallable = ({ endpoint }: Operation) => endpoint.security === undefined && !("text/event-stream" in contentOf(endpoint))

export function contentOf({ responses }: Endpoint) {
  const success = Object.values(responses)[0]!
  if ("$ref" in success) throw new Error(`A success is described by ${success.$ref}`)
  return success.content
}

export const responseOf = (endpoint: Endpoint): Schema => mediaOf(contentOf(endpoint)).schema
export const isFile = (endpoint: Endpoint) => !("application/json" in contentOf(endpoint))
export const isList = (endpoint: Endpoint) => responseOf(endpoint).properties?.["hasMore"] !== undefined

const namedType = (name: string, schema: Schema) => `${commentOf(schema)}export type ${name} = ${typeOf(schema, "output")}\n`

function apiEntry({ route, endpoint }: Operation): string {
  const { data } = responseOf(endpoint).properties ?? {}
  const output = isFile(endpoint) ? "unknown" : typeOf(isList(endpoint) ? responseOf(endpoint) : (data ?? {}), "output", 2)
  return `  "${route}": {\n    input: ${inputOf(endpoint)}\n    output: ${output}\n  }\n`
}

/** A body, or the query parameters of a read. */
function inputOf({ parameters = [], requestBody }: Endpoint): string {
  if (requestBody) return typeOf(sentOf(requestBody.content).schema, "input", 2)
  const query = parameters.filter(each => each.in === "query")
  if (query.length === 0) return "Record<string, never>"
  const lines = query.map(each => (each.style === "deepObject" ? metadataFilter(each) : parameterField(each)))
  return `{\n${lines.join("")}    }`
}

const metadataFilter = ({ name }: Parameter) => `      [key: \`${name}[\${string}]\`]: string | undefined\n`
const parameterField = ({ name, description, schema, required }: Parameter) =>
  fieldsOf({ properties: { [name]: { ...schema, description } }, required: required ? [name] : [] }, "input", 3)

type Tree = { operation?: Operation; children: Map<string, Tree> }

/** `paymentIntents.create` is a method in a group. A name may be both. */
function methodTree(operations: Operation[]): string {
  const root: Tree = { children: new Map() }
  for (const operation of operations) {
    let node = root
    for (const name of operation.endpoint.operationId.split(".")) {
      const next: Tree = node.children.get(name) ?? { children: new Map() }
      node.children.set(name, next)
      node = next
    }
    node.operation = operation
  }
  return renderGroup(root, 0)
}

function renderGroup({ children }: Tree, depth: number): string {
  const indent = "  ".repeat(depth + 1)
  const lines = [...children].map(([name, node]) => {
    const { operation } = node
    if (!operation) return `${indent}${name}: ${renderGroup(node, depth + 1)}\n`
    const comment = commentOf({ description: operation.endpoint.description.split("\n")[0]! }, depth + 1)
    const group = node.children.size > 0 ? ` & ${renderGroup(node, depth + 1)}` : ""
    const method = group ? `(${signatureOf(operation, " =>")})${group}` : signatureOf(operation, ":")
    return `${comment}${indent}${name}${group ? ": " : ""}${method}\n`
  })
  return `{\n${lines.join("")}${"  ".repeat(depth)}}`
}

function signatureOf({ route, endpoint }: Operation, arrow: string): string {
  const { fields } = partsOf(route)
  const { parameters = [], requestBody } = endpoint
  const isNeeded = requestBody?.required || parameters.some(each => each.in === "query" && each.required)
  const input = `Api["${route}"]["input"]`
  const output = `Api["${route}"]["output"]`
  const result = isFile(endpoint) ? "Promise<Response>" : isList(endpoint) ? `List<${output}>` : `Promise<${output}>`
  const named = [...fields.map(name => `${name}: string`), `input${isNeeded ? "" : "?"}: ${input}`, "options?: Options"]
  return `(${named.join(", ")})${arrow} ${result}`
}

/** The messages that webhooks receive, told apart by `event`. */
function eventTypes({ webhooks }: Document): string {
  const types = Object.values(webhooks).map(
    ({ post }) => `  | ${typeOf(post.requestBody.content["application/json"].schema, "output", 1)}\n`,
  )
  return `/** What a webhook receives, told apart by \`event\`. */\nexport type WebhookEvent =\n${types.join("")}`
}
