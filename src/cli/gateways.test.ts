import assert from "node:assert/strict"
import { test } from "node:test"
import { testConnections } from "../money/gateway-connections/commands.ts"
import { runCommand } from "../../test/command.ts"
import { secretKey } from "../../test/faults/server-process.ts"
import { cloneDatabase } from "../../test/service.ts"
import { type Any, startTestServer, until } from "../../test/harness.ts"
import { addProviders, fakeProvider } from "../../test/providers.ts"
import { verifyGateway } from "./verify-gateway.ts"

const server = await startTestServer({ BASE_URL: "https://pay.example.com" })
const { api, baseUrl, keys, otherTenant } = server
const { provider, state } = fakeProvider()
addProviders(provider)
/** A card with this token is charged at once; any other is declined, and what has no token waits for its payer. */
const waits = state.answer
state.answer = charge => {
  const { reference, request } = charge
  if (request.token === "") return waits(charge)
  if (request.token === "pm_card_visa") return { status: "succeeded", reference }
  return { status: "declined", reference, code: "card_declined", reason: "the card was declined" }
}
const credentials = { key: "test_azul4242" }
const connect = async (caller: Pick<typeof api, "create">, name: string): Promise<Any> =>
  (await caller.create("/v1/gateway-connections/create", { gateway: "fakepay", name, credentials })).body.data
const connection = await connect(api, "Fakepay Brasil")
const options = { baseUrl, apiKey: keys.apiKey, tenant: keys.tenantId, connection: connection._id as string }
const outcomes = async (others: object = {}) => (await verifyGateway({ ...options, ...others })).map(({ step, result }) => [step, result])

test("tests the connections of one tenant or of all, says what fails, and keeps the result", async () => {
  const other = await otherTenant()
  await connect(other, "Fakepay of another")
  const all = await testConnections({})
  assert.deepEqual(
    all.map(({ gateway, name, account, status, problems }) => [gateway, name, account, status, problems]),
    ["Fakepay Brasil", "Fakepay of another"].map(name => ["fakepay", name, "Account azul", "active", []]),
  )
  state.missingRights = ["Refunds: write"]
  const [weak, ...more] = await testConnections({ tenant: keys.tenantId })
  assert.deepEqual([weak!.problems, more], [["The credentials lack the right Refunds: write"], []])
  state.missingRights = []
  state.revoked.add(credentials.key)
  const [refused] = await testConnections({ connection: connection._id })
  assert.match(refused!.problems[0]!, /^Fakepay refused the credentials: this key was revoked/)
  assert.equal((await api.get(`/v1/gateway-connections/${connection._id}`)).body.data.lastCheck.ok, false)
  state.revoked.delete(credentials.key)
  await assert.rejects(testConnections({ tenant: "nobody" }), /There is no tenant nobody here/)
  await assert.rejects(testConnections({ tenant: other.keys.tenantId, connection: connection._id }), /There is no connected gateway/)
})

/** The provider tells about its first charge as soon as it is there. */
async function sendMessage() {
  await until(async () => state.charges.size > 0, "it was charged")
  const [charge] = [...state.charges.values()]
  const [endpoint] = [...state.endpoints.values()].filter(({ url }) => url === connection.eventsUrl)
  const hints = [{ id: "evt_1", type: "charge.changed", reference: charge!.reference }]
  await api.send("POST", new URL(connection.eventsUrl).pathname, hints, { signature: endpoint!.secret })
}

test("verifies a charge by a test token, its refund and a message", async () => {
  const [verified] = await Promise.all([outcomes({ token: "pm_card_visa" }), sendMessage()])
  assert.deepEqual(verified, [
    ["credentials", "ok"],
    ["charge", "ok"],
    ["refund", "ok"],
    ["message", "ok"],
  ])
  const [refund] = (await api.get("/v1/refund-intents")).body.data
  assert.equal(refund.status, "settled")
})

test("says which step of a verification failed, and skips what it needs", async () => {
  const steps = await verifyGateway({ ...options, token: "pm_card_declined" })
  assert.deepEqual(
    steps.map(({ result }) => result),
    ["ok", "failed", "skipped", "skipped"],
  )
  assert.match(steps[1]!.detail, /^GTW-2001 The charge was declined: the card was declined/)
})

test("without a test token a charge waits for its payer and is canceled at the provider", async () => {
  await api.post(`/v1/gateway-connections/${connection._id}/update`, { methods: ["pix"] })
  assert.deepEqual(await outcomes({ waitS: 1 }), [
    ["credentials", "ok"],
    ["charge", "ok"],
    ["refund", "skipped"],
    ["cancel", "ok"],
    ["message", "failed"],
  ])
  assert.ok([...state.charges.values()].every(({ outcome }) => outcome.status !== "action"))
})

test("refuses to verify in a live tenant, because real money would move", async () => {
  const live = await otherTenant("live")
  const { body } = await live.create("/v1/gateway-connections/create", {
    gateway: "fakepay",
    name: "Live",
    credentials: { key: "live_azul" },
  })
  const ofLive = { baseUrl, apiKey: live.keys.apiKey, tenant: live.keys.tenantId, connection: body.data._id as string }
  await assert.rejects(verifyGateway(ofLive), /Only a sandbox can be verified/)
  assert.equal((await live.get("/v1/transactions")).body.count, 0)
})

test("the commands print a table, or one sentence", async () => {
  const env = { DATABASE_URL: await cloneDatabase(), SECRET_KEY: secretKey }
  const none = await runCommand(["gateways", "test"], env)
  assert.deepEqual([none.code, none.stdout, none.stderr], [0, "No gateway is connected.\n", ""])
  const unknown = await runCommand(["gateways", "test", "--tenant", "nobody"], env)
  assert.deepEqual([unknown.code, unknown.stdout, unknown.stderr], [1, "", "There is no tenant nobody here\n"])
  const address = ["--base-url", baseUrl, "--api-key", keys.apiKey, "--tenant", keys.tenantId]
  const verified = await runCommand(["gateways", "verify", "--connection", options.connection, "--wait-s", "1", ...address], {})
  assert.deepEqual([verified.code, verified.stderr], [1, ""]) // no message comes
  assert.match(
    verified.stdout,
    /^STEP +RESULT +DETAIL\ncredentials +ok +account Account azul\ncharge +ok +500 BRL by pix: waits for its payer/,
  )
  assert.match(
    verified.stdout,
    /\nmessage +failed +none arrived at https:\/\/pay\.example\.com\/v1\/gateways\/fakepay\/events\/\w+ within 1 s\n$/,
  )
})
