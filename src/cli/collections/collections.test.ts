// The printed collections, as Postman and Bruno read them: every body is valid, and requests do what they say.
import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { test } from "node:test"
import { application } from "../../app.ts"
import { type Any, startTestServer } from "../../../test/harness.ts"

const folder = join(dirname(dirname(dirname(import.meta.dirname))), "docs/collections")
const read = (path: string) => readFileSync(join(folder, path), "utf8")
const collection: Any = JSON.parse(read("postman.json"))
const requests: Any[] = collection.item.flatMap((group: Any) => group.item)
const routeOf = ({ request }: Any) =>
  `${request.method} ${request.url.raw
    .replace("{{baseUrl}}", "")
    .split("?")[0]
    .replaceAll(/:(\w+)/g, "{$1}")}`
const { baseUrl, keys } = await startTestServer()

/** Sends a request as Postman does, with the values of the environment and without what is switched off. */
async function send({ request }: Any, path: Record<string, string> = {}, change: (body: Any) => Any = body => body) {
  const values: Record<string, string> = { baseUrl, key: keys.apiKey, tenant: keys.tenantId, $guid: crypto.randomUUID() }
  const fill = (text: string) => text.replaceAll(/\{\{([$\w]+)\}\}/g, (_, name: string) => values[name]!)
  const given: Record<string, string> = {
    ...Object.fromEntries((request.url.variable ?? []).map(({ key, value }: Any) => [key, value])),
    ...path,
  }
  const url = fill(request.url.raw).replaceAll(/:([a-z]\w*)/gi, (whole, name: string) => given[name] ?? whole)
  const headers = Object.fromEntries(
    [...request.header, { key: collection.auth.apikey[0].value, value: collection.auth.apikey[1].value }]
      .filter(({ disabled }: Any) => !disabled)
      .map(({ key, value }: Any) => [key, fill(value)]),
  )
  const body = request.body && JSON.stringify(change(JSON.parse(request.body.raw)))
  const response = await fetch(url, {
    method: request.method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    body,
  })
  return { status: response.status, ...((await response.json()) as Any) }
}
const named = (route: string) => requests.find(each => routeOf(each) === route) ?? assert.fail(`${route} is not in the collection`)

test("every operation that an API key may call is in both collections, with a body that is valid", () => {
  const callable = application.operations.filter(op => op.route && !op.forPeople && !op.open && !op.stream)
  assert.deepEqual(requests.map(routeOf).toSorted(), callable.map(op => op.route!).toSorted())
  const files = globSync("bruno/*/*.bru", { cwd: folder }).filter(path => !/folder\.bru$|environments/.test(path))
  assert.equal(files.length, requests.length)
  for (const { request } of requests.filter(each => each.request.body?.mode === "raw")) {
    const op = callable.find(each => each.route === routeOf({ request }))!
    const path = Object.fromEntries(
      (request.url.variable ?? []).filter(({ key }: Any) => key in op.input.shape).map(({ key, value }: Any) => [key, value]),
    )
    const { error } = op.input.safeParse({ ...JSON.parse(request.body.raw), ...path })
    assert.equal(error, undefined, `${op.route}: ${error?.message}`)
  }
})

test("a file of Bruno has the same request as Postman", () => {
  const post = requests.find(each => routeOf(each) === "POST /v1/payment-intents/{id}/cancel")
  const text = read("bruno/payment-intents/cancel.bru")
  assert.match(
    text,
    /^meta \{\n {2}name: .+\n {2}type: http\n {2}seq: \d+\n\}\n\npost \{\n {2}url: \{\{baseUrl\}\}\/v1\/payment-intents\/:id\/cancel\n/,
  )
  assert.match(text, /^headers \{\n {2}Idempotency-Key: \{\{\$guid\}\}\n {2}~Dry-Run:/m)
  const body = /^body:json \{\n([^]*?)\n\}$/m.exec(text)![1]!
  assert.deepEqual(JSON.parse(body), JSON.parse(post.request.body.raw))
  for (const path of globSync("bruno/**/*.bru", { cwd: folder }))
    assert.doesNotMatch(read(path), /undefined|\[object|^\} .|^(?!\w[\w:-]* [{[]$|[}\]]$| {2}|$)/m, path)
  assert.deepEqual(
    JSON.parse(read("postman-environment.json")).values.map(({ key }: Any) => key),
    ["baseUrl", "key", "tenant"],
  )
  assert.match(read("bruno/environments/Sandbox.bru"), /^vars:secret \[\n {2}key\n\]$/m)
})

test("requests of the collection make a payment, twice where the button is pressed twice", async () => {
  assert.equal((await send(named("GET /v1/contacts"))).status, 200)
  const contact = await send(named("POST /v1/contacts/create"))
  assert.equal(contact.status, 201, JSON.stringify(contact))
  assert.equal((await send(named("POST /v1/contacts/create"))).error.code, "GEN-1010", "the same e-mail again")
  const intents = [await send(named("POST /v1/payment-intents/create")), await send(named("POST /v1/payment-intents/create"))]
  assert.deepEqual(
    intents.map(({ status }) => status),
    [201, 201],
  )
  assert.notEqual(intents[0].data._id, intents[1].data._id)
  const { _id: id, due } = intents[0].data
  const paid = await send(named("POST /v1/transactions/create"), {}, body => ({ ...body, paymentIntent: id, amount: due }))
  assert.equal(paid.status, 201, JSON.stringify(paid))
  assert.equal((await send(named("GET /v1/payment-intents/{id}"), { id })).data.status, "paid-full")
  assert.equal((await send(named("POST /v1/payment-intents/{id}/cancel"), { id })).status, 409)
  assert.equal((await send(named("POST /v1/payment-intents/{id}/cancel"), { id: intents[1].data._id })).data.status, "canceled")
  assert.equal((await send(named("GET /v1/ledger/verify"))).data.ok, true)
})

test("no request of the collection is malformed: each read answers 200, or 404 or a refusal that names what to fill in", async () => {
  for (const each of requests.filter(({ request }) => request.method === "GET")) {
    const route = routeOf(each)
    const response = await fetch(
      each.request.url.raw.replace("{{baseUrl}}", baseUrl).replaceAll(/:([a-z]\w*)(?=\/|$|\?)/gi, "69f0c0ffee69f0c0ffee69f0"),
      {
        headers: { authorization: `ApiKey ${keys.apiKey}`, "x-tenant-id": keys.tenantId },
      },
    )
    const text = await response.text()
    if (response.status === 200) continue
    const { code } = (JSON.parse(text) as Any).error
    assert.ok(response.status === 404 ? code !== "GEN-1006" : response.status < 500, `${route}: ${response.status} ${text}`)
  }
})
