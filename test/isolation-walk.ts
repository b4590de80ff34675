// What a tenant, with credentials of each kind, is answered about the objects of another one.
import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { furnish, untilThereIs } from "../prove/furnish.ts"
import { application } from "../src/app.ts"
import { toolsOf } from "../src/http/mcp/tools.ts"
import type { Operation } from "../src/kit/operation/operation.ts"
import { type Person, registerAssistant, send } from "./assistant.ts"
import { makePasskey } from "./authenticator.ts"
import { type Any, type ApiResponse, type Caller, createCaller, inParallel, type TestServer, until } from "./harness.ts"
import { argumentsOf, type Ids, idsOf, ownIds, type Place, placesOf, unknownId } from "./isolation-requests.ts"
import { openPage, submit } from "./payer.ts"
import { adminOf, signedIn } from "./people.ts"
import { portalOf } from "./portal.ts"
import { addProviders, fakeProvider } from "./providers.ts"
import { startReceiver } from "./receiver.ts"

/** Nothing that this walk sends is refused for its number. */
export const withoutLimits = {
  WEBHOOKS_ALLOW_PRIVATE: "true",
  RATE_LIMIT_PER_KEY: "0",
  RATE_LIMIT_PER_TENANT: "0",
  RATE_LIMIT_AGENT_READS: "0",
  RATE_LIMIT_AGENT_WRITES: "0",
  RATE_LIMIT_AGENT_REPORTS: "0",
  RATE_LIMIT_AGENT_REMINDERS: "0",
}

/** Lists whose objects have no ids of the tenant's own, or that no request of a test makes. They get the id of a contact. */
const withoutIds = /^\/v1\/(billing|bank-(answers|statements\/imports)|journal|balances|gateways|queue)\b|^\/v1\/gateway-connections\/|^$/

/** A tenant with objects of every kind. */
async function furnished(server: TestServer, api: Caller, person: Person, receiver: string) {
  const sent = (method: "GET" | "POST", path: string, body?: object | string) =>
    api.send(method, path, body, {
      "idempotency-key": method === "POST" ? randomUUID() : null,
      ...(typeof body === "string" && { "content-type": "application/octet-stream" }),
    })
  const made = await furnish(sent, receiver)
  const { key } = await openPage(made.saved)
  assert.equal((await submit(made.saved, { key, save: "yes", lang: "en" })).status, 303)
  const page = await signedIn(server, person)
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const me = (await api.get("/v1/users/user")).body.data._id as string
  const handedOver = await page.post(`/v1/users/${me}/delegate`, { to: made.approver, from: new Date().toISOString(), until: day })
  assert.equal(handedOver.status, 200, handedOver.text)
  const delegation = handedOver.body.data
  const connection = { gateway: "fakepay", name: "Fakepay", credentials: { key: `test_${me}` } }
  assert.equal((await page.post("/v1/gateway-connections/create", connection)).status, 201)
  const closed = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7)
  await page.post("/v1/journal/close", { month: closed })
  const assistant = await registerAssistant(server.baseUrl, "Assistant").then(client => client.connect(person))
  await send(server.baseUrl, assistant.access_token, "tools/list")
  await api.post("/v1/simulations/clock", { advance: "PT1H" }) // so that what the simulator answers later has come
  const contact = await portalOf(server, "/portal").signIn(api, made.email)
  const emailToken = await newEmailToken(server, api, { cookie: contact, newEmail: `new-${made.email}` })
  const partner = await portalOf(server, "/partners").signIn(api, made.partnerEmail)
  const [endpoint] = (await api.get("/v1/dev/webhooks")).body.data as Any[]
  const delivery = await untilThereIs("delivery", async () => (await api.get(`/v1/dev/webhooks/${endpoint._id}/deliveries`)).body.data[0])
  assert.equal((await api.post("/v1/checkpoints/sign")).status, 200)
  const view = { list: "contacts", name: "All", query: {} }
  assert.equal((await page.post("/v1/saved-views/create", view)).status, 201)
  const role = { name: "Reads contacts", permissions: ["contacts.view"] }
  assert.equal((await page.post("/v1/roles/create", role)).status, 201)
  const { credential } = makePasskey((await page.post("/v1/passkeys/options")).body.data, server.baseUrl)
  assert.equal((await page.post("/v1/passkeys/create", { name: "Phone", credential })).status, 201)
  const [session] = (await page.get("/v1/sessions")).body.data as Any[]
  const [order] = (await api.get("/v1/orders")).body.data as Any[]
  const item = (await api.get(`/v1/orders/${order._id}`)).body.data.items[0]
  const self = (await page.get("/v1/users/user")).body.data._id as string
  const note = { type: "contacts", object: made.email, text: "Please look", mentions: [self] } // it makes a notice
  assert.equal((await api.create("/v1/notes/create", note)).status, 201)
  const ids = await idsOf(api, page)
  // Notes are about the object of a type: with another type than that of the id every answer would be 404.
  const parts: Record<string, string> = {
    type: "contacts",
    itemId: item._id,
    delegation: delegation._id,
    deliveryId: delivery._id,
    session: session._id,
    line: made.link.lines[0]!._id,
  }
  return { api, page, made, ids, parts, own: ownIds(ids, parts), emailToken, token: assistant.access_token, cookies: { contact, partner } }
}

