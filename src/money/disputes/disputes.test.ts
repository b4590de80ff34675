import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, startTestServer, until } from "../../../test/harness.ts"
import { display } from "../../kit/pure/money.ts"

const server = await startTestServer()
const { api, sql, keys, withRole } = server
const fixtures = await disputeFixtures(api, server, keys.tenantId)
const { charge, sell, dispute, act, resolve, read, readDispute, refund, balance, splitOf, entriesOf, advance } = fixtures
const { assertLedgerVerifies, disputesOf, waitFor } = fixtures

const submit = (disputed: Any, text = "it was delivered", documents: unknown[] = []) => act(disputed, "evidence", { text, documents })
const intentOf = ({ paymentIntent }: Any) => read("payment-intents", paymentIntent)
const codeOf = async (response: ReturnType<typeof act>) => [(await response).status, (await response).body.error?.code]
const mailsAbout = async ({ _id }: Any): Promise<Any[]> =>
  (await api.get("/v1/dev/mails?limit=100")).body.data.filter((mail: Any) => mail.object === _id)
const callTool = async (name: string, args: object): Promise<Any> => {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }
  const { text } = await api.post("/v1/mcp", call, { accept: "application/json, text/event-stream" })
  return JSON.parse(text.slice(text.indexOf("{"))).result.structuredContent
}

test("a dispute names its charge, and its money is set aside while it is open", async () => {
  const charged = await charge()
  const before = await balance()
  const disputed = await dispute(charged, { amount: 6000, reason: "product_not_received" })
  const { transaction, paymentIntent, contact, amount, currency, reason, status, evidence, fees, closedAt, gateway } = disputed
  assert.deepEqual(
    { transaction, paymentIntent, contact, amount, currency, reason, status, evidence, fees, closedAt, gateway },
    {
      transaction: charged._id,
      paymentIntent: charged.paymentIntent,
      contact: charged.contact,
      amount: 6000,
      currency: "BRL",
      reason: "product_not_received",
      status: "needs-response",
      evidence: null,
      fees: 0,
      closedAt: null,
      gateway: "simulator",
    },
  )
  assert.match(disputed.number, /^DP-\d{6}$/)
  assert.equal((await read("disputes", disputed.number.toLowerCase()))._id, disputed._id)
  const open = await balance()
  assert.deepEqual([open.reserved - before.reserved, open.available - before.available], [6000, -6000])
  assert.deepEqual([(await intentOf(charged)).disputed, (await splitOf(charged)).accrued], [0, 1000])
  await assertLedgerVerifies()
})

test("counts an accepted dispute as disputed, not as refunded, and takes back the partners' part", async () => {
  const charged = await charge()
  const before = await balance()
  const disputed = await dispute(charged, { amount: 3333 })
  const accepted = (await act(disputed, "accept")).body.data
  assert.deepEqual([accepted.status, typeof accepted.closedAt], ["accepted", "string"])
  const intent = await intentOf(charged)
  assert.deepEqual(
    [intent.disputed, intent.refunded, intent.refundStatus, intent.paid, intent.status],
    [3333, 0, "none", 10_000, "paid-full"],
  )
  const { accrued, reversed, outstanding } = await splitOf(charged)
  assert.deepEqual([accrued, reversed, outstanding], [1000, 333, 667])
  const after = await balance()
  assert.deepEqual([after.reserved - before.reserved, after.available - before.available], [0, -3333 + 333])
  assert.deepEqual(
    (await entriesOf(disputed)).map(entry => entry.kind),
    ["dispute", "dispute-lost"],
  )
  await assertLedgerVerifies()
})

test("sends the evidence and the acceptance to the gateway, once each", async () => {
  const documents = ["https://example.com/receipt.pdf", { name: "Signature", url: "https://example.com/s.png" }]
  const disputed = await dispute(await charge())
  const { status, evidence } = (await submit(disputed, "signed by the customer", documents)).body.data
  assert.deepEqual([status, evidence.text, evidence.documents], ["under-review", "signed by the customer", documents])
  assert.equal((await act(disputed, "accept")).body.data.status, "accepted")
  const answers = () => sql("select evidence from simulator_dispute_answers where dispute = $1 order by created_at", [disputed.reference])
  await until(async () => (await answers()).length === 2, "the simulator has both answers")
  const [first, second] = (await answers()).map(each => each.evidence).toSorted((a, b) => (a === null ? 1 : b === null ? -1 : 0))
  assert.deepEqual([first, second], [{ text: "signed by the customer", documents }, null])
})

