import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { before, test } from "node:test"
import Fastify from "fastify"
import { z } from "zod"
import { application } from "../../app.ts"
import { html as template } from "../../kit/pure/html.ts"
import { readConfig, setConfig } from "../../kit/service/config.ts"
import { version } from "../about.ts"
import { addAssetRoutes } from "../static/routes.ts"
import { guideNames } from "./guides.ts"
import { addDocsRoutes } from "./routes.ts"
import { pagePaths } from "./site.ts"
import { eventSchemas } from "../../money/gateways/schema.ts"
import { simulator } from "../../money/gateways/simulator.ts"
import { type Document, type Endpoint, mediaOf, type Response, sentOf } from "../openapi/document.ts"
import { nameOf, type Schema } from "../openapi/json-schema.ts"
import { partsOf, tagOf } from "../openapi/names.ts"
import { resourcePath } from "./pages/objects.ts"

const base = "https://pay.example.com"
setConfig(readConfig({ BASE_URL: base }))
const app = Fastify()
addDocsRoutes(app, application)
addAssetRoutes(app)

const routed = application.operations.flatMap(op => (op.route ? [{ op, route: op.route }] : []))
const pages = pagePaths(application.operations)
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

const contentOf = (response: Endpoint["responses"][string] | undefined) => mediaOf((response as Response).content)

/** It answers with bytes, of which there is no example. */
const isFile = (op: (typeof routed)[number]["op"]) => op.content !== undefined || op.file !== undefined

test("every operation with a route is in the document, with a unique id and an example of its response", () => {
  const ids = new Set<string>()
  for (const { op, route } of routed) {
    const endpoint = endpointOf(route)
    const status = op.creates ? "201" : "200"
    const example = contentOf(endpoint.responses[status]).example as { data: unknown } | undefined
    assert.ok(isFile(op) ? example === undefined : example?.data !== undefined, route)
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
    const { example, schema } = sentOf(requestBody.content)
    const { fields } = partsOf(route)
    const issues = op.input.strict().safeParse(example).error?.issues ?? []
    // Path parameters are not in the body, and the name of a file stands for its bytes.
    const faults = issues.filter(({ path }) => !fields.includes(String(path[0])) && !(op.upload && path[0] === "file"))
    assert.deepEqual(faults, [], `${route}: ${JSON.stringify(example)}`)
    assert.equal(schema.additionalProperties, false, route)
  }
})

test("the example of every response matches the output schema", () => {
  for (const { op, route } of routed) {
    if (isFile(op)) continue
    const { example } = contentOf(Object.values(endpointOf(route).responses).find(each => !("$ref" in each)))
    const { data, ...rest } = example as { data: unknown }
    const result = op.stream
      ? example
      : op.list
        ? { data: op.list.under ? (data as Record<string, unknown>)[op.list.under] : data, ...rest }
        : data
    const parsed = op.output.safeParse(result)
    assert.ok(parsed.success, `${route}: ${JSON.stringify(result)} ${parsed.error && z.prettifyError(parsed.error)}`)
  }
})

test("every operation has a unique label that names its object", () => {
  const labels = routed.map(({ route }) => endpointOf(route).summary)
  assert.deepEqual(
    labels.filter((label, i) => labels.indexOf(label) !== i),
    [],
  )
  for (const label of labels) assert.match(label, /^[A-Z]\S* \S/, label)
})

test("every route that ends with create answers 201, and no other one", () => {
  for (const { op, route } of routed) assert.equal(op.creates ?? false, route.endsWith("/create"), route)
})

test("a path parameter says in words what it names", () => {
  const described = (route: string) => endpointOf(route).parameters!.flatMap(each => (each.in === "path" ? [each.description] : []))
  assert.deepEqual(described("POST /v1/orders/{id}/items/{itemId}/delete"), ["The order, by its _id", "The item, by its _id"])
  assert.deepEqual(described("GET /v1/approvals/summary/{entityType}/{id}"), ["The type of the entity", "The entity, by its _id"])
})

test("a list documents its sort orders, filters and operators, each operator as a parameter", () => {
  const parameters = endpointOf("GET /v1/payment-intents").parameters!
  const named = (name: string) => parameters.find(each => each.name === name)
  assert.deepEqual(named("sort")?.schema.enum, ["-dueAt", "dueAt", "-createdAt", "createdAt"])
  assert.deepEqual(named("amount")?.["x-operators"], ["ne", "in", "gt", "gte", "lt", "lte"])
  assert.deepEqual(named("createdAt[gte]")?.schema, { type: "string", format: "date-time" })
  assert.deepEqual([named("status[in]")?.schema.type, named("status[in]")?.style, named("status[in]")?.explode], ["array", "form", false])
  assert.ok(named("status")?.schema.enum?.includes("overdue"))
  assert.equal(named("metadata")?.style, "deepObject")
})