/** What the mailed link has that confirms the new e-mail of a contact who is signed in. */
async function newEmailToken(server: TestServer, api: Caller, { cookie, newEmail }: { cookie: string; newEmail: string }): Promise<string> {
  await portalOf(server, "/portal").post("/portal/details/email", { newEmail }, { cookie })
  return until(async () => {
    const [mail] = (await api.get(`/v1/dev/mails?recipient=${encodeURIComponent(newEmail)}`)).body.data as Any[]
    return /\/portal\/details\/email\/(\S+)/.exec(mail?.text)?.[1]
  }, `the link is mailed to ${newEmail}`)
}

export type World = Awaited<ReturnType<typeof twoTenants>>

export async function twoTenants(server: TestServer) {
  addProviders(fakeProvider().provider)
  const receiver = await startReceiver()
  const other = await server.otherTenant()
  const theirs = await furnished(server, other, adminOf({ keys: other.keys }), receiver.url)
  const mine = await furnished(server, server.api, adminOf(server), receiver.url)
  await quiet(server)
  return { mine, theirs, tenant: server.keys.tenantId, otherTenant: other.keys.tenantId }
}

/** Until no job is due, every webhook has arrived and the audit log is sealed. */
export const quiet = ({ sql }: TestServer) =>
  until(async () => {
    const open = await sql(`select 1 from jobs where failed_at is null and next_at <= now()
      union all select 1 from audit_unsealed union all select 1 from deliveries where status not in ('delivered', 'failed')`)
    return open.length === 0
  }, "nothing is left to do")

/** The answer without what differs between any two answers. */
function comparable({ status, headers, text }: Pick<ApiResponse, "status" | "headers" | "text">, id: string) {
  const hidden = (value: string) => value.replaceAll(id, "ID").replaceAll(/"requestId":"[^"]*"|data-address="[^"]*"/g, "")
  return [status, headers.get("content-type"), hidden(headers.get("location") ?? ""), hidden(text)]
}

type Sender = (path: string, body?: object) => Promise<Pick<ApiResponse, "status" | "headers" | "text">>

/** Sends the id of the other tenant's object, and one of nobody, and returns the two answers as far as they must be the same. */
export async function answersFor(request: Place["request"], foreign: string, sendTo: Sender, unknown = unknownId(foreign)) {
  const ask = async (id: string) => {
    const { path, body } = request(id)
    return comparable(await sendTo(path, body), id)
  }
  return [await ask(foreign), await ask(unknown)] as const
}

const accepted = (op: Operation) => [
  "application/json",
  ...(op.csv || op.streamedFile ? ["text/csv"] : []),
  ...(op.pdf ? ["application/pdf"] : []),
]

/** Rows of a tenant in every table, as one hash each. The worker leases jobs, notes uses of keys later and deletes codes that expired. */
export async function rowsOf({ sql }: TestServer, tenant: string): Promise<Record<string, string>> {
  const tables = await sql(`select table_name as name from information_schema.columns
    where column_name = 'tenant_id' and table_schema = 'public' and table_name in (select tablename from pg_tables)
      and table_name <> 'jobs' order by 1`)
  const found = await inParallel(tables.length, async i => {
    const [row] = await sql(
      `select coalesce(md5(string_agg(c.compared, ',' order by c.compared)), '') as rows
        from ${tables[i].name} t, lateral (select (to_jsonb(t) - 'last_used_at')::text as compared) c
      where tenant_id = $1 ${tables[i].name === "assistant_tokens" ? "and kind <> 'code'" : ""}`,
      [tenant],
    )
    return [tables[i].name, row.rows] as const
  })
  return Object.fromEntries(found)
}

