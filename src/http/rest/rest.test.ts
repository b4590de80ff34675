import assert from "node:assert/strict"
import { connect } from "node:net"
import { test } from "node:test"
import { z } from "zod"
import { type ApiResponse, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { operation } from "../../kit/operation/operation.ts"
import { join } from "../../kit/operation/slice.ts"
import { errorBody } from "../../kit/pure/problem.ts"
import { buildServer } from "../server.ts"
import { generalProblem } from "../../kit/pure/errors.ts"

const server = await startTestServer()
const { api } = server
const unknownId = "f".repeat(24)

const outcomeOf = ({ status, body }: ApiResponse) => `${status} ${body.error?.code}`
const assertOutcome = (answer: ApiResponse, expected: string) => assert.equal(outcomeOf(answer), expected, answer.text)

test("the credential is checked before anything else", async () => {
  assertOutcome(await api.get("/v1/users/user", { authorization: null }), "401 AUT-1001")
  assertOutcome(await api.get("/v1/users/user", { authorization: "" }), "401 AUT-1001")
  for (const header of ["ApiKey", `${api.apiKey}`, `ApiKey${api.apiKey}`, "Basic YTpi", `Bearer ${api.apiKey}`, `ApiKey ${api.apiKey} x`])
    assertOutcome(await api.get("/v1/users/user", { authorization: header }), "401 AUT-1002")
  const forged = api.apiKey.slice(0, -1) + (api.apiKey.endsWith("a") ? "b" : "a")
  assertOutcome(await api.get("/v1/users/user", { authorization: `ApiKey ${forged}` }), "401 AUT-1003")
  const unknownCaller = { authorization: "ApiKey cs_nobody", "x-tenant-id": "nonsense" }
  const answer = await api.post("/v1/contacts/create", "not even JSON", unknownCaller)
  assertOutcome(answer, "401 AUT-1003")
  assert.equal(answer.headers.get("www-authenticate"), "ApiKey")
})

test("an expired key is rejected with its own code, and a key can't be created with an expiry in the past", async () => {
  const { body } = await api.post("/v1/dev/api-keys/create", {
    name: "short",
    role: "viewer",
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
  })
  await server.sql("update api_keys set expires_at = now() where id = $1", [body.data._id])
  assertOutcome(await api.get("/v1/users/user", { authorization: `ApiKey ${body.data.key}` }), "401 AUT-1004")
  assertOutcome(
    await api.post("/v1/dev/api-keys/create", { name: "old", role: "viewer", expiresAt: "2020-01-01T00:00:00Z" }),
    "400 VAL-1003",
  )
})

test("the tenant is checked second: a missing, malformed, unknown or foreign tenant gets the same error", async () => {
  const other = (await server.otherTenant()).keys.tenantId
  for (const tenant of [null, "", "nonsense", unknownId, other]) {
    const answer = await api.post("/v1/contacts/create", { bogus: 1 }, { "x-tenant-id": tenant })
    assertOutcome(answer, "400 TEN-1001")
    assert.equal(answer.body.error.message, "Invalid Tenant ID")
    assert.deepEqual(answer.body.error.details, { header: "X-TENANT-ID" })
  }
})

test("the permission is checked third, and the error names it", async () => {
  const viewer = await server.withRole("viewer")
  const answer = await viewer.post(`/v1/payment-intents/${unknownId}/cancel`)
  assertOutcome(answer, "403 PRM-1001")
  assert.equal(answer.body.error.details.permission, "paymentIntents.edit")
  const developer = await server.withRole("developer")
  assertOutcome(await developer.post("/v1/dev/api-keys/create", { name: "more", role: "admin" }), "403 PRM-1002")
})

test("the idempotency key is checked fourth, the object fifth, the body last", async () => {
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const key = { "idempotency-key": "first" }
  assertOutcome(await api.post("/v1/payment-intents/create", newIntent(contact._id), key), "201 undefined")
  assertOutcome(await api.post("/v1/payment-intents/create", "not even JSON", key), "422 IDM-1002")
  assertOutcome(await api.post("/v1/payment-intents/create", "not even JSON", { "idempotency-key": "" }), "400 IDM-1001")
  assertOutcome(await api.post("/v1/payment-intents/create", "not even JSON", { "idempotency-key": "k".repeat(257) }), "400 IDM-1001")
  assertOutcome(await api.post(`/v1/contacts/${unknownId}/update`, "not even JSON"), "404 GEN-1004")
  assertOutcome(await api.post(`/v1/contacts/nonsense/update`, { bogus: 1 }), "404 GEN-1004")
})

test("an operation that moves money requires an idempotency key", async () => {
  const input = z.object({})
  const app = buildServer(
    join([
      {
        operations: [
          operation({
            route: "POST /v1/things/create",
            creates: true,
            noun: "thing",
            summary: "Move money",
            effect: "money",
            idempotency: "header",
            input,
            output: input,
            run: () => ({}),
          }),
        ],
      },
    ]),
  )
  const headers = { authorization: `ApiKey ${api.apiKey}`, "x-tenant-id": server.keys.tenantId }
  const without = await app.inject({ method: "POST", url: "/v1/things/create", headers })
  assert.equal(without.json().error.code, "IDM-1004")
  assert.equal(
    (await app.inject({ method: "POST", url: "/v1/things/create", headers: { ...headers, "idempotency-key": "k" } })).statusCode,
    201,
  )
})

test("a body must be one JSON object, and errors name the path of each invalid field", async () => {
  for (const raw of ['{"email":', "email=a", '{"a": NaN}', "{'a': 1}"])
    assertOutcome(await api.post("/v1/contacts/create", raw), "400 VAL-1001")
  for (const raw of ['{"email":"a@example.com","email":"b@example.com","profile":{}}', '{"profile":{"phone":"1","phone":"2"}}'])
    assertOutcome(await api.post("/v1/contacts/create", raw), "400 VAL-1001")
  for (const raw of ["null", "42", '"text"', "[]", "[{}]"]) assertOutcome(await api.post("/v1/contacts/create", raw), "400 VAL-1003")
  assertOutcome(await api.post("/v1/contacts/create", { profile: {} }), "400 VAL-1002")
  const answer = await api.post("/v1/payment-intents/create", newIntent("ana@example.com", { items: [{ name: "x", amount: "1" }] }))
  assertOutcome(answer, "400 VAL-1003")
  assert.deepEqual(answer.body.error.errors, [
    { path: "items[0].amount", message: "items[0].amount must be a whole number of minor units" },
  ])
  const rounded = JSON.stringify(newIntent("ana@example.com", { items: [{ name: "x", amount: 7 }] })).replace("7}", "7.00000000000000001}")
  assert.deepEqual((await api.post("/v1/payment-intents/create", rounded)).body.error.errors, answer.body.error.errors)
  const typo = await api.post("/v1/contacts/create", { ...newContact(), profile: { nick: "A" }, emial: "x" })
  assertOutcome(typo, "400 VAL-1005")
  assert.deepEqual(
    typo.body.error.errors.map((error: { path: string }) => error.path),
    ["profile.nick", "emial"],
  )
  for (const value of ['"a\\u0000b"', '"\\ud800"'])
    assertOutcome(await api.post("/v1/contacts/create", `{"email":"a@example.com","profile":{},"metadata":{"k":${value}}}`), "400 VAL-1003")
  assertOutcome(await api.post("/v1/contacts/create", '{"__proto__":{"email":"a@example.com"}}'), "400 VAL-1005")
})

test("a body of another type is 415, one over 1 MiB is 413, and the API key is checked before both", async () => {
  const raw = JSON.stringify(newContact())
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
    assertOutcome(await api.post("/v1/contacts/create", raw, { "content-type": type }), "415 VAL-1008")
  assertOutcome(await api.post("/v1/contacts/create", raw, { "content-type": "application/json; charset=utf-8" }), "201 undefined")
  const big = JSON.stringify({ ...newContact(), metadata: { big: "x".repeat(1_100_000) } })
  assertOutcome(await api.post("/v1/contacts/create", big), "413 VAL-1006")
  assertOutcome(await api.post("/v1/contacts/create", big, { authorization: "ApiKey cs_nobody" }), "401 AUT-1003")
})

test("another method than GET and POST is 405, and an unknown route is 404", async () => {
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const answer = await api.send(method, "/v1/contacts", {}, {})
    assertOutcome(answer, "405 GEN-1005")
    assert.equal(answer.headers.get("allow"), "GET")
  }
  assertOutcome(await api.post("/v1/users", {}), "405 GEN-1005")
  for (const path of [
    "/v1/no-such-thing",
    "/v2/contacts",
    "//v1/contacts",
    "//",
    "//x:y",
    "/v1/contacts/%E0%A4%A",
    `/v1/contacts/${"x".repeat(500)}`,
  ])
    assertOutcome(await api.get(path), "404 GEN-1006")
  assertOutcome(await api.get("/v1/users/user?x=1"), "400 VAL-1004")
  assertOutcome(await api.post("/v1/contacts/create?x=1", newContact()), "400 VAL-1004")
})

