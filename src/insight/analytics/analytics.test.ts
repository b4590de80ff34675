import assert from "node:assert/strict"
import { after, test } from "node:test"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { type Any, type Caller, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { formats } from "./schema.ts"

const server = await startTestServer({ ROLE: "api" })
const { api } = server
const contact = (await api.post("/v1/contacts/create", newContact())).body.data._id as string

const intents = "/v1/analytics/payment-intents"
const report = async (query: Record<string, string>, path = intents, as: Caller = api): Promise<Any> =>
  (await as.get(`${path}?${new URLSearchParams(query).toString()}`)).body.data
const bill = async (amount: number, fields: object = {}, as: Caller = api, payer = contact): Promise<Any> =>
  (await as.create("/v1/payment-intents/create", newIntent(payer, { items: [{ name: "Course", amount }], ...fields }))).body.data
const pay = async (intent: Any, amount: number, as: Caller = api): Promise<Any> =>
  (await as.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash" })).body.data

/** A new tenant with a contact. */
async function newTenant() {
  const other = await server.otherTenant()
  return { other, payer: (await other.post("/v1/contacts/create", newContact())).body.data._id as string }
}

test("counts billed and paid amounts at once, and the sums agree", async () => {
  const { other, payer } = await newTenant()
  const intent = await bill(10_000, {}, other, payer)
  await pay(intent, 4_000, other)
  const { BRL } = (await report({ format: "consolidated" }, intents, other)).byCurrency
  assert.deepEqual([BRL.billed, BRL.paid, BRL.outstanding, BRL.count, BRL.averageTicket], [10_000, 4_000, 6_000, 1, 10_000])
  const { months } = (await report({ format: "month-by-month" }, intents, other)).byCurrency.BRL
  assert.deepEqual([months.length, months.at(-1).paid, months.at(-1).received, months[0].billed], [12, 4_000, 4_000, 0])
})

test("refuses a report once a sum exceeds what JSON expresses exactly, and not before", async () => {
  const { other, payer } = await newTenant()
  for (const amount of [Number.MAX_SAFE_INTEGER - 1, 1]) await bill(amount, {}, other, payer)
  assert.equal((await report({ format: "consolidated" }, intents, other)).byCurrency.BRL.billed, Number.MAX_SAFE_INTEGER)
  assert.equal((await other.get("/v1/balances")).body.data[0].receivable, Number.MAX_SAFE_INTEGER)
  await bill(2, {}, other, payer)
  for (const path of [`${intents}?format=consolidated`, "/v1/balances"]) {
    const { status, body } = await other.get(path)
    assert.deepEqual([status, body.error.code], [422, "GEN-1020"], path)
  }
})

test("a plan is counted once, by its installments, and its lines once", async () => {
  const { other, payer } = await newTenant()
  const dueAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const schedule = [{ amount: 6_000, dueAt: dueAt(3) }, { amount: 4_000, dueAt: dueAt(40) }] // prettier-ignore
  const plan = await bill(10_000, { intentType: "payment-plan", schedule }, other, payer)
  await pay(plan, 7_000, other)
  const part = async (format: string) => (await report({ format }, intents, other)).byCurrency.BRL
  const { billed, paid, count, paidCount } = await part("consolidated")
  assert.deepEqual([billed, paid, count, paidCount], [10_000, 7_000, 2, 1])
  assert.deepEqual((await part("by-services")).services, [
    { service: null, name: "Without a service", billed: 10_000, paid: 7_000, count: 1 },
  ])
  const { buckets, scheduled } = await part("receivables-forecast")
  assert.deepEqual([scheduled, buckets.map((each: Any) => each.amount)], [3_000, [0, 0, 3_000, 0, 0]])
})

test("a cancellation may say why, and the report counts the reasons", async () => {
  const { other, payer } = await newTenant()
  for (const reason of ["duplicate", "duplicate", undefined]) {
    const { _id } = await bill(1_000, {}, other, payer)
    const { cancelReason } = (await other.post(`/v1/payment-intents/${_id}/cancel`, { reason })).body.data
    assert.equal(cancelReason, reason ?? null)
  }
  await bill(1_000, {}, other, payer)
  const { count, rate, byReason } = (await report({ format: "cancellations" }, intents, other)).byCurrency.BRL
  assert.deepEqual([count, rate], [3, 0.75])
  assert.deepEqual(byReason, [
    { reason: "duplicate", count: 2, amount: 2_000 },
    { reason: "unspecified", count: 1, amount: 1_000 },
  ])
  const { _id } = await bill(1_000, {}, other, payer)
  const { status, body } = await other.post(`/v1/payment-intents/${_id}/cancel`, { reason: "boredom" })
  assert.deepEqual([status, body.error.code], [400, "VAL-1003"])
})

test("a refund by line counts on the service of that line", async () => {
  const { other, payer } = await newTenant()
  const serviceIds: string[] = []
  for (const name of ["Course", "Housing"]) serviceIds.push((await other.post("/v1/services/create", { name })).body.data._id)
  const items = serviceIds.map((service, i) => ({ name: "Line", amount: 5_000, service: i === 0 ? service : serviceIds[1] }))
  const charge = await pay(await bill(0, { items }, other, payer), 10_000, other)
  const { _id } = (await other.create("/v1/refund-intents/create", { transaction: charge._id, items: [{ line: 1, amount: 2_000 }] })).body
    .data
  await other.post(`/v1/refund-intents/${_id}/approve`)
  await other.post(`/v1/refund-intents/${_id}/settle`, { reference: "TED 1" })
  const { services } = (await report({ format: "revenue-by-service" }, intents, other)).byCurrency.BRL
  assert.deepEqual(
    services.map(({ name, revenue, refunded, net, share }: Any) => [name, revenue, refunded, net, share]),
    [
      ["Course", 5_000, 0, 5_000, 0.625],
      ["Housing", 5_000, 2_000, 3_000, 0.375],
    ],
  )
})

test("counts an overpayment as received money, and a payment from credit as none", async () => {
  const { other, payer } = await newTenant()
  const [first, second] = [await bill(1_000, {}, other, payer), await bill(500, {}, other, payer)]
  await other.post("/v1/simulations/bank-transfers/create", { reference: first.number, amount: 1_300, currency: "BRL" })
  await other.create("/v1/transactions/create", { paymentIntent: second._id, amount: 300, method: "contact-credit" })
  const { months } = (await report({ format: "month-by-month" }, intents, other)).byCurrency.BRL
  const { days } = (await report({ format: "calendar-by-day" }, intents, other)).byCurrency.BRL
  assert.deepEqual([months.at(-1).paid, months.at(-1).received, days.at(-1).paid], [1_300, 1_300, 1_300])
})

test("shows commissions as unpaid as of a time before the payout", async () => {
  const { other, payer } = await newTenant()
  const splitTerms = { type: "percentage", basisPoints: 1000 }
  const partner = { name: "Casa", code: "CASA", kind: "supplier", splitTerms }
  const { _id } = (await other.post("/v1/partnerships/create", partner)).body.data
  const team = (await other.post("/v1/teams/create", { name: "North" })).body.data._id
  const intent = await bill(0, { team, items: [{ name: "Course", amount: 10_000, supplier: "CASA" }] }, other, payer)
  await pay(intent, 10_000, other)
  const asOf = new Date().toISOString()
  await new Promise(resolve => setTimeout(resolve, 20))
  const payout = { recipientType: "supplier", partnership: "CASA", currency: "BRL", method: "manual", amount: 1_000 }
  const sent = (await other.create("/v1/payouts/create", payout)).body.data
  assert.equal((await other.post(`/v1/payouts/${sent._id}/confirm`, { reference: "TED 2" })).status, 200)
  const part = async (query: Record<string, string>) => (await report(query, "/v1/analytics/payment-splits", other)).byCurrency.BRL
  const { summary, partners, teams, cohorts, reconciliation } = await part({ partnership: "casa" })
  const figures = { owed: 1_000, paid: 1_000, outstanding: 0, reversed: 0, count: 1 }
  assert.deepEqual(
    [summary, partners, teams],
    [figures, [{ partnership: _id, name: "Casa", ...figures }], [{ team, name: "North", ...figures }]],
  )
  assert.deepEqual([cohorts.length, cohorts.at(-1).paid, reconciliation], [12, 1_000, { ledger: 1_000, splits: 1_000, difference: 0 }])
  const then = await part({ asOf, team })
  assert.deepEqual([then.summary.paid, then.summary.outstanding, then.reconciliation.difference], [0, 1_000, 0])
})

test("returns a report as of a time with the same bytes whenever it is read", async () => {
  const { other, payer } = await newTenant()
  const intent = await bill(2_000, {}, other, payer)
  await pay(intent, 500, other)
  const asOf = new Date().toISOString()
  await new Promise(resolve => setTimeout(resolve, 20))
  const textOf = async (format: string) => (await other.get(`${intents}?format=${format}&asOf=${asOf}`)).text
  const before = await Promise.all(formats.map(textOf))
  await pay(intent, 1_500, other)
  await other.post(`/v1/payment-intents/${(await bill(700, {}, other, payer))._id}/cancel`)
  assert.deepEqual(await Promise.all(formats.map(textOf)), before)
})

test("shows the status and the reversed commission that a payment had as of a time", async () => {
  const { other, payer } = await newTenant()
  await other.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "agent" })
  const intent = await bill(2_000, {}, other, payer)
  await pay(intent, 1_000, other)
  const split = (await other.create("/v1/payment-splits/create", { paymentIntent: intent._id, partnership: "CASA", amount: 500 })).body.data
  const open = { paymentIntent: intent._id, amount: 100, method: "cash", status: "processing" }
  const failed = (await other.create("/v1/transactions/create", open)).body.data
  await other.post(`/v1/transactions/${failed._id}/fail`)
  const waiting = (await other.create("/v1/transactions/create", open)).body.data
  const asOf = new Date().toISOString()
  await new Promise(resolve => setTimeout(resolve, 20))
  const textOf = async (name: string) => (await other.get(`/v1/analytics/${name}?asOf=${asOf}`)).text
  const names = ["transactions", "payment-splits"]
  const before = await Promise.all(names.map(textOf))
  assert.equal((await other.post(`/v1/transactions/${failed._id}/update`, { reference: "Bounced" })).status, 200)
  assert.equal((await other.post(`/v1/transactions/${waiting._id}/confirm`)).status, 200)
  assert.equal((await other.post(`/v1/payment-splits/${split._id}/update`, { amount: 300 })).status, 200)
  assert.deepEqual(await Promise.all(names.map(textOf)), before)
})

