import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, type Caller, inDays, newIntent, startTestServer } from "../../../test/harness.ts"
import { isShort } from "../../../test/levels.ts"
import { analyticsSweeps } from "./jobs.ts"
import { formats } from "./schema.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only events change refunds, and the tests build the roll-ups
const [fold, build] = analyticsSweeps.map(sweep => sweep.run) as [() => Promise<void>, () => Promise<void>]

async function newTenant() {
  const api: Caller & { keys: { tenantId: string } } = await server.otherTenant()
  const team = (await api.post("/v1/teams/create", { name: "North" })).body.data._id as string
  return { api, team, ...(await disputeFixtures(api, server, api.keys.tenantId)) }
}

const reports = [
  ...formats.map(format => `/v1/analytics/payment-intents?format=${format}`),
  "/v1/analytics/transactions?from=2020-01-01",
  "/v1/analytics/payment-splits?from=2020-01-01",
]

let notes = 0

/** All teams and one team. Most of the time goes into reading reports, so a short run reads those of one or the other, by turns. */
function scopesOf(team: string): string[] {
  const scopes = ["", `&team=${team}`]
  return isShort ? [scopes[notes++ % scopes.length]!] : scopes
}

/** Without the last two columns. */
const maskContacts = (csv: string) => csv.replaceAll(/,[^,\r]*,[^,\r]*(?=\r\n)/g, "")

/**
 * Reads all reports as of now, for all teams and for one, as JSON and as CSV. Returns a function that asserts that they are still the same,
 * or differ only in the names of contacts.
 */
async function noteReports({ api, team }: { api: Caller; team: string }) {
  const asOf = new Date().toISOString()
  await new Promise(resolve => setTimeout(resolve, 5)) // so that later changes have a later time
  const paths = scopesOf(team).flatMap(scope => reports.map(path => `${path}${scope}&asOf=${asOf}`))
  const tables = paths.filter(path => /payer-behavior|customer-payments/.test(path)) // the CSV of these has columns that their JSON lacks
  const readAll = async (all: string[], accept: string) => {
    const texts: [path: string, text: string][] = []
    for (const path of all) texts.push([path, (await api.get(path, { accept })).text]) // in parallel they wait long for a connection
    return texts
  }
  const read = async () => ({ json: await readAll(paths, "application/json"), csv: await readAll(tables, "text/csv") })
  const then = await read()
  return async (areContactsSame = true) => {
    const now = await read()
    const namesOf = ({ csv }: typeof now) => (areContactsSame ? csv : csv.map(([path, text]) => [path, maskContacts(text)]))
    assert.deepEqual(now.json, then.json)
    assert.deepEqual(namesOf(now), namesOf(then))
  }
}

/** Charges an intent, starts a refund of it, reverses the charge and cancels the intent. Returns the refund. */
async function cancelWithOpenRefund(tenant: Awaited<ReturnType<typeof newTenant>>): Promise<Any> {
  const { api, refund, sell, chargeIntent, sendEvent, effectOf } = tenant
  const intent = await sell({ team: tenant.team })
  const charged = await chargeIntent(intent)
  const { _id } = (await refund(charged, 4000)).body.data
  const open = (await api.post(`/v1/refund-intents/${_id}/approve`)).body.data
  assert.equal(await effectOf(sendEvent("charge.reversed", { key: charged._id })), "reversed")
  assert.equal((await api.post(`/v1/payment-intents/${intent._id}/cancel`, {})).status, 200)
  return open
}

for (const isBuilt of [false, true])
  test(`a refund that settles after its intent was canceled changes no earlier report${isBuilt ? ", with roll-ups" : ""}`, async () => {
    const tenant = await newTenant()
    if (isBuilt) await build()
    const open = await cancelWithOpenRefund(tenant)
    const assertSame = await noteReports(tenant)
    assert.equal(await tenant.effectOf(tenant.sendEvent("refund.succeeded", { key: open._id, reference: "r-1" })), "settled")
    await assertSame()
    await build()
    await assertSame()
  })

