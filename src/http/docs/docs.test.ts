import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { before, test } from "node:test"
import Fastify from "fastify"
import { z } from "zod"
import { application } from "../../app.ts"
import { readConfig, useConfig } from "../../kit/service/config.ts"
import { renderDocuments } from "../../cli/print.ts"
import { version } from "../about.ts"
import { addAssetRoutes } from "../static/routes.ts"
import { addDocsRoutes } from "./routes.ts"
import { type Document, type Endpoint, openapi, type Response } from "../openapi/document.ts"
import { nameOf, type Schema } from "../openapi/json-schema.ts"
import { partsOf } from "../openapi/names.ts"

const base = "https://pay.example.com"
useConfig(readConfig({ BASE_URL: base }))
const app = Fastify()
addDocsRoutes(app, application)
addAssetRoutes(app)

const routed = application.operations.flatMap(op => (op.route ? [{ op, route: op.route }] : []))
const pages = ["/", "/docs", "/docs/errors"]
let document: Document

before(async () => {
  document = JSON.parse(await get("/docs/openapi.json")) as Document
})

async function get(url: string): Promise<string> {
  const answer = await app.inject(url)
  assert.equal(answer.statusCode, 200, url)
  return answer.body
}

function endpointOf(route: string): Endpoint {
  const { method, path } = partsOf(route)
  return document.paths[path]![method.toLowerCase()]!
}

const contentOf = (response: Endpoint["responses"][string] | undefined) => (response as Response).content["application/json"]

test("every operation with a route is in the document, with a unique id and an example of its response", () => {
  const ids = new Set<string>()
  for (const { op, route } of routed) {
    const endpoint = endpointOf(route)
    const status = route.endsWith("/create") ? "201" : "200"
    const example = contentOf(endpoint.responses[status]).example as { data: unknown }
    assert.ok(example.data !== undefined, route)
    assert.equal(endpoint["x-permission"], op.needs)
    assert.ok(!ids.has(endpoint.operationId), `${endpoint.operationId} occurs twice`)
    ids.add(endpoint.operationId)
  }
  assert.equal(ids.size, routed.length)
})

test("operations without a route are not in the document", () => {
  const count = Object.values(document.paths).flatMap(methods => Object.keys(methods)).length
  assert.equal(count, routed.length)
})

test("the example of every request matches its schema", () => {
  for (const { op, route } of routed) {
    const { requestBody } = endpointOf(route)
    if (!requestBody) continue
    const { example, schema } = requestBody.content["application/json"]
    const { fields } = partsOf(route)
    const issues = op.input.strict().safeParse(example).error?.issues ?? []
    const faults = issues.filter(({ path }) => !fields.includes(String(path[0]))) // path parameters are not in the body
    assert.deepEqual(faults, [], `${route}: ${JSON.stringify(example)}`)
    assert.equal(schema.additionalProperties, false, route)
  }
})

test("the example of every response matches the output schema", () => {
  for (const { op, route } of routed) {
    const { example } = contentOf(Object.values(endpointOf(route).responses).find(each => !("$ref" in each)))
    const { data, ...rest } = example as { data: unknown }
    const result = op.list ? { data: op.list.under ? (data as Record<string, unknown>)[op.list.under] : data, ...rest } : data
    const parsed = op.output.safeParse(result)
    assert.ok(parsed.success, `${route}: ${JSON.stringify(result)} ${parsed.error && z.prettifyError(parsed.error)}`)
  }
})

test("a list documents its sort orders, filters and operators", () => {
  const parameters = endpointOf("GET /v1/payment-intents").parameters!
  const named = (name: string) => parameters.find(each => each.name === name)
  assert.deepEqual(named("sort")?.schema.enum, ["-dueAt", "dueAt", "-createdAt", "createdAt"])
  assert.deepEqual(named("amount")?.["x-operators"], ["ne", "in", "gt", "gte", "lt", "lte"])
  assert.ok(named("status")?.schema.enum?.includes("overdue"))
  assert.equal(named("metadata")?.style, "deepObject")
})