/** Tests that every operation and tool answers about the other tenant's objects what it answers about unknown ones. */
export function testOperations(server: TestServer, { mine, theirs, tenant, otherTenant }: World) {
  const { baseUrl, keys } = server
  const raw = createCaller(baseUrl, keys, { checked: false })
  const foreignOf = (ids: Ids, kind: string): string | undefined => theirs.parts[kind] ?? ids[kind]?.[0]
  const senders = (op: Operation): Record<string, (accept: string) => Sender> => {
    const method = op.route!.split(" ")[0]!
    const type = op.upload ? { "content-type": "application/octet-stream" } : {}
    return {
      "an API key": accept => (path, body) => raw.send(method, path, op.upload ? "file" : body, { accept, ...type }),
      "a session": accept => (path, body) => {
        const cookie = { authorization: null, "x-tenant-id": null, cookie: mine.page.cookie!, origin: baseUrl }
        return raw.send(method, path, op.upload ? "file" : body, { accept, ...type, ...cookie })
      },
    }
  }

  for (const op of application.operations.filter(each => each.route && !each.open && !each.stream)) {
    const places = placesOf(op, mine.own)
    if (places.length > 0)
      test(`${op.route} answers about another tenant's objects as about unknown ones`, async () => {
        await inParallel(places.length, async i => {
          const { name, kind, request } = places[i]!
          const foreign = foreignOf(theirs.ids, kind) ?? (withoutIds.test(kind) ? foreignOf(theirs.ids, "/v1/contacts") : undefined)
          assert.ok(foreign, `furnish a tenant with what ${name} names: ${kind}`)
          for (const [credential, sendWith] of Object.entries(senders(op)))
            for (const accept of accepted(op)) {
              const [known, unknown] = await answersFor(request, foreign, sendWith(accept))
              assert.deepEqual(known, unknown, `${name} with ${credential}`)
              if (name === "{id}") assert.ok(known[0] === 404 || known[0] === 403, `${String(known[0])} ${String(known[3])}`)
            }
        })
      })
  }

  test("a tenant's credential with the other tenant's id in the header is answered as with an unknown one", async () => {
    for (const op of application.operations.filter(each => each.route && !each.open)) {
      const [method, path] = op.route!.split(" ") as [string, string]
      const request = (id: string) => ({ path: path.replaceAll(/\{\w+\}/g, id) })
      for (const credential of [{}, { authorization: null, cookie: mine.page.cookie!, origin: baseUrl }]) {
        const ask = async (id: string) => comparable(await raw.send(method, request(id).path, {}, { ...credential, "x-tenant-id": id }), id)
        const [known, unknown] = [await ask(otherTenant), await ask(unknownId(otherTenant))]
        assert.deepEqual(known, unknown, op.route)
        assert.match(String(known[3]), /TEN-1001|AUT-1005/, op.route)
      }
    }
    assert.notEqual(tenant, otherTenant)
  })

  for (const { name, op } of toolsOf(application.operations)) {
    const places = argumentsOf(op, mine.own)
    test(`the tool ${name} answers about another tenant's objects as about unknown ones`, async () => {
      for (const { name: field, kind, request } of places) {
        const foreign = foreignOf(theirs.ids, kind) ?? (withoutIds.test(kind) ? foreignOf(theirs.ids, "/v1/contacts") : undefined)
        assert.ok(foreign, `furnish a tenant with what ${field} names: ${kind}`)
        for (const credential of [mine.token, keys.apiKey]) {
          const call = (id: string) => send(baseUrl, credential, "tools/call", { name, arguments: request(id) })
          const ask = async (id: string) =>
            JSON.stringify((await call(id)).body)
              .replaceAll(id, "ID")
              .replaceAll(/\\"requestId\\":\\"[^"]*"/g, "")
          assert.equal(await ask(foreign), await ask(unknownId(foreign)), field)
        }
      }
    })
  }
}