test("counts the refunds of a canceled intent as refunded, as the ledger does", async () => {
  const tenant = await newTenant()
  const { _id } = await cancelWithOpenRefund(tenant)
  await tenant.sendEvent("refund.succeeded", { key: _id, reference: "r-1" })
  const part = async (format: string) => (await tenant.api.get(`${reports[0]!.replace(/=.*/, `=${format}`)}`)).body.data.byCurrency.BRL
  for (const when of ["from the rows", "built"]) {
    if (when === "built") await build()
    const { billed, refunded, net, canceled, count } = await part("consolidated")
    assert.deepEqual(
      { billed, refunded, net, canceled, count },
      { billed: 0, refunded: 4000, net: -4000, canceled: 10_000, count: 0 },
      when,
    )
    const { months } = await part("month-by-month")
    assert.deepEqual([months.at(-1).refunded, months.at(-1).net, months.at(-1).count], [4000, -4000, 0], when)
    const { services } = await part("revenue-by-service")
    assert.deepEqual(
      services.map((row: Any) => [row.name, row.revenue, row.refunded]),
      [["Without a service", 0, 4000]],
      when,
    )
    assert.deepEqual((await tenant.api.get("/v1/ledger/verify")).body.data.differences, [], when)
  }
})

/** Changes that happen after the reports were read, by name. */
const changes: Record<string, (tenant: Awaited<ReturnType<typeof newTenant>>) => Promise<unknown>> = {
  async "a dispute is opened, lost and won"({ charge, dispute, resolve }) {
    const disputed = await dispute(await charge())
    for (const outcome of ["lost", "won"]) assert.equal((await resolve(disputed, outcome)).status, 200)
  },
  async "a split is deleted"({ api, splitOf }) {
    const intent = (await api.get("/v1/payment-intents?status=paid-full")).body.data[0]
    assert.equal((await api.post(`/v1/payment-splits/${(await splitOf({ paymentIntent: intent._id }))._id}/delete`)).status, 200)
  },
  async "a payout is paid and comes back"({ api }) {
    const payout = { recipientType: "supplier", partnership: "CASA", currency: "BRL", method: "manual", amount: 500 }
    const { _id } = (await api.create("/v1/payouts/create", payout)).body.data
    assert.equal((await api.post(`/v1/payouts/${_id}/confirm`, { reference: "TED" })).status, 200)
    assert.equal((await api.post(`/v1/payouts/${_id}/fail`, { reason: "closed" })).status, 200)
  },
  async "an intent gets another due date"({ api }) {
    const intent = (await api.get("/v1/payment-intents?status=due")).body.data[0]
    assert.equal((await api.post(`/v1/payment-intents/${intent._id}/update`, { dueAt: inDays(-3) })).status, 200)
  },
  async "an intent and a plan leave their team"({ api }) {
    for (const { _id } of (await api.get("/v1/payment-intents?limit=100")).body.data)
      assert.equal((await api.post(`/v1/payment-intents/${_id}/update`, { team: null })).status, 200)
  },
  async "an intent and a plan are deleted"({ api }) {
    const unpaid = (await api.get("/v1/payment-intents?status=due")).body.data.filter((each: Any) => each.plan === null)
    assert.equal(unpaid.length, 2)
    for (const { _id } of unpaid) assert.equal((await api.post(`/v1/payment-intents/${_id}/delete`)).status, 200)
  },
  async "names change"({ api, team, contact }) {
    const service = (await api.get("/v1/services")).body.data[0]
    for (const path of [`services/${service._id}`, `teams/${team}`, "partnerships/CASA"])
      assert.equal((await api.post(`/v1/${path}/update`, { name: "Another" })).status, 200)
    const another = { email: `another.${contact.email}`, profile: { firstName: "Another" } }
    assert.equal((await api.post(`/v1/contacts/${contact._id}/update`, another)).status, 200)
  },
  async "the time zone changes"({ api }) {
    assert.equal((await api.post("/v1/settings/update", { timezone: "Pacific/Kiritimati" })).status, 200)
    await build()
  },
}

