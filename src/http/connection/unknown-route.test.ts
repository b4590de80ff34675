import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"

const { api, baseUrl } = await startTestServer({ ROLE: "api" })
const id = "f".repeat(24)

test("a method that is not allowed is answered with the route that does it", async () => {
  const table: [method: string, path: string, instead: string, allowed: string][] = [
    ["PATCH", `/v1/contacts/${id}`, "POST /v1/contacts/{id}/update", "GET"],
    ["PUT", `/v1/contacts/${id}`, "POST /v1/contacts/{id}/update", "GET"],
    ["POST", `/v1/contacts/${id}`, "POST /v1/contacts/{id}/update", "GET"],
    ["DELETE", `/v1/payment-intents/${id}`, "POST /v1/payment-intents/{id}/delete", "GET"],
    ["DELETE", `/v1/orders/${id}`, "POST /v1/orders/{id}/cancel", "GET"],
    ["DELETE", `/v1/contacts/${id}`, "GET /v1/contacts/{id}", "GET"],
    ["POST", "/v1/contacts", "POST /v1/contacts/create", "GET"],
    ["PUT", "/v1/contacts", "POST /v1/contacts/create", "GET"],
    ["PATCH", "/v1/settings", "POST /v1/settings/update", "GET"],
    ["GET", "/v1/contacts/create", "POST /v1/contacts/create", "POST"],
    ["GET", "/v1/payment-splits/preview", "POST /v1/payment-splits/preview", "POST"],
    ["GET", `/v1/contacts/${id}/update`, "POST /v1/contacts/{id}/update", "POST"],
    ["DELETE", "/v1/nothing", "GET or POST", "GET, POST"],
  ]
  for (const [method, path, instead, allowed] of table) {
    const { status, body, headers } = await api.send(method, path, method === "GET" ? undefined : {}, { authorization: null })
    assert.deepEqual([status, body.error.code], [405, "GEN-1005"], `${method} ${path}`)
    assert.equal(body.error.message, `Method ${method} is not allowed here; use ${instead}`)
    assert.equal(headers.get("allow"), allowed, `${method} ${path}`)
  }
})

test("an object whose name is that of no action is still read by it", async () => {
  assert.equal((await api.get("/v1/contacts/created")).body.error.code, "GEN-1004")
  assert.equal((await api.get("/v1/users/user")).status, 200)
})

test("a browser gets a page at a mistyped address of payers, partners and readers, and a program gets JSON", async () => {
  const browser = { accept: "text/html,*/*;q=0.8", "accept-language": "pt" }
  const table: [path: string, says: string, leadsTo: string | undefined][] = [
    ["/pay", "pagamento", undefined],
    [`/pay/${id}/nothing?x=1`, "pagamento", undefined],
    ["/p/a/b", "pagamento", undefined],
    ["/portal/nothing", "Não há nada aqui", "/portal"],
    ["/partners/", "Não há nada aqui", "/partners"],
    ["/docs/nothing", "There is no such page", "/docs"],
  ]
  for (const [path, says, leadsTo] of table) {
    const response = await fetch(baseUrl + path, { headers: browser })
    assert.deepEqual([response.status, response.headers.get("content-type")], [404, "text/html; charset=utf-8"], path)
    const html = await response.text()
    assert.ok(html.includes(says), path)
    if (leadsTo !== undefined) assert.ok(html.includes(`href="${leadsTo}"`), path)
    assert.equal((await api.get(path)).body.error.code, "GEN-1006", path)
  }
  for (const path of ["/docs/nothing.js", "/docs/guides/nothing", "/docs/images/nothing.png", "/web/nothing.js", "/web/__proto__"])
    assert.equal((await api.get(path, { accept: "*/*" })).body.error.code, "GEN-1006", path)
  assert.equal((await api.get("/payroll", { accept: "text/html" })).status, 404)
})
