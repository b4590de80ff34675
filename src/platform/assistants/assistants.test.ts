// Assistants: their permissions, how they are listed, and how they are disconnected.
import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { type Any, type ApiResponse, newContact, newIntent, startTestServer, uniqueEmail, until } from "../../../test/harness.ts"
import { createBrowser, type Person, registerAssistant, send, signIn, toolNames, use } from "../../../test/assistant.ts"
import { createPerson } from "../tenants/create-person.ts"
import type { Role } from "../../kit/pure/permissions.ts"
import { assistantSweeps } from "./jobs.ts"

const server = await startTestServer()
const { baseUrl, api, keys } = server
const client = await registerAssistant(baseUrl)
const other = await registerAssistant(baseUrl)

type Member = Person & { userId: string }
async function createMember(role: Role = "admin"): Promise<Member> {
  const { email, password, userId } = await createPerson(keys.tenantId, { email: uniqueEmail(), name: "Bea", role })
  return { email, password: password!, userId }
}

/** Calls REST as a person who has signed in with a browser. */
async function sessionOf(person: Person) {
  const browser = createBrowser()
  await signIn(browser, await browser.open(`${baseUrl}/sign-in?next=/docs`), person)
  const headers = { authorization: null, "x-tenant-id": null, cookie: browser.cookiesFor("/"), origin: baseUrl }
  return {
    get: (path: string): Promise<ApiResponse> => api.get(path, headers),
    post: (path: string, body: object = {}): Promise<ApiResponse> => api.post(path, body, headers),
  }
}
const statusOf = async (token: string) => (await send(baseUrl, token, "ping")).status
const runSweep = (name: string) => assistantSweeps.find(sweep => sweep.name === name)!.run()

test("lists an assistant to its person with its client, its calls and its open drafts", async () => {
  const person = await createMember()
  const { access_token } = await client.connect(person)
  const contact = (await use(baseUrl, access_token, "contact_create", { email: uniqueEmail() })).result.contact
  await use(baseUrl, access_token, "contact_get", { contact: contact._id })
  await use(baseUrl, access_token, "contact_list")
  const session = await sessionOf(person)
  const row = await until(async () => {
    const { body } = await session.get("/v1/assistants?status=connected")
    return body.data[0].calls.reads === 2 && body.data[0].calls.writes === 1 && body.data[0]
  }, "the calls are counted")
  const { client: name, redirectHost, scope, status, openDrafts, endedAt } = row
  assert.deepEqual(
    [name, redirectHost, scope, status, openDrafts, endedAt],
    [client.name, "127.0.0.1:47631", "draft", "connected", 0, null],
  )
  assert.ok(row.connectedAt <= row.lastUsedAt)
  const { body } = await session.get(`/v1/assistants/${row._id}`)
  assert.deepEqual(body.data, row)
  const { body: possible } = await session.get(`/v1/assistants/${row._id}/actions`)
  assert.deepEqual(possible.data, [{ action: "revoke", allowed: true, reason: null }])
})