for (const [name, change] of Object.entries(changes))
  test(`no earlier report changes when ${name}`, async () => {
    const tenant = await newTenant()
    const { api, team, sell, create, contact, chargeIntent } = tenant
    const service = (await api.post("/v1/services/create", { name: "Course" })).body.data._id
    await chargeIntent(await sell({ team, items: [{ name: "Course", amount: 10_000, service, supplier: "CASA" }] }))
    await sell({ team, dueAt: inDays(5) })
    const schedule = [6000, 4000].map((amount, i) => ({ amount, dueAt: inDays(3 + 40 * i) }))
    await create("payment-intents", newIntent(contact._id, { intentType: "payment-plan", schedule, team }))
    await build()
    const assertSame = await noteReports(tenant)
    await change(tenant)
    await assertSame()
  })

test("answers an earlier report whose sums fit, even when today's sums are too large", async () => {
  const tenant = await newTenant()
  const { api, team, sell, create } = tenant
  const sellAndPay = async (amount: number) => {
    const intent = await sell({ team, dueAt: inDays(5), items: [{ name: "Course", amount, supplier: "CASA" }] })
    await create("transactions", { paymentIntent: intent._id, amount, method: "cash" })
  }
  await sellAndPay(Number.MAX_SAFE_INTEGER - 2)
  await build()
  const assertSame = await noteReports(tenant)
  for (const amount of [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 3]) await sellAndPay(amount)
  for (const path of [reports[0]!, `${reports[0]!}&team=${team}`, "/v1/analytics/transactions"])
    assert.equal((await api.get(path)).body.error.code, "GEN-1020", path)
  await assertSame()
  await fold()
  await assertSame()
})

/** These words also occur in audit entries, rows and their JSON for other reasons. */
const names: [firstName: string, lastName: string][] = [
  ["Zulmira", "Quaresma"],
  ["due", "duplicate"],
  ["amount", "BRL"],
]

for (const [firstName, lastName] of names)
  test(`changes only the names of contacts in earlier reports when ${firstName} ${lastName} is erased`, async () => {
    const tenant = await newTenant()
    const { api, team, sell, create, contact, chargeIntent, refund } = tenant
    const post = async (path: string, body?: object) => {
      const response = await api.post(`/v1/${path}`, body)
      assert.equal(response.status, 200, response.text)
      return response.body.data
    }
    await post(`contacts/${contact._id}/update`, { profile: { firstName, lastName } })
    const service = (await api.post("/v1/services/create", { name: "Course" })).body.data._id
    const items = [
      { name: `Course of ${firstName}`, amount: 7000, service, supplier: "CASA" },
      { name: "Books", description: `for ${firstName} ${lastName}`, amount: 3001 },
    ]
    const charged = await chargeIntent(await sell({ team, items, dueAt: inDays(5) }))
    const canceled = await sell({ team, items })
    const deleted = await sell({ team, items })
    const schedule = [6000, 4000].map((amount, i) => ({ amount, dueAt: inDays(3 + 40 * i) }))
    const plan = await create("payment-intents", newIntent(contact._id, { intentType: "payment-plan", schedule, team }))
    await build()
    const assertions = [await noteReports(tenant)]
    await post(`payment-intents/${canceled._id}/cancel`, { reason: "duplicate" })
    const { _id } = (await refund(charged, 500)).body.data
    await post(`refund-intents/${_id}/approve`)
    assert.equal(await tenant.effectOf(tenant.sendEvent("refund.succeeded", { key: _id, reference: "r-1" })), "settled")
    assertions.push(await noteReports(tenant))
    await post(`payment-intents/${deleted._id}/delete`)
    await chargeIntent(plan)
    await post("settings/update", { timezone: "Pacific/Kiritimati" })
    assertions.push(await noteReports(tenant))
    const answer = await api.post(`/v1/contacts/${contact._id}/erase`)
    assert.equal(answer.status, 200, answer.text)
    for (const assertSame of assertions) await assertSame(false)
    await build()
    await assertions.at(-1)!(false)
    for (const path of ["refund-intents", "payment-intents"]) assert.doesNotMatch((await api.get(`/v1/${path}`)).text, /Zulmira/, path)
    assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
  })