test("replaces the evidence when it is submitted again before the due date", async () => {
  const disputed = await dispute(await charge())
  await submit(disputed, "delivered")
  const { evidence, status, version } = (await submit(disputed, "delivered and signed")).body.data
  assert.deepEqual([evidence.text, status, version], ["delivered and signed", "under-review", 3])
  assert.deepEqual(await codeOf(act(disputed, "evidence", { text: "" })), [400, "VAL-1003"])
  const { data } = (await api.get(`/v1/disputes/${disputed._id}/timeline`)).body
  assert.deepEqual(
    data.map((entry: Any) => entry.action),
    ["disputes.update", "disputes.update", "disputes.create"],
  )
})

test("gives the money back when a dispute is won, takes it when the bank changes to lost, and gives it back when won again", async () => {
  const charged = await charge()
  const before = await balance()
  const disputed = await dispute(charged, { amount: 4000 })
  await submit(disputed)
  const state = async () => {
    const { available, reserved } = await balance()
    const { outstanding } = await splitOf(charged)
    return [
      (await readDispute(disputed)).status,
      reserved - before.reserved,
      available - before.available,
      (await intentOf(charged)).disputed,
      outstanding,
    ]
  }
  const steps = [
    ["won", 0, 0, 0, 1000],
    ["lost", 0, -3600, 4000, 600],
    ["lost", 0, -3600, 4000, 600],
    ["won", 0, 0, 0, 1000],
  ]
  for (const expected of steps) {
    assert.equal((await resolve(disputed, String(expected[0]))).status, 200)
    assert.deepEqual(await state(), expected)
    await assertLedgerVerifies()
  }
  assert.equal((await refund(charged, 10_000)).status, 201)
})

test("each action is refused in a state that does not allow it, and the object says so", async () => {
  const disputed = await dispute(await charge())
  const actions = async () =>
    Object.fromEntries(
      (await api.get(`/v1/disputes/${disputed._id}/actions`)).body.data.map((each: Any) => [each.action, each.reason?.code ?? null]),
    )
  assert.deepEqual(await actions(), { update: null, evidence: null, accept: null })
  await act(disputed, "accept")
  assert.deepEqual(await actions(), { update: null, evidence: "DSP-2001", accept: "DSP-2001" })
  assert.deepEqual(await codeOf(submit(disputed)), [409, "DSP-2001"])
  assert.deepEqual(await codeOf(act(disputed, "accept")), [409, "DSP-2001"])
  assert.deepEqual(await codeOf(resolve(disputed, "won")), [409, "DSP-2001"])
  const { metadata } = (await act(disputed, "update", { metadata: { case: "7" } })).body.data
  assert.deepEqual(metadata, { case: "7" })
})

test("only what is left of a succeeded charge through the simulator can be disputed in a sandbox", async () => {
  const charged = await charge()
  await dispute(charged, { amount: 6000 })
  const simulate = (body: object) => api.create("/v1/simulations/disputes/create", body)
  const { status, body } = await simulate({ transaction: charged._id, amount: 4001 })
  assert.deepEqual([status, body.error.code, body.error.details], [422, "DSP-2004", { available: 4000, amount: 4001, currency: "BRL" }])
  assert.equal((await dispute(charged)).amount, 4000)
  const cash = (await api.create("/v1/transactions/create", { paymentIntent: (await sell())._id, amount: 500, method: "cash" })).body.data
  assert.deepEqual(await codeOf(simulate({ transaction: cash._id })), [409, "DSP-2003"])
  assert.deepEqual(await codeOf(simulate({ transaction: "f".repeat(24) })), [404, "SMR-1001"])
  assert.equal((await disputesOf(cash)).length, 0)
})

const addPerson = (role: string) =>
  sql(
    `insert into users select person.* from users u
     cross join lateral jsonb_build_object('id', $1::text, 'email', $2::text, 'email_key', $2::text, 'role', $2::text) fields
     cross join lateral jsonb_populate_record(u, fields) person
     where u.tenant_id = $3 and u.email = $4`,
    [role.padStart(24, "0"), role, keys.tenantId, keys.email],
  )

test("mails only the people who may answer, when a dispute opens and three days before its due date", async () => {
  for (const role of ["finance", "operator"]) await addPerson(role)
  const disputed = await dispute(await charge())
  const answered = await dispute(await charge())
  await submit(answered)
  const amount = display(10_000, "BRL")
  const opening = (await mailsAbout(disputed)).map(mail => [mail.recipient, mail.subject])
  assert.deepEqual(
    new Map(opening as [string, string][]),
    new Map([
      ["finance", `A payment of ${amount} is disputed`],
      [keys.email, `A payment of ${amount} is disputed`],
    ]),
  )
  await advance("P10D")
  assert.equal((await mailsAbout(disputed)).length, 2)
  await advance("P1D")
  await until(async () => (await mailsAbout(disputed)).length === 4, "the reminders are sent")
  const reminders = (await mailsAbout(disputed)).filter(mail => mail.subject.startsWith(`Reminder: answer the dispute over ${amount} by `))
  assert.equal(reminders.length, 2)
  await advance("P4D")
  await waitFor(disputed, "lost")
  assert.deepEqual([(await mailsAbout(answered)).length, (await readDispute(answered)).status], [2, "under-review"])
})