test("writes one CSV line for each row of every format, and escapes formulas in texts of payers", async () => {
  const name = "=HYPERLINK(1)"
  const service = (await api.post("/v1/services/create", { name })).body.data._id
  await pay(await bill(0, { items: [{ name: "Course", amount: 900, service }] }), 900)
  const csvOf = async (path: string) => {
    const { status, headers, text } = await api.get(path, { accept: "text/csv" })
    assert.deepEqual([status, headers.get("content-type")?.slice(0, 8)], [200, "text/csv"])
    return text.split("\r\n")
  }
  const [head, ...lines] = await csvOf(`${intents}?format=by-services`)
  assert.equal(head, "currency,service,name,billed,paid,count")
  assert.ok(lines.includes(`BRL,${service},'${name},900,900,1`), lines.join("\n"))
  const [names, ...customers] = await csvOf(`${intents}?format=customer-payments-by-month`)
  assert.equal(names, "currency,contact,total,month,paid,contactName,contactEmail")
  const { contact } = (await api.get(`${intents}?format=customer-payments-by-month`)).body.data.byCurrency.BRL.customers[0]
  const { email, profile } = (await api.get(`/v1/contacts/${contact}`)).body.data
  const fullName = [profile.firstName, profile.lastName].filter(Boolean).join(" ")
  assert.ok(customers.find(line => line.includes(contact))!.endsWith(`,${fullName},${email}`), customers.join("\n"))
  assert.equal((await api.get(`${intents}?format=payer-behavior`)).text.includes("contactEmail"), false, "the JSON stays as it is")
  assert.match((await csvOf(`${intents}?format=cancellations`))[0]!, /^currency,count,amount,rate,list,month/)
  assert.match((await csvOf("/v1/analytics/transactions"))[0]!, /byStatus\.succeeded\.count/)
  for (const format of formats) assert.match((await csvOf(`${intents}?format=${format}`))[0]!, /^currency/)
})

