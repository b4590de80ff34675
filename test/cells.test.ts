import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { inCell, allCells, home } from "../src/kit/db/cells.ts"
import { findUnfinished, reserveEntry } from "../src/kit/db/directory-entries.ts"
import { allTenants, query, sql as statement } from "../src/kit/db/query.ts"
import { enqueue } from "../src/kit/jobs/enqueue.ts"
import { claimJobs } from "../src/kit/jobs/queue.ts"
import { asSystem } from "../src/kit/operation/system.ts"
import { newId } from "../src/kit/pure/id.ts"
import { createTenant } from "../src/platform/api-keys/create-tenant.ts"
import { hashOf } from "../src/platform/api-keys/key.ts"
import { tenantSweeps } from "../src/platform/tenants/jobs.ts"
import { registerAssistant } from "./assistant.ts"
import { type Any, createCaller, newContact, newIntent, startTestServer, until } from "./harness.ts"
import { payByPage } from "./payer.ts"
import { adminOf, createPage, signIn } from "./people.ts"
import { portalOf } from "./portal.ts"
import { registerWebhook, startReceiver } from "./receiver.ts"

const server = await startTestServer({ WEBHOOKS_ALLOW_PRIVATE: "true" }, ["east", "west"])
const { api, baseUrl, keys, urls } = server
const [, east, west] = allCells()

/** Queries the database of a cell directly. */
async function sqlIn(cell: string, text: string, values: unknown[] = []): Promise<Any[]> {
  const client = new pg.Client({ connectionString: urls[cell], options: "-c app.tenants=*" })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Any[]
  } finally {
    await client.end()
  }
}
const newTenant = async (cell?: string, email = "boss@example.com") => {
  const made = await createTenant({ name: "Loja", mode: "sandbox", timezone: "UTC", email, cell })
  return { ...createCaller(baseUrl, made), keys: made }
}
const bill = async (caller = api): Promise<Any> => {
  const contact = (await caller.create("/v1/contacts/create", newContact())).body.data
  return (await caller.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
}
const mcp = (authorization: string) =>
  fetch(`${baseUrl}/v1/mcp`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  })

test("keeps every row of a tenant in its cell, and only its entry in the directory at home", async () => {
  await bill()
  const tables = await sqlIn("east", "select table_name as name from information_schema.columns where column_name = 'tenant_id' order by 1")
  const full: string[] = []
  for (const { name } of tables)
    for (const cell of ["home", "west"]) {
      const [row] = await sqlIn(cell, `select count(*)::int as n from ${name} where tenant_id = $1`, [keys.tenantId])
      if (row.n > 0) full.push(`${cell} ${name}`)
    }
  assert.deepEqual(full, ["home tenant_directory"])
  assert.deepEqual(await sqlIn("home", "select cell, state from tenant_directory where tenant_id = $1", [keys.tenantId]), [
    { cell: "east", state: "active" },
  ])
})

test("serves tenants of all cells side by side: payments, webhooks, sign-in, portals, agents", { timeout: 120_000 }, async () => {
  for (const caller of [{ ...api, keys }, await newTenant("west"), await newTenant("home")]) {
    const receiver = await startReceiver()
    await registerWebhook(caller, receiver, { events: ["paymentIntents.update"] })
    const intent = await bill(caller)
    const short = await fetch(intent.links.short, { redirect: "manual" })
    assert.equal(short.headers.get("location"), intent.links.long)
    assert.equal((await payByPage(intent, "tok_success")).status, 303)
    await receiver.waitFor("paymentIntents.update", intent._id)
    const paid = async () => (await caller.get(`/v1/payment-intents/${intent._id}`)).body.data.status === "paid-full"
    await until(paid, "the payment is booked")
    assert.equal((await caller.get("/v1/ledger/verify")).body.data.ok, true)
    const contact = (await caller.get(`/v1/contacts/${intent.contact}`)).body.data
    assert.ok(await portalOf(server, "/portal").signIn(caller as never, contact.email))
    assert.equal((await mcp(`Bearer ${caller.apiKey}`)).status, 200)
  }
})

test("an assistant's code and tokens name their tenant, and work in its cell", async () => {
  const assistant = await registerAssistant(baseUrl)
  const { parameters } = await assistant.ask(adminOf(server))
  const { body } = await assistant.exchange(parameters["code"]!)
  for (const token of [parameters["code"]!, body.access_token, body.refresh_token]) assert.ok(token.startsWith(`${keys.tenantId}.`), token)
  assert.equal((await mcp(`Bearer ${body.access_token}`)).status, 200)
})

test("signs a person in to the tenant that they name, and without a name to the first of all cells", async () => {
  const email = "everywhere@example.com"
  const [first, second] = [await newTenant("west", email), await newTenant("home", email)]
  const signedIn = async (password: string, more: object = {}) => (await signIn(server, { email, password }, more)).body.data?.tenant._id
  assert.equal(await signedIn(first.keys.password), first.keys.tenantId)
  assert.equal(await signedIn(second.keys.password, { tenant: second.keys.tenantId }), second.keys.tenantId)
  await createPage(server).post("/v1/passwords/forgot", { email })
  for (const { get } of [first, second])
    await until(async () => (await get(`/v1/dev/mails?recipient=${email}`)).body.data.length > 0, "both tenants mail a link")
})

