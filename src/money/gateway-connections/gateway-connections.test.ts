import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer, until } from "../../../test/harness.ts"
import { addProviders, fakeProvider, unreachable } from "../../../test/providers.ts"
import { sendRequest } from "../../../test/request.ts"

const { provider, state } = fakeProvider()
addProviders(provider)
const server = await startTestServer()
const { api, sql, baseUrl } = server

const create = (key: string, fields: object = {}, caller = api) =>
  caller.create("/v1/gateway-connections/create", { gateway: "fakepay", name: "Fakepay Brasil", credentials: { key }, ...fields })
const connect = async (key: string, fields: object = {}): Promise<Any> => {
  const { status, body } = await create(key, fields)
  assert.equal(status, 201, JSON.stringify(body))
  return body.data
}
const json = { "content-type": "application/json" }
const act = (connection: Any, verb: string, fields: object = {}) => api.post(`/v1/gateway-connections/${connection._id}/${verb}`, fields)
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/gateway-connections/${_id}`)).body.data

test("connects an account: tries the key, registers the messages, and never shows a credential again", async () => {
  const connection = await connect("test_azul1234567890")
  const { account, status, credentials, methods, eventsUrl, lastCheck, mode } = connection
  assert.deepEqual([account.id, status, mode, lastCheck.ok], ["azul", "active", "sandbox", true])
  assert.deepEqual([credentials.key.last4, Object.keys(credentials.key)], ["7890", ["last4", "fingerprint", "setAt"]])
  assert.deepEqual(
    methods.map((each: Any) => [each.method, each.enabled]),
    [
      ["card", true],
      ["pix", true],
    ],
  )
  assert.equal(eventsUrl, `${baseUrl}/v1/gateways/fakepay/events/${connection._id}`)
  assert.deepEqual(
    [...state.endpoints.values()].map(({ url }) => url),
    [eventsUrl],
  )
  const tables = ["gateway_connections", "events", "audit_entries", "idempotency_keys", "mails", "jobs"]
  for (const table of tables) {
    const rows = await sql(`select t::text as row from ${table} t`)
    for (const secret of ["test_azul1234567890", [...state.endpoints.values()][0]!.secret])
      assert.ok(!rows.some(({ row }) => row.includes(secret)), `${table} has a secret`)
  }
  assert.deepEqual((await api.get("/v1/gateway-connections")).body.count, 1)
})

test("refuses a key of the wrong mode, a rejected key and missing rights, and saves nothing", async () => {
  const live = await server.otherTenant("live")
  const before = (await sql("select count(*) as n from gateway_connections"))[0].n
  const refusals: [key: string, caller: typeof api, code: string][] = [
    ["live_azul", api, "GTW-1006"],
    ["test_azul", live, "GTW-1005"],
    ["nonsense", api, "GTW-1007"],
  ]
  for (const [key, caller, code] of refusals) {
    const { status, body } = await create(key, {}, caller)
    assert.deepEqual([status, body.error.code], [422, code], key)
    assert.ok(!JSON.stringify(body).includes(`"${key}"`))
  }
  state.missingRights = ["Refunds: Write"]
  const lacking = await create("test_verde")
  state.missingRights = []
  assert.deepEqual([lacking.body.error.code, lacking.body.error.message.includes("Refunds: Write")], ["GTW-1008", true])
  state.before["inspect"] = unreachable
  assert.deepEqual((await create("test_verde")).body.error.code, "GTW-2005")
  delete state.before["inspect"]
  assert.equal((await create("test_x", { gateway: "nopay" })).status, 404)
  assert.equal((await create("test_x", { credentials: { secret: "x" } })).body.error.code, "VAL-1003")
  assert.equal((await create("test_x", { credentials: {} })).status, 400)
  assert.equal((await create("test_x", { methods: ["cheque"] })).status, 400)
  assert.equal((await sql("select count(*) as n from gateway_connections"))[0].n, before)
})

test("refuses a credential with a character that no header can have, and names its field", async () => {
  for (const key of ["test_azul…", "test_azul\r\nX: 1", "test_\u00e9"]) {
    const { status, body } = await create(key)
    assert.deepEqual([status, body.error.code, body.error.errors[0].path], [400, "VAL-1003", "credentials.key"], key)
  }
})

test("refuses a second connection of the same account, also when both are connected at once", async () => {
  const results = await Promise.all([create("test_twin1"), create("test_twin2")])
  assert.deepEqual(
    results.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
  )
  assert.equal((await create("test_twin3")).body.error.code, "GEN-1010")
})

test("rotates credentials of the same account, and refuses those of another one", async () => {
  const connection = await connect("test_rosa1")
  const rotated = await act(connection, "rotate", { credentials: { key: "test_rosa000000002222" } })
  assert.deepEqual([rotated.status, rotated.body.data.credentials.key.last4], [200, "2222"])
  const other = await act(connection, "rotate", { credentials: { key: "test_lilas" } })
  assert.deepEqual([other.status, other.body.error.code], [409, "GTW-2003"])
  assert.equal((await read(connection)).credentials.key.last4, "2222")
})

test("accepts messages signed with either secret for a day after the secret was rotated", async () => {
  const connection = await connect("test_cinza")
  const [first] = [...state.endpoints.values()].filter(({ url }) => url === connection.eventsUrl)
  assert.equal((await act(connection, "rotate-secret")).status, 200)
  const [, second] = [...state.endpoints.values()].filter(({ url }) => url === connection.eventsUrl)
  const send = (signature: string, id: string) =>
    sendRequest(connection.eventsUrl, {
      method: "POST",
      headers: { ...json, signature },
      body: JSON.stringify([{ id, type: "x", reference: "nothing" }]),
    })
  assert.equal((await send(first!.secret, "m1")).status, 200)
  assert.equal((await send(second!.secret, "m2")).status, 200)
  const refused = await send("forged", "m3")
  assert.deepEqual([refused.status, JSON.parse(refused.text).error.code], [401, "GTW-1001"])
  const unknown = await sendRequest(connection.eventsUrl.replace(connection._id, "f".repeat(24)), {
    method: "POST",
    headers: json,
    body: "[]",
  })
  assert.deepEqual([unknown.status, JSON.parse(unknown.text).error.code], [401, "GTW-1001"])
  const listed = () => api.get(`/v1/gateway-connections/${connection._id}/messages`)
  await until(async () => (await listed()).body.data.every(({ status }: Any) => status === "ignored"), "the messages are read")
  assert.deepEqual((await listed()).body.data.map(({ _id }: Any) => _id).toSorted(), ["m1", "m2"])
  assert.notEqual((await read(connection)).lastEventAt, null)
})

test("pauses, resumes and disconnects; a disconnected one has no credentials and its account can be connected again", async () => {
  const connection = await connect("test_ocre")
  assert.equal((await act(connection, "pause")).body.data.status, "paused")
  assert.equal((await act(connection, "pause")).body.error.code, "GTW-2004")
  assert.equal((await act(connection, "resume")).body.data.status, "active")
  assert.equal((await act(connection, "disconnect")).body.data.status, "disconnecting")
  const ended = await until(async () => {
    const now = await read(connection)
    return now.status === "disconnected" && now
  }, "it is disconnected")
  assert.deepEqual(ended.credentials, {})
  assert.ok(![...state.endpoints.values()].some(({ url }) => url === connection.eventsUrl))
  const calls = state.calls.length
  assert.equal((await act(connection, "test")).body.error.code, "GTW-2004")
  assert.equal(state.calls.length, calls, "a connection that has ended is refused before its provider is called")
  await connect("test_ocre")
})

test("refuses a message to a connection that has ended as one to an unknown connection, also where nothing is signed", async () => {
  state.signs = false
  const connection = await connect("test_cobre")
  const send = (url: string) =>
    sendRequest(url, { method: "POST", headers: json, body: JSON.stringify([{ id: "evt_1", type: "paid", reference: "fk_1" }]) })
  assert.equal((await send(connection.eventsUrl)).status, 200)
  await act(connection, "disconnect")
  await until(async () => (await read(connection)).status === "disconnected", "it is disconnected")
  const stored = () => sql("select 1 from gateway_messages where connection_id = $1", [connection._id])
  const before = (await stored()).length
  const refused = await send(connection.eventsUrl)
  const unknown = await send(connection.eventsUrl.replace(connection._id, "f".repeat(24)))
  state.signs = true
  assert.deepEqual([refused.status, JSON.parse(refused.text).error.code], [401, "GTW-1001"])
  assert.deepEqual([unknown.status, JSON.parse(unknown.text).error.message], [401, JSON.parse(refused.text).error.message])
  assert.equal((await stored()).length, before)
})

test("says what does not work when a connection is tested, and charges again once a failing one works", async () => {
  const connection = await connect("test_prata")
  state.revoked.add("test_prata")
  const failed = (await act(connection, "test")).body.data
  assert.deepEqual([failed.lastCheck.ok, failed.lastCheck.problems.length], [false, 1])
  assert.match(failed.lastCheck.problems[0], /revoked/)
  state.revoked.clear()
  assert.equal((await act(connection, "test")).body.data.lastCheck.ok, true)
})

test("only those who may change gateways connect, and other tenants see nothing of it", async () => {
  const [viewer, other] = [await server.withRole("viewer"), await server.otherTenant()]
  assert.equal((await create("test_ouro", {}, viewer)).body.error.code, "PRM-1001")
  assert.equal((await viewer.get("/v1/gateway-connections")).status, 200)
  const connection = await connect("test_ouro")
  assert.equal((await other.get(`/v1/gateway-connections/${connection._id}`)).status, 404)
  assert.equal((await other.get("/v1/gateway-connections")).body.count, 0)
})