test("a parameter that is wrong or does not apply is refused by name", async () => {
  const refusals: [path: string, code: string][] = [
    [`${intents}?format=consolidated&partnership=CASA`, "VAL-1004"],
    [`${intents}?format=consolidated&from=2010-01-01`, "VAL-1003"],
    [`${intents}?format=consolidated&from=2026-02-30`, "VAL-1003"],
    [`${intents}?format=consolidated&team=${"0".repeat(24)}`, "SMR-1001"],
    [`${intents}?format=consolidated&currency=brl`, "VAL-1003"],
    [intents, "VAL-1002"],
    ["/v1/analytics/payment-splits?partnership=nobody", "SMR-1001"],
    ["/v1/analytics/transactions?format=consolidated", "VAL-1004"],
  ]
  for (const [path, code] of refusals) assert.equal((await api.get(path)).body.error.code, code, path)
})

test("a day before 1970 or after 9998 is refused, in every report", async () => {
  await bill(1_000, { dueAt: "9999-12-31T12:00:00Z" })
  const days = ["from=9999-12-31&to=9999-12-31", "from=9999-12-01", "to=9999-12-31", "to=0001-01-31", "from=0001-01-01&to=0001-01-31"]
  const times = ["9999-12-31T23:59:59Z", "9999-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "0999-06-01T00:00:00Z", "0001-01-01T00:00:00Z"]
  const paths = [...formats.map(format => `${intents}?format=${format}`), "/v1/analytics/transactions?", "/v1/analytics/payment-splits?"]
  for (const path of paths)
    for (const query of [...days, ...times.map(time => `asOf=${time}`)]) {
      const { status, body } = await api.get(`${path}&${query}`)
      assert.deepEqual([status, body.error?.code], [400, "VAL-1003"], `${path}&${query}`)
      assert.match(body.error.message, /must lie within 1970-01-01 and 9998-12-31/)
    }
})

test("the first and the last day can be reported in every time zone", async () => {
  for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const { other, payer } = await newTenant()
    await other.post("/v1/settings/update", { timezone })
    await bill(1_000, {}, other, payer)
    const queries = ["to=1970-01-01", "from=9998-12-31", "to=9998-12-31", "asOf=1970-01-01T00:00:00Z", "asOf=9998-12-31T23:59:59Z"]
    const paths = [...formats.map(format => `${intents}?format=${format}`), "/v1/analytics/transactions?", "/v1/analytics/payment-splits?"]
    for (const path of paths)
      for (const query of queries) assert.equal((await other.get(`${path}&${query}`)).status, 200, `${timezone} ${path}&${query}`)
  }
})