test("takes no evidence after the due date, and counts a dispute without evidence as lost", async () => {
  const disputed = await dispute(await charge())
  await sql("update jobs set next_at = next_at + interval '1 day' where kind = 'dispute-deadline' and payload->>'dispute' = $1", [
    disputed._id,
  ])
  await advance("P14D")
  const { status, body } = await submit(disputed)
  assert.deepEqual([status, body.error.code, body.error.details.dueAt], [409, "DSP-2002", disputed.evidenceDueAt])
  await advance("P1D")
  await waitFor(disputed, "lost")
  assert.deepEqual(await codeOf(submit(disputed)), [409, "DSP-2001"])
  assert.equal((await resolve(disputed, "won")).body.data.status, "won") // the bank may still decide for us
  await assertLedgerVerifies()
})

test("tok_dispute is disputed a few seconds after it was paid", async () => {
  const charged = await charge({ token: "tok_dispute" })
  await advance("PT10S")
  const disputes = await until(async () => ((await disputesOf(charged)).length > 0 ? disputesOf(charged) : undefined), "it is disputed")
  assert.deepEqual(
    disputes.map(each => [each.amount, each.status, each.reason]),
    [[10_000, "needs-response", "fraudulent"]],
  )
})

test("lists are filtered, sorted and counted; open narrows to those that need attention", async () => {
  const caller = await server.otherTenant()
  const own = await disputeFixtures(caller, server, caller.keys.tenantId)
  const [one, two, three] = await Promise.all([1000, 2000, 3000].map(async amount => own.dispute(await own.charge(), { amount })))
  await own.act(two, "evidence", { text: "it was delivered" })
  await own.act(three, "accept")
  const list = async (query: string) => {
    const { body } = await caller.get(`/v1/disputes?${query}`)
    return [body.count, new Set(body.data.map((each: Any) => each._id))]
  }
  const ids = (...disputes: Any[]) => [disputes.length, new Set(disputes.map(each => each._id))]
  assert.deepEqual(await list("open=true"), ids(one, two))
  assert.deepEqual(await list("open=false"), ids(three))
  assert.deepEqual(await list("open=true&status=under-review"), ids(two))
  assert.deepEqual(await list("open[ne]=true&amount[gte]=1"), ids(three))
  assert.deepEqual(await list("amount[lt]=3000&sort=evidenceDueAt"), ids(one, two))
  assert.deepEqual(await list(`contact=${own.contact.email}&paymentIntent=${one.paymentIntent}`), ids(one))
  assert.equal((await caller.get("/v1/disputes?open=yes")).body.error.code, "VAL-1003")
  assert.deepEqual(await list(`transaction[in]=${one.transaction},${two.transaction}`), ids(one, two))
  for (const query of ["transaction=nope", `transaction[in]=${one.transaction},${"f".repeat(24)}`, "paymentIntent=nope"]) {
    const { status, body } = await caller.get(`/v1/disputes?${query}`)
    assert.deepEqual([status, body.error.code], [404, "SMR-1001"], query)
  }
})

test("agents read what REST returns, and every role reads what it may", async () => {
  const disputed = await dispute(await charge())
  const { disputes, count } = await callTool("dispute_list", { open: true, transaction: disputed.transaction })
  assert.deepEqual([count, disputes], [1, [await readDispute(disputed)]])
  assert.deepEqual((await callTool("dispute_get", { dispute: disputed._id })).dispute, disputed)
  for (const [role, answer] of [
    ["viewer", 403],
    ["operator", 403],
    ["finance", 200],
  ] as const) {
    const caller = await withRole(role)
    assert.equal((await caller.get(`/v1/disputes/${disputed._id}`)).status, 200)
    assert.equal((await act(disputed, "evidence", { text: "it was delivered" }, caller)).status, answer)
  }
})

test("a dry run of an acceptance says what would happen, and changes nothing", async () => {
  const disputed = await dispute(await charge())
  const { body } = await api.post(`/v1/disputes/${disputed._id}/accept`, {}, { "dry-run": "true" })
  assert.deepEqual([body.data.status, (await readDispute(disputed)).status], ["accepted", "needs-response"])
})
