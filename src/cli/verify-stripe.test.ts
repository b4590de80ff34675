import assert from "node:assert/strict"
import { test } from "node:test"
import { runCommand } from "../../test/command.ts"
import { messagesTo } from "../../test/doubles/stripe/payer.ts"
import { settleRefund } from "../../test/doubles/stripe/refunds.ts"
import { startStripe } from "../../test/doubles/stripe/server.ts"
import { type Any, type Caller, startTestServer, until } from "../../test/harness.ts"
import { sendRequest } from "../../test/request.ts"

const double = await startStripe()
const { state, keys: stripeKeys } = double
const [testKey, liveKey] = ["rk_test_51KeyOfTheVerification", "rk_live_51KeyOfTheVerification"]
stripeKeys.set(testKey, { lacks: [] })
stripeKeys.set(liveKey, { lacks: [] })
const server = await startTestServer({ STRIPE_API_URL: double.url, BASE_URL: "https://pay.example.com" })
const { api, baseUrl, keys } = server

const connect = (caller: Pick<Caller, "create">, secretKey: string) =>
  caller.create("/v1/gateway-connections/create", { gateway: "stripe", name: "Stripe", credentials: { secretKey } })
const connection: Any = (await connect(api, testKey)).body.data

/** The command as a person types it, beside the service. The steps are the words of its table. */
async function verify(options: string[] = [], { apiKey, tenantId } = keys, id: string = connection._id) {
  const address = ["--base-url", baseUrl, "--api-key", apiKey, "--tenant", tenantId]
  const { code, stdout, stderr } = await runCommand(["gateways", "verify", "--connection", id, ...address, ...options], {})
  const [head = "", ...rows] = stdout.trimEnd().split("\n")
  const steps = rows.map(row => row.split(/ {2,}/))
  return { code, stderr, head, steps, results: steps.map(([step, result]) => `${step} ${result}`) }
}

/** Stripe sends all that it has told so far. Messages that arrived before are known. */
async function deliver() {
  const objects = [...state.events.values()].map(({ data }) => ("id" in data.object ? String(data.object.id) : ""))
  for (const { bytes, headers } of messagesTo(state, connection.eventsUrl, objects)) {
    const signature = { "content-type": "application/json", "stripe-signature": headers["stripe-signature"] ?? "" }
    await sendRequest(baseUrl + new URL(connection.eventsUrl).pathname, { method: "POST", headers: signature, body: bytes.toString() })
  }
}

/** Waits for the refund of this run, then lets Stripe do something. */
async function onRefund(then: (refund: string) => unknown) {
  const before = state.refunds.size
  const refund = await until(async () => [...state.refunds.keys()][before], "it is refunded")
  await then(refund)
  await deliver()
}

test("verifies a charge, its refund and a message at Stripe, prints a table and ends with 0", async () => {
  const [{ code, stderr, head, steps }] = await Promise.all([verify(), onRefund(() => undefined)])
  assert.deepEqual([code, stderr], [0, ""])
  assert.match(head, /^STEP +RESULT +DETAIL$/)
  assert.deepEqual(steps.slice(0, 3), [
    ["credentials", "ok", "account owner@example.com"],
    ["charge", "ok", "500 EUR by card"],
    ["refund", "ok", "all of it"],
  ])
  assert.match(steps[3]!.join(" "), /^message ok \d+ arrived, the first is [a-z_.]+$/)
  const [charge] = [...state.charges.values()]
  assert.deepEqual([state.charges.size, charge!.amount, charge!.amount_refunded], [1, 500, 500])
})

test("ends with 1 and names a right that the key lacks", async () => {
  stripeKeys.set(testKey, { lacks: ["mandates"] })
  const [{ code, steps, results }] = await Promise.all([verify(), onRefund(() => undefined)])
  stripeKeys.set(testKey, { lacks: [] })
  assert.deepEqual([code, results], [1, ["credentials failed", "charge ok", "refund ok", "message ok"]])
  assert.match(steps[0]![2]!, /lack the right .*Mandates/)
})

test("ends with 1 when the card is declined, and skips what needs the charge", async () => {
  const { code, steps, results } = await verify(["--token", "pm_card_chargeDeclined"])
  assert.deepEqual([code, results], [1, ["credentials ok", "charge failed", "refund skipped", "message skipped"]])
  assert.match(steps[1]![2]!, /^GTW-2001 The charge was declined: Your card was declined/)
})

test("ends with 1 when the refund fails", async () => {
  state.refundStatus = "pending"
  const [{ code, results, steps }] = await Promise.all([verify(), onRefund(refund => settleRefund(state, refund, "failed"))])
  state.refundStatus = "succeeded"
  assert.deepEqual([code, results], [1, ["credentials ok", "charge ok", "refund failed", "message ok"]])
  assert.equal(steps[2]![2], "the provider refused it")
})

test("ends with 1 when no message arrives, and names the address", async () => {
  const { code, steps, results } = await verify(["--wait-s", "1"])
  assert.deepEqual([code, results], [1, ["credentials ok", "charge ok", "refund ok", "message failed"]])
  assert.equal(steps[3]![2], `none arrived at ${connection.eventsUrl} within 1 s`)
})

test("refuses live keys and live tenants before anything is charged", async () => {
  assert.equal((await connect(api, liveKey)).body.error.code, "GTW-1006")
  const live = await server.otherTenant("live")
  assert.equal((await connect(live, testKey)).body.error.code, "GTW-1005")
  const { _id } = (await connect(live, liveKey)).body.data
  const charged = state.intents.size
  const { code, stderr, head } = await verify([], live.keys, _id)
  assert.deepEqual([code, head], [1, ""])
  assert.equal(stderr, "Only a sandbox can be verified: this tenant is live, and its charges would move real money.\n")
  assert.deepEqual([state.intents.size, (await live.get("/v1/transactions")).body.count], [charged, 0])
})

test("ends with 1 and one sentence for a connection that does not exist, and for a service that does not respond", async () => {
  const unknown = await verify([], keys, "6afdc3db1c114a8ba5000001")
  assert.deepEqual([unknown.code, unknown.head], [1, ""])
  assert.match(unknown.stderr, /^GEN-1004 There is no gateway connection 6afdc3db1c114a8ba5000001 here.*\n$/)
  const nowhere = ["--base-url", "http://127.0.0.1:9", "--api-key", keys.apiKey, "--tenant", keys.tenantId]
  const silent = await runCommand(["gateways", "verify", "--connection", connection._id, ...nowhere], {})
  assert.equal(silent.code, 1)
  assert.match(silent.stderr, /^http:\/\/127\.0\.0\.1:9 does not respond/)
})

test("ends with 1 when the key was revoked, and charges nothing", async () => {
  stripeKeys.delete(testKey)
  const charged = state.charges.size
  const { code, steps, results } = await verify()
  assert.deepEqual([code, results], [1, ["credentials failed", "charge failed", "refund skipped", "message skipped"]])
  assert.match(steps[0]![2]!, /^Stripe refused the credentials: Invalid API Key provided/)
  assert.equal(state.charges.size, charged)
})