test("includes intents that fall due outside of those years in today's reports", async () => {
  for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const { other, payer } = await newTenant()
    await other.post("/v1/settings/update", { timezone })
    for (const dueAt of ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]) await bill(1_000, { dueAt }, other, payer)
    for (const format of formats) assert.equal((await other.get(`${intents}?format=${format}`)).status, 200, format)
    const { overdue, scheduled, buckets } = (await report({ format: "receivables-forecast" }, intents, other)).byCurrency.BRL
    assert.deepEqual([overdue, scheduled, buckets.at(-1).amount], [1_000, 1_000, 1_000], timezone)
  }
})

test("agents read the same figures, 20 times a minute", async () => {
  const { apiKey } = await server.withRole("viewer")
  const client = new Client({ name: "Test assistant", version: "1" })
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/v1/mcp`), { requestInit }))
  after(() => client.close())
  const asOf = new Date().toISOString()
  const use = (): Promise<Any> => client.callTool({ name: "payment_intent_stats", arguments: { format: "consolidated", asOf } })
  const { structuredContent } = await use()
  assert.deepEqual(structuredContent, await report({ format: "consolidated", asOf }))
  for (let i = 1; i < 20; i++) assert.equal((await use()).isError ?? false, false)
  assert.match(JSON.stringify(await use()), /AGENT_TOOL_RATE_LIMITED/)
})