test("accepts a key of an earlier version, which names no tenant, for REST and for agents", async () => {
  const old = await newTenant("home")
  const key = "cs_0123456789abcdefghijklmnopqrstuv4HXh2m"
  await sqlIn("home", "update api_keys set hash = $1 where tenant_id = $2", [hashOf(key), old.keys.tenantId])
  const caller = createCaller(baseUrl, { apiKey: key, tenantId: old.keys.tenantId })
  assert.equal((await caller.get("/v1/users/user")).status, 200)
  assert.equal((await mcp(`Bearer ${key}`)).status, 200)
  assert.equal((await createCaller(baseUrl, { apiKey: key, tenantId: keys.tenantId }).get("/v1/users/user")).body.error.code, "TEN-1001")
  assert.equal((await createCaller(baseUrl, { ...keys, tenantId: newId(new Date()) }).get("/v1/users/user")).body.error.code, "TEN-1001")
})

test("creates tenants in the least loaded cell that is not draining", async () => {
  const placed = async () => {
    const { keys: made } = await newTenant()
    return (await sqlIn("home", "select cell from tenant_directory where tenant_id = $1", [made.tenantId]))[0].cell as string
  }
  const counts = await sqlIn("home", "select cell, count(*)::int as n from tenant_directory group by 1")
  const countOf = (cell: string) => (counts.find(each => each.cell === cell)?.n ?? 0) as number
  const most = Math.max(...["home", "east", "west"].map(countOf))
  const expected = ["home", "east", "west"].flatMap(cell => Array.from({ length: most - countOf(cell) }, () => cell))
  const found = []
  for (const _ of expected) found.push(await placed())
  assert.deepEqual(found.toSorted(), expected.toSorted())
  await sqlIn("home", "update cells set state = 'draining' where name in ('home', 'west')")
  assert.deepEqual([await placed(), await placed()], ["east", "east"])
  await assert.rejects(newTenant("west"), /The cell west is draining and gets no new tenants/)
  await assert.rejects(newTenant("north"), /There is no cell north/)
  await sqlIn("home", "update cells set state = 'active'")
})

test("finishes or removes the entry of a tenant whose process died while it was created", async () => {
  const sweep = () => inCell(home(), () => tenantSweeps[0]!.run())
  const state = (id: string) => sqlIn("home", "select state from tenant_directory where tenant_id = $1", [id])
  const age = (id: string, minutes: number) =>
    sqlIn("home", "update tenant_directory set state = 'creating', created_at = now() - $2 * interval '1 minute' where tenant_id = $1", [
      id,
      minutes,
    ])
  const whole = await newTenant("west") // died between the commit of the tenant and that of its entry
  await age(whole.keys.tenantId, 2)
  assert.equal((await whole.get("/v1/users/user")).status, 200, "the tenant is there, and so it is served")
  const lost = newId(new Date()) // died before the tenant was committed
  await reserveEntry(lost, "west", () => "lost00")
  await sweep()
  assert.deepEqual([await state(whole.keys.tenantId), await state(lost)], [[{ state: "active" }], [{ state: "creating" }]])
  await age(lost, 2)
  await sweep()
  assert.deepEqual(await state(lost), [{ state: "creating" }], "it may still be committed")
  await age(lost, 11)
  await sweep()
  assert.deepEqual([await state(lost), await findUnfinished()], [[], []])
})

test("refuses a statement about tenants of two cells, and one over all tenants that names no cell", async () => {
  const other = (await newTenant("west")).keys.tenantId
  await assert.rejects(query([keys.tenantId, other], statement`select 1`), /tenants of several cells/)
  await assert.rejects(async () => query(allTenants, statement`select 1`), /does not say in which cell/)
  await assert.rejects(
    inCell(west!, () => query([keys.tenantId], statement`select 1`)),
    /work in the cell west names a tenant of the cell east/,
  )
  assert.equal((await query([keys.tenantId], statement`select 1`)).length, 1)
})

test("a worker claims the jobs of its own cell only", async () => {
  const tenant = (await newTenant("west")).keys.tenantId
  await asSystem(tenant, "test", async ctx => enqueue(ctx, "nobody knows this kind", {}, new Date(ctx.now.getTime() + 3_600_000)))
  await sqlIn(
    "west",
    "update jobs set next_at = now() - interval '1 hour', leased_until = now() + interval '1 hour' where kind like 'nobody%'",
  )
  assert.deepEqual(await inCell(east!, () => claimJobs([], 50)), [])
  await sqlIn("west", "update jobs set leased_until = null where kind like 'nobody%'")
  const failed = async () => (await sqlIn("west", "select last_error from jobs where kind like 'nobody%'"))[0].last_error
  assert.equal(await until(failed, "the worker of west runs it"), "unknown job kind nobody knows this kind")
  await sqlIn("west", "delete from jobs where kind like 'nobody%'")
})