test("every response has its own request id, and an error body repeats it", async () => {
  const answers = [await api.get("/v1/users/user"), await api.get("/v1/nothing"), await api.post("/v1/contacts/create", {})]
  const ids = answers.map(({ headers }) => headers.get("x-request-id"))
  assert.equal(new Set(ids).size, 3)
  assert.deepEqual(
    answers.slice(1).map(({ body }) => body.error.requestId),
    ids.slice(1),
  )
})

test("a dry run checks every rule and constraint, returns the result it would have, and saves nothing", async () => {
  const contact = newContact()
  const dry = { "dry-run": "true" }
  assertOutcome(await api.post("/v1/contacts/create", contact, dry), "201 undefined")
  assert.equal((await api.get(`/v1/contacts/${contact.email}`)).status, 404)
  assertOutcome(await api.post("/v1/contacts/create", contact), "201 undefined")
  assertOutcome(await api.post("/v1/contacts/create", contact, dry), "409 GEN-1010")
  const intent = newIntent(contact.email)
  assertOutcome(await api.post("/v1/payment-intents/create", intent, dry), "201 undefined")
  const real = await api.post("/v1/payment-intents/create", intent)
  assert.equal(real.headers.get("idempotent-replayed"), null)
  assertOutcome(await api.post(`/v1/payment-intents/${real.body.data._id}/cancel`, {}, dry), "200 undefined")
  assert.equal((await api.get(`/v1/payment-intents/${real.body.data._id}`)).body.data.status, "due")
})