test("keeps the drafts of a client open until a person decides: refunds, and splits that a policy holds", async () => {
  const person = await createMember()
  const { access_token } = await client.connect(person)
  await api.create("/v1/approvals/policies/create", {
    name: "Commissions of agents",
    entityType: "payment-split",
    strategy: "any-of",
    approvers: [person.userId],
    conditions: { amountMin: 777, amountMax: 777 },
  })
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const intent = (await api.post("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const charge = (await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 10_000, method: "cash" })).body.data
  const partner = (await api.create("/v1/partnerships/create", { name: "Drafts", code: "DRAFTS", kind: "agent" })).body.data
  const refund = (await use(baseUrl, access_token, "refund_intent_create", { transaction: charge._id, amount: 100 })).result.refundIntent
  assert.deepEqual([refund.status, refund.draftedBy.client], ["draft", client.name])
  const { result } = await use(baseUrl, access_token, "payment_split_create", {
    paymentIntent: intent._id,
    partnership: partner._id,
    amount: 777,
  })
  assert.deepEqual([result.paymentSplit.approval.required, result.paymentSplit.approval.status], [true, "pending"])
  const session = await sessionOf(person)
  const openDrafts = async () => (await session.get("/v1/assistants")).body.data[0].openDrafts
  assert.equal(await openDrafts(), 2)
  await api.post(`/v1/refund-intents/${refund._id}/reject`)
  assert.equal(await openDrafts(), 1)
})

test("refuses a revoked assistant at once, answers a second revocation the same, and leaves other assistants connected", async () => {
  const person = await createMember()
  const [tokens, left] = [await client.connect(person), await other.connect(person)]
  const session = await sessionOf(person)
  const { _id } = (await session.get(`/v1/assistants?client=${encodeURIComponent(client.name)}`)).body.data[0]
  for (let i = 0; i < 2; i++) {
    const { status, body } = await session.post(`/v1/assistants/${_id}/revoke`)
    assert.deepEqual([status, body.data.status, body.data.reason], [200, "revoked", "revoked by its person"])
  }
  const { status, headers, body } = await send(baseUrl, tokens.access_token, "tools/list")
  assert.deepEqual([status, body.error.code], [401, "AUT-1011"])
  assert.match(headers.get("www-authenticate")!, /resource_metadata="http.+\/v1\/mcp"/)
  assert.equal((await client.refresh(tokens.refresh_token)).body.error, "invalid_grant")
  assert.equal(await statusOf(left.access_token), 200)
})

test("another person's assistants can neither be seen nor revoked, and an API key has none", async () => {
  const [person, stranger] = [await createMember(), await createMember("super-admin")]
  const { access_token } = await client.connect(person)
  const { _id } = (await (await sessionOf(person)).get("/v1/assistants")).body.data[0]
  const session = await sessionOf(stranger)
  assert.equal((await session.get("/v1/assistants")).body.count, 0)
  for (const path of ["", "/actions"]) assert.equal((await session.get(`/v1/assistants/${_id}${path}`)).status, 404)
  assert.equal((await session.post(`/v1/assistants/${_id}/revoke`)).status, 404)
  assert.equal((await api.get("/v1/assistants")).body.error.code, "PRM-1004")
  assert.equal(await statusOf(access_token), 200)
})

test("disconnects every assistant of a person who signs out everywhere, and nobody else's", async () => {
  const [person, neighbour] = [await createMember(), await createMember()]
  const tokens = [await client.connect(person), await other.connect(person)]
  const untouched = await client.connect(neighbour)
  await (await sessionOf(person)).post("/v1/sessions/end-all")
  for (const { access_token, refresh_token } of tokens) {
    assert.equal(await statusOf(access_token), 401)
    assert.equal((await client.refresh(refresh_token)).body.error, "invalid_grant")
  }
  assert.equal(await statusOf(untouched.access_token), 200)
  const statuses = await server.sql("select status, reason from assistants where user_id = $1", [person.userId])
  assert.deepEqual(statuses, Array(2).fill({ status: "revoked", reason: "its person signed out everywhere" }))
})

test("refuses an assistant of an earlier epoch, whatever its row says, and the sweep marks it revoked", async () => {
  const person = await createMember()
  const { access_token, refresh_token } = await client.connect(person)
  await server.sql("update accounts set epoch = epoch + 1 where user_id = $1", [person.userId])
  assert.equal(await statusOf(access_token), 401)
  assert.equal((await client.refresh(refresh_token)).body.error, "invalid_grant")
  await runSweep("end unused assistants")
  assert.deepEqual(await server.sql("select status from assistants where user_id = $1", [person.userId]), [{ status: "revoked" }])
})

test("reads permissions at each call, so that demoting or disabling a person takes effect for their assistant at once", async () => {
  const person = await createMember()
  const { access_token, refresh_token } = await client.connect(person)
  assert.ok((await use(baseUrl, access_token, "contact_create", { email: uniqueEmail() })).result)
  await api.post(`/v1/users/${person.userId}/update`, { role: "viewer" })
  assert.equal((await use(baseUrl, access_token, "contact_create", { email: uniqueEmail() })).error.code, "AGENT_TOOL_FORBIDDEN")
  assert.ok(!(await toolNames(baseUrl, access_token)).includes("contact_create"))
  await api.post(`/v1/users/${person.userId}/update`, { status: "disabled" })
  assert.equal(await statusOf(access_token), 401)
  await api.post(`/v1/users/${person.userId}/update`, { status: "active" })
  assert.equal(await statusOf(access_token), 401, "a person who is enabled again has to connect it again")
  assert.equal((await client.refresh(refresh_token)).body.error, "invalid_grant")
})

test("a person who is disabled while they consent connects nothing", async () => {
  const person = await createMember()
  const browser = createBrowser()
  const consent = await signIn(browser, await browser.open(client.request()), person)
  const database = new pg.Client({ connectionString: server.databaseUrl, options: "-c app.tenants=*" })
  await database.connect()
  await database.query("begin")
  await database.query("select 1 from tenants where id = $1 for update", [keys.tenantId]) // as a change of a user locks it
  const answer = browser.submit(consent, { decision: "allow", access: "draft" })
  await until(async () => (await server.sql("select 1 from pg_locks where not granted")).length > 0, "the consent waits")
  await database.query("update users set active = false where id = $1", [person.userId])
  await database.query("commit")
  await database.end()
  assert.equal((await answer).status, 401)
  assert.deepEqual(await server.sql("select * from assistants where user_id = $1", [person.userId]), [])
})

test("allows an assistant that was connected to read only reads, whatever its person may do", async () => {
  const tokens = await client.connect(await createMember("super-admin"), { access: "read" })
  assert.equal(tokens.scope, "agent:read")
  const names = await toolNames(baseUrl, tokens.access_token)
  assert.deepEqual(
    names.filter(name => /_(create|update|cancel|remind)$/.test(name)),
    [],
  )
  assert.ok(names.includes("payout_list"))
  const { error } = await use(baseUrl, tokens.access_token, "contact_create", { email: uniqueEmail() })
  assert.deepEqual([error.code, error.docUrl], ["AGENT_TOOL_FORBIDDEN", `${baseUrl}/docs/errors#PRM-1005`])
  assert.match(error.message, /connect the assistant again/)
  const { body } = await client.refresh(tokens.refresh_token)
  assert.equal(body.scope, "agent:read", "a refresh gives no more")
})

test("gives a client that asks for it a token that only reads, and the next token drafts again", async () => {
  const { refresh_token } = await client.connect(await createMember())
  const narrow = (await client.refresh(refresh_token, { scope: "agent:read" })).body
  assert.equal(narrow.scope, "agent:read")
  const { error } = await use(baseUrl, narrow.access_token, "contact_create", { email: uniqueEmail() })
  assert.match(error.message, /request one with agent:write/)
  assert.equal(error.code, "AGENT_TOOL_FORBIDDEN")
  const names = await toolNames(baseUrl, narrow.access_token)
  assert.deepEqual([names.includes("contact_list"), names.includes("contact_create")], [true, false])
  const whole = (await client.refresh(narrow.refresh_token)).body
  assert.ok((await use(baseUrl, whole.access_token, "contact_create", { email: uniqueEmail() })).result)
})

test("accepts its token for the tool server and its tenant only", async () => {
  const { access_token } = await client.connect(await createMember())
  for (const authorization of [`Bearer ${access_token}`, `ApiKey ${access_token}`])
    for (const path of ["/v1/users/user", "/v1/assistants", "/v1/contacts"])
      assert.equal((await api.get(path, { authorization })).status, 401)
  const { status, body } = await send(baseUrl, access_token, "ping", {}, { "x-tenant-id": "0".repeat(24) })
  assert.deepEqual([status, body.error.code], [400, "TEN-1001"])
})

test("treats a repeated write after a token refresh as the same write of the assistant", async () => {
  const { access_token, refresh_token } = await client.connect(await createMember())
  const contact = { email: uniqueEmail() }
  const { result } = await use(baseUrl, access_token, "contact_create", contact)
  const { body } = await client.refresh(refresh_token)
  const again = await use(baseUrl, body.access_token, "contact_create", contact)
  assert.deepEqual([again.result.replayed, again.result.contact._id], [true, result.contact._id])
})

test("logs the person, the agent's channel and the name that was consented to, and logs the consent itself", async () => {
  const person = await createMember()
  const { access_token } = await client.connect(person)
  const { result } = await use(baseUrl, access_token, "contact_create", { email: uniqueEmail() })
  const [entry] = (await api.get(`/v1/contacts/${result.contact._id}/timeline`)).body.data
  assert.deepEqual([entry.actor.user, entry.origin.channel, entry.origin.client], [person.userId, "agent", client.name])
  const { body } = await api.get(`/v1/audit-log?action=assistants.create&user=${person.userId}`)
  const [consent] = body.data as Any[]
  assert.deepEqual([consent.origin.channel, consent.after.client, consent.after.scope], ["dashboard", client.name, "draft"])
})

test("expires tokens by real time: moving a sandbox's clock ends no connection", async () => {
  const { access_token, refresh_token } = await client.connect(await createMember())
  await api.post("/v1/simulations/clock", { advance: "P60D" })
  assert.equal(await statusOf(access_token), 200)
  assert.equal((await client.refresh(refresh_token)).status, 200)
})

test("expires an access token after ten minutes, and an assistant after thirty days without a refresh", async () => {
  const person = await createMember()
  const { access_token, refresh_token } = await client.connect(person)
  const [token] = await server.sql(
    "select expires_at - created_at as life from assistant_tokens where kind = 'access' order by created_at desc limit 1",
  )
  assert.equal(token.life.minutes, 10)
  await server.sql("update assistant_tokens set expires_at = now() where kind = 'access'")
  assert.equal(await statusOf(access_token), 401)
  assert.equal((await client.refresh(refresh_token)).status, 200)
  await server.sql("update assistant_tokens set expires_at = now(); update assistants set connected_at = connected_at - interval '1 hour'")
  await runSweep("end unused assistants")
  await runSweep("delete expired tokens")
  assert.deepEqual(await server.sql("select * from assistant_tokens"), [])
  const { status, reason } = (await (await sessionOf(person)).get("/v1/assistants")).body.data[0]
  assert.deepEqual([status, reason], ["expired", "its tokens have expired"])
})

test("deletes a client that nobody connected after a day, and keeps one that somebody connected", async () => {
  const unused = await registerAssistant(baseUrl)
  await server.sql("update oauth_records set expires_at = now() where expires_at is not null")
  await runSweep("delete expired OAuth records")
  const clients = (await server.sql("select id from oauth_records where model = 'Client'")).map(({ id }) => id)
  assert.deepEqual([clients.includes(client.id), clients.includes(unused.id)], [true, false])
})