test("a write documents its headers and the error codes of its resource", () => {
  const { parameters = [], responses } = endpointOf("POST /v1/payment-intents/{id}/cancel")
  assert.deepEqual(
    parameters.map(({ name }) => name),
    ["id", "Idempotency-Key", "Dry-Run", "If-Match"],
  )
  assert.ok((responses["409"] as Response)["x-codes"]?.includes("PIN-1001"))
  const create = endpointOf("POST /v1/payment-intents/create")
  assert.ok(create.parameters?.some(({ name }) => name === "Idempotency-Key"))
  assert.ok((create.responses["422"] as Response)["x-codes"]?.includes("IDM-1002"))
})

test("a read documents that a reference may match nothing or several objects, and a preview documents its refusals", () => {
  const codesOf = (route: string, status: string) => (endpointOf(route).responses[status] as Response | undefined)?.["x-codes"]
  assert.deepEqual([codesOf("GET /v1/payment-intents", "404"), codesOf("GET /v1/payment-intents", "409")], [["SMR-1001"], ["SMR-1002"]])
  assert.equal(codesOf("GET /v1/contacts", "404"), undefined)
  assert.deepEqual(codesOf("GET /v1/analytics/payment-splits", "404"), ["SMR-1001"])
  for (const path of ["{id}", "{id}/statement"]) assert.deepEqual(codesOf(`GET /v1/partnerships/${path}`, "409"), ["SMR-1002"], path)
  const preview = "POST /v1/payment-splits/preview"
  assert.deepEqual([codesOf(preview, "404"), codesOf(preview, "422")], [["SMR-1001"], ["IDM-1002", "SPL-1001", "SPL-2001"]])
  for (const status of ["413", "415"]) assert.ok(endpointOf(preview).responses[status], status)
  assert.ok(codesOf("POST /v1/approvals/policies/preview", "400")?.includes("APR-1001"))
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

test("every error code is on the errors page and in errors.json, and those that operations answer with have an example", async () => {
  const html = await get("/docs/errors")
  const sentences = JSON.parse(await get("/docs/errors.json")) as Record<string, string>
  for (const [code, [, sentence]] of application.errors.flatMap(family => Object.entries(family.entries)))
    assert.ok(html.includes(`id="${code}"`) && sentences[code] === sentence, code)
  for (const [code, { value }] of Object.entries(document.components.examples)) {
    assert.deepEqual([value.error.code, value.error.docUrl], [code, `${base}/docs/errors#${code}`])
    assert.doesNotMatch(value.error.message, /undefined|\{/, code)
  }
})

test("the page of a resource shows its operations, each with an example request that can be pasted twice", async () => {
  for (const { op, route } of routed) {
    const html = await get(resourcePath(tagOf(route)))
    const { operationId, summary } = endpointOf(route)
    const [, section = ""] = html.split(`<section class="entry" id="${operationId}">`)
    const [heading = ""] = section.split("</h2>")
    assert.ok(heading.endsWith(`>${template`${summary}`.markup}</a>`), route)
    assert.ok(section.includes(template`${'curl "$BASE/v1/'}`.markup), route)
    assert.ok(html.includes(`<a href="#${operationId}">${template`${summary}`.markup} <span`), route)
    if (op.idempotency) assert.match(section.split("</pre>")[0]!, /Idempotency-Key: [a-z-]+-1\b/, route)
  }
})

test("the contents of every page link to all pages and mark the current one", async () => {
  for (const url of pages.slice(1)) {
    const html = await get(url)
    const [contents = ""] = /<nav [^]*<\/nav>/.exec(html) ?? []
    for (const path of pages.slice(1)) assert.ok(contents.includes(`<a href="${path}"`), `${url} does not lead to ${path}`)
    assert.deepEqual(
      [...contents.matchAll(/href="([^"]*)" aria-current="page"/g)].map(([, href]) => href),
      [url],
    )
  }
})

test("every link leads to an existing page and section", async () => {
  const ids = new Map<string, Set<string>>()
  for (const url of pages) ids.set(url, new Set([...(await get(url)).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)))
  const files = new Set<string>()
  for (const url of pages)
    for (const [, address = ""] of (await get(url)).matchAll(/(?:href|src)="([^"]*)"/g)) {
      const [path = "", id] = address.split("#")
      if (path.startsWith("https://")) continue
      if (id !== undefined) assert.ok(ids.get(path || url)?.has(id), `${url} leads to ${address}`)
      else if (!ids.has(path)) files.add(path)
    }
  const ownRoutes = ["/", "/healthz", "/demo"]
  for (const path of files) if (!ownRoutes.includes(path)) await get(path)
})

test("every guide is a page without unrendered Markdown", async () => {
  for (const name of guideNames()) {
    const html = await get(`/docs/guides/${name}`)
    const text = html.slice(html.indexOf("<main")).replaceAll(/<pre[^]*?<\/pre>|<code>[^]*?<\/code>|<[^>]+>/g, "")
    assert.doesNotMatch(text, /\*\*|`|\]\(|^#|^\||^- /m, name)
    assert.match(await get(`/docs/guides/${name}.md`), /^# /)
  }
})

test("the testing guide names tokens that the simulator takes", async () => {
  const tokens = (await get("/docs/guides/testing")).match(/\btok_\w+/g) ?? []
  assert.ok(tokens.length > 8)
  for (const token of tokens) assert.ok(simulator.isToken(token), token)
})

test("no page loads anything from another host or allows inline scripts and styles", async () => {
  for (const url of pages) {
    const { body, headers } = await app.inject(url)
    for (const [, address] of body.matchAll(/<(?:script|link|img|form)[^>]* (?:src|href|action)="([^"]*)"/g))
      assert.match(address!, /^\//, url)
    assert.doesNotMatch(body, /<style|style="|<script(?! src="\/assets\/site\.js" defer>)| on\w+="/, url)
    assert.match(String(headers["content-security-policy"]), /default-src 'none'; style-src 'self'; script-src 'self'; .*font-src 'self'/)
    assert.match(body, /<html lang="en">/)
  }
})

test("pages and assets are served with an ETag", async () => {
  for (const url of [
    "/assets/site.css",
    "/assets/site.js",
    "/assets/logo.svg",
    "/assets/logo-96.png",
    "/docs/images/widgets.png",
    "/docs",
  ]) {
    const { statusCode, headers } = await app.inject(url)
    assert.equal(statusCode, 200, url)
    const again = await app.inject({ url, headers: { "if-none-match": headers.etag! } })
    assert.equal(again.statusCode, 304, url)
    assert.equal(again.body, "")
  }
})

test("the README links to every guide", () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8")
  for (const name of guideNames()) assert.ok(readme.includes(`](docs/guides/${name}.md)`), name)
})

test("the guide to gateways names every event that an adapter may report", async () => {
  const guide = await get("/docs/guides/gateways.md")
  for (const type of Object.keys(eventSchemas)) assert.ok(guide.includes(`\`${type}\``), type)
})

test("llms.txt is at the root and under /docs, with one line for every route and every guide", async () => {
  const lines = (await get("/llms.txt")).split("\n")
  assert.deepEqual((await get("/docs/llms.txt")).split("\n"), lines)
  for (const name of guideNames())
    assert.ok(
      lines.some(line => line.includes(`${base}/docs/guides/${name}.md`)),
      name,
    )
  for (const { route } of routed) assert.equal(lines.filter(line => line.startsWith(`- ${route}: `)).length, 1, route)
})

/** The registry's own schema (static.modelcontextprotocol.io), without its single `not`, which forbids the version "latest". */
const registrySchemaJson = JSON.parse(readFileSync(new URL("../../../test/server.schema.json", import.meta.url), "utf8"), (key, value) =>
  key === "not" ? undefined : value,
) as Parameters<typeof z.fromJSONSchema>[0]

test("server.json is a valid registry entry", async () => {
  const entry = JSON.parse(await get("/docs/server.json")) as Record<string, string> & { icons: { src: string }[]; remotes: unknown[] }
  const registrySchema = z.fromJSONSchema(registrySchemaJson)
  assert.equal(registrySchema.safeParse(entry).error, undefined)
  for (const wrong of [{ name: "countersign" }, { description: "x".repeat(101) }, { remotes: [{ type: "http", url: base }] }])
    assert.equal(registrySchema.safeParse({ ...entry, ...wrong }).success, false)
  assert.match(entry["name"]!, /^com\.example\.pay\/[\w.-]+$/)
  assert.ok(entry["description"]!.length > 0 && entry["description"]!.length <= 100)
  assert.deepEqual([entry["version"], entry["websiteUrl"]], [version, base])
  for (const { src } of entry.icons) assert.match(src, /^https:\/\/.{1,240}$/)
  const [remote] = entry.remotes as { type: string; url: string; headers: { name: string; isSecret: boolean }[] }[]
  assert.deepEqual([remote?.type, remote?.url], ["streamable-http", `${base}/v1/mcp`])
  assert.ok(remote?.headers.some(({ name, isSecret }) => name === "Authorization" && isSecret))
})