test("a write documents its headers and the error codes of its resource", () => {
  const { parameters = [], responses } = endpointOf("POST /v1/payment-intents/{id}/cancel")
  assert.deepEqual(
    parameters.map(({ name }) => name),
    ["id", "Dry-Run", "If-Match"],
  )
  assert.ok((responses["409"] as Response)["x-codes"]?.includes("PIN-1001"))
  const create = endpointOf("POST /v1/payment-intents/create")
  assert.ok(create.parameters?.some(({ name }) => name === "Idempotency-Key"))
  assert.ok((create.responses["422"] as Response)["x-codes"]?.includes("IDM-1002"))
})

test("every reference inside the document resolves, and redundant keywords are removed", () => {
  const text = JSON.stringify(document)
  for (const [, path = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = path.split("/").reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
    assert.ok(target, path)
  }
  assert.doesNotMatch(text, /\$schema|9007199254740991|\$defs|"id":"[A-Z]/)
})

test("a response references its object by name", () => {
  const { schema } = contentOf(endpointOf("GET /v1/contacts/{id}").responses["200"])
  assert.equal(nameOf((schema.properties as Record<string, Schema>)["data"]!.$ref!), "Contact")
})

test("every error code is on the errors page and has an example", async () => {
  const html = await get("/docs/errors")
  for (const code of application.errors.flatMap(family => Object.keys(family.entries))) {
    assert.ok(html.includes(`id="${code}"`), code)
    const example = document.components.examples[code]
    assert.equal(example?.value.error.code, code)
    assert.doesNotMatch(example?.value.error.message ?? "undefined", /undefined|\{/, code)
  }
})

test("the reference shows every operation with an example request", async () => {
  const html = await get("/docs")
  for (const { route } of routed) assert.ok(html.includes(`id="${endpointOf(route).operationId}"`), route)
  assert.match(html, /Idempotency-Key: \$\(date \+%s\)-\$RANDOM/)
})

test("no page loads anything from another host or allows inline scripts and styles", async () => {
  for (const url of pages) {
    const { body, headers } = await app.inject(url)
    for (const [, address] of body.matchAll(/(?:src|href|action)="([^"]*)"/g)) assert.match(address!, /^[/#]/, `${url} leads to ${address}`)
    assert.doesNotMatch(body, /<style|style="|<script(?! src="\/assets\/site\.js" defer>)| on\w+="/, url)
    assert.match(String(headers["content-security-policy"]), /default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'/)
    assert.match(body, /<html lang="en">/)
  }
})

test("pages and assets are served with an ETag", async () => {
  for (const url of ["/assets/site.css", "/assets/site.js", "/assets/logo.svg", "/assets/logo-96.png", ...pages]) {
    const { statusCode, headers } = await app.inject(url)
    assert.equal(statusCode, 200, url)
    const again = await app.inject({ url, headers: { "if-none-match": headers.etag! } })
    assert.equal(again.statusCode, 304, url)
    assert.equal(again.body, "")
  }
})

test("llms.txt has one line for every route", async () => {
  const lines = (await get("/docs/llms.txt")).split("\n")
  for (const { route } of routed) assert.equal(lines.filter(line => line.startsWith(`- ${route}: `)).length, 1, route)
})

test("server.json is a valid registry entry", async () => {
  const entry = JSON.parse(await get("/docs/server.json")) as Record<string, string> & { icons: { src: string }[]; remotes: unknown[] }
  assert.match(entry["name"]!, /^com\.example\.pay\/[\w.-]+$/)
  assert.ok(entry["description"]!.length > 0 && entry["description"]!.length <= 100)
  assert.equal(entry["version"], version)
  assert.equal(entry["websiteUrl"], base)
  for (const { src } of entry.icons) assert.match(src, /^https:\/\/.{1,240}$/)
  const [remote] = entry.remotes as { type: string; url: string; headers: { name: string; isSecret: boolean }[] }[]
  assert.deepEqual([remote?.type, remote?.url], ["streamable-http", `${base}/v1/mcp`])
  assert.ok(remote?.headers.some(({ name, isSecret }) => name === "Authorization" && isSecret))
})

test("the printed documents are up to date", () => {
  for (const [path, text] of Object.entries(renderDocuments()))
    assert.equal(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"), text, `${path} is stale: npm run print`)
  assert.deepEqual(openapi(application, base), openapi(application, base))
})