test("requests with wrong keys are rate limited", async () => {
  const tries = await Promise.all(Array.from({ length: 600 }, () => api.get("/v1/users/user", { authorization: "ApiKey cs_guess" })))
  const limited = tries.find(({ status }) => status === 429)!
  assertOutcome(limited, "429 RTE-1001")
  assert.ok(Number(limited.headers.get("retry-after")) >= 1)
  assert.equal((await api.get("/v1/users/user")).status, 200)
})

test("an internal error reveals no details, says to retry, and does not claim that nothing happened", () => {
  for (const code of ["SYS-9001", "SYS-9002"] as const) {
    const { retryable, message } = errorBody(generalProblem(code), "r", "").error
    assert.equal(retryable, true)
    assert.match(message, /repeat with the same Idempotency-Key/)
    assert.doesNotMatch(message, /nothing/)
  }
})

test("every error links to the entry of its code, a stored one too", async () => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const charge = { paymentIntent: intent._id, method: "card", token: "tok_declined" }
  const page = (await api.get("/docs/errors")).text
  for (const [code, response] of Object.entries({
    "AUT-1001": await api.get("/v1/users/user", { authorization: null }),
    "TEN-1001": await api.get("/v1/users/user", { "x-tenant-id": null }),
    "GEN-1006": await api.get("/v1/nothing"),
    "FXR-1001": await api.get("/v1/fx-rates?sourceAmount=1&sourceCurrency=XXX&targetCountry=BR&targetCurrency=BRL"),
    "GTW-2001": await api.post("/v1/gateways/simulator/charges/create", charge, { "idempotency-key": "declined" }),
  })) {
    assert.deepEqual([response.body.error.code, response.body.error.docUrl], [code, `${server.baseUrl}/docs/errors#${code}`])
    assert.ok(page.includes(`id="${code}"`), code)
  }
})

test("a malformed HTTP request gets an error of the catalogue", async () => {
  const { hostname, port } = new URL(server.baseUrl)
  const raw = (text: string) =>
    new Promise<string>(resolve => {
      let received = ""
      const socket = connect(Number(port), hostname, () => socket.write(text))
      socket.on("data", chunk => (received += chunk)).on("close", () => resolve(received))
    })
  assert.match(await raw("NONSENSE\r\n\r\n"), /^HTTP\/1\.1 400 .*"code":"GEN-1001".*\/docs\/errors#GEN-1001"/s)
  assert.match(
    await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${"x".repeat(20_000)}\r\n\r\n`),
    /^HTTP\/1\.1 431 .*nosniff.*"code":"GEN-1007"/s,
  )
})
