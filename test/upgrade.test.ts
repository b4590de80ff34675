import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { test } from "node:test"
import pg from "pg"
import { runCommand } from "./command.ts"
import { secretKey, startServer } from "./faults/server-process.ts"
import type { Expected } from "./fixtures/fill.ts"
import { cloneDatabase } from "./service.ts"
import { type Any, type Caller, createCaller, until } from "./harness.ts"
import { computeSignature, startReceiver } from "./receiver.ts"

for (const path of globSync(join(import.meta.dirname, "fixtures", "*.backup"))) {
  test(`keeps the data of ${basename(path, ".backup")} after an upgrade`, async () => {
    const expected = JSON.parse(readFileSync(path.replace(/backup$/, "json"), "utf8")) as Expected & { keys: Caller & { tenantId: string } }
    const databaseUrl = await cloneDatabase({ empty: true })
    const restored = await runCommand(["restore", path], { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey })
    assert.deepEqual([restored.code, restored.result?.differences], [0, []], restored.stderr)
    await keepRequestKeys(databaseUrl)
    const server = await startServer(databaseUrl, { WEBHOOKS_ALLOW_PRIVATE: "true" })
    const api = createCaller(server.baseUrl, expected.keys)

    for (const [route, response] of Object.entries(expected.responses)) {
      const { body } = await api.get(`/v1/${route}`)
      const { links, ...fields } = response
      assert.partialDeepStrictEqual(body.data, Array.isArray(response) ? response : fields, route)
      if (links) await assertOpens(server.baseUrl, links)
    }
    for (const [list, count] of Object.entries(expected.counts)) assert.equal((await api.get(`/v1/${list}`)).body.count, count, list)
    await assertVerifies(api, expected)
    await assertFound(api)
    await assertReports(api, databaseUrl, expected.keys.tenantId)
    const { path: route, body, key, status, text } = expected.replay
    const replayed = await createCaller(server.baseUrl, expected.keys, { checked: false }).create(route, body, key)
    assert.deepEqual([replayed.status, replayed.text], [status, text])
    await assertSigns(api, expected.webhook)
    await assertVerifies(api, expected)
    await assertStatements(api)
    await assertBills(api)
    assert.equal(await server.stop(), 0)
  })
}

/** The fixture's keys expired a day after it was made. The test extends them to check that their rows still work. */
async function keepRequestKeys(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  await client.query("update idempotency_keys set dies_at = now() + interval '1 hour'")
  await client.end()
}

/** A payment link that the release gave to a payer. */
async function assertOpens(baseUrl: string, { long, short }: { long: string; short: string }) {
  const statusOf = async (link: string) => (await fetch(baseUrl + new URL(link).pathname, { redirect: "manual" })).status
  assert.deepEqual([await statusOf(long), await statusOf(short)], [200, 302])
}

async function assertVerifies(api: Caller, { audit }: Expected) {
  const ledger = (await api.get("/v1/ledger/verify")).body.data
  assert.deepEqual(ledger.differences, [])
  const chain = (await api.get("/v1/audit-log/verify")).body.data
  assert.deepEqual(chain.problems, [])
  assert.ok(chain.entries >= audit.entries && chain.sealed >= audit.sealed, JSON.stringify(chain))
}

/** Search finds contacts that are older than its index. */
async function assertFound(api: Caller) {
  for (const kind of ["contacts", "partnerships"]) {
    const [first] = (await api.get(`/v1/${kind}?limit=1`)).body.data
    const { results } = (await api.get(`/v1/search?type=${kind}&query=${encodeURIComponent(first.name ?? first.email)}`)).body.data
    assert.equal(results[0]._id, first._id)
  }
}

/** The statements of all partners close with the balances of the ledger. */
async function assertStatements(api: Caller) {
  const closings: Record<string, number> = {}
  for (const { _id } of (await api.get("/v1/partnerships?limit=100")).body.data) {
    const { byCurrency } = (await api.get(`/v1/partnerships/${_id}/statement`)).body.data
    for (const [currency, { closing }] of Object.entries<Any>(byCurrency)) closings[currency] = (closings[currency] ?? 0) + closing
  }
  assert.ok(Object.keys(closings).length > 0)
  for (const { currency, payable } of (await api.get("/v1/balances")).body.data) assert.equal(closings[currency] ?? 0, payable, currency)
}

/** A tenant that is older than billing gets the free plan, and its months are billed from now on. */
async function assertBills(api: Caller) {
  assert.equal((await api.get("/v1/billing/subscription")).body.data.plan.plan, "community")
  await api.post("/v1/simulations/clock", { advance: "P40D" })
  await until(async () => (await api.get("/v1/billing/invoices")).body.count > 0, "the first month is billed")
}

/** The worker builds roll-ups for older data: the outstanding amount equals the receivable balance. */
async function assertReports(api: Caller, databaseUrl: string, tenant: string) {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  const isBuilt = async () => (await client.query("select 1 from analytics_states where tenant_id = $1 and ready", [tenant])).rowCount === 1
  await until(isBuilt, "the roll-ups are built")
  await client.end()
  const balances = (await api.get("/v1/balances")).body.data as Any[]
  const { byCurrency } = (await api.get("/v1/analytics/payment-intents?format=consolidated&from=2020-01-01")).body.data
  assert.ok(balances.length > 0)
  for (const { currency, receivable } of balances) assert.equal(byCurrency[currency].outstanding, receivable, currency)
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
}

/** The endpoint gets the address of this test's receiver and keeps its secret. */
async function assertSigns(api: Caller, { _id, secret }: Expected["webhook"]) {
  const receiver = await startReceiver()
  assert.equal((await api.create(`/v1/dev/webhooks/${_id}/update`, { url: receiver.url })).status, 200)
  await api.create(`/v1/dev/webhooks/${_id}/test`, {})
  const received: Any = await receiver.waitFor("webhooks.test", _id)
  assert.equal(received.headers["signature-header"], computeSignature(received, secret))
}
