import assert from "node:assert/strict"
import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"
import { test } from "node:test"
import { type Any, newContact, newIntent, ownDatabase, startTestServer, inParallel, until } from "../../../test/harness.ts"
import { audit } from "../../kit/events/audit.ts"
import { perform } from "../../kit/operation/perform.ts"
import { permissions, roles } from "../../kit/pure/permissions.ts"
import { hashOf } from "../api-keys/key.ts"
import { createTenant } from "../api-keys/create-tenant.ts"
import { apiKeys } from "../api-keys/slice.ts"
import type { UserDependent } from "./ports.ts"
import { tenants } from "./slice.ts"

const server = await startTestServer(ownDatabase)
const { api } = server

test("the caller is a user of type api-key with its role's permissions", async () => {
  const { data } = (await api.get("/v1/users/user")).body
  assert.deepEqual([data.type, data.role, data.permissions.length], ["api-key", "super-admin", permissions.length])
  assert.match(data.email, /^key-[0-9a-f]{24}@keys\.invalid$/)
})

test("only the super admin holds every permission, and every role but developer includes the viewer's", () => {
  assert.deepEqual(
    permissions.filter(permission => !(roles.admin as readonly string[]).includes(permission)),
    ["tenant.own"],
  )
  for (const [role, held] of Object.entries(roles)) {
    assert.equal(new Set(held).size, held.length, `${role} names a permission twice`)
    if (role !== "super-admin") assert.ok(held.length < permissions.length)
    if (role !== "developer")
      assert.ok(
        roles.viewer.every(permission => (held as readonly string[]).includes(permission)),
        role,
      )
  }
})

test("a key is shown once, listed by its prefix, and stops working the moment it is deleted", async () => {
  const created = (await api.post("/v1/dev/api-keys/create", { name: "Shop", role: "operator" })).body.data
  assert.match(created.key, /^cs_\w{62}$/)
  assert.deepEqual([created.key.startsWith(created.prefix), created.key.endsWith(created.last4)], [true, true])
  const list = await api.get("/v1/dev/api-keys?limit=100")
  const unused = (await api.get("/v1/dev/api-keys?limit=100&lastUsedAt[lt]=2020-01-01T00:00Z")).body
  assert.deepEqual([unused.data, unused.count], [[], 0])
  assert.ok(!list.text.includes(created.key) && list.text.includes(created._id))
  const [stored] = await server.sql("select * from api_keys where id = $1", [created._id])
  assert.ok(!JSON.stringify(stored).includes(created.key))
  const asKey = { authorization: `ApiKey ${created.key}` }
  assert.equal((await api.get("/v1/users/user", asKey)).body.data._id, created.user)
  const lastUsed = async () => (await api.get(`/v1/dev/api-keys/${created._id}`)).body.data.lastUsedAt
  const lastUsedAt = await until(lastUsed, "the key shows when it was used")
  const usedThen = await api.get(`/v1/dev/api-keys?_id=${created._id}&lastUsedAt=${lastUsedAt}`)
  assert.equal(usedThen.body.count, 1, "the time that is shown is the time that is stored")
  assert.deepEqual((await api.post(`/v1/dev/api-keys/${created._id}/delete`)).body.data, { _id: created._id, deleted: true })
  assert.equal((await api.get("/v1/users/user", asKey)).body.error.code, "AUT-1003")
  assert.equal((await api.get(`/v1/users/${created.user}`)).body.data.active, false)
})

test("lists people and API keys as the tenant's users, and groups them in teams", async () => {
  const { data } = (await api.get("/v1/users?type=person")).body
  assert.deepEqual(
    data.map((user: Any) => [user.email, user.role]),
    [[server.keys.email, "super-admin"]],
  )
  const team = (await api.post("/v1/teams/create", { name: "Finance" })).body.data
  const again = await api.post("/v1/teams/create", { name: "FINANCE" })
  assert.deepEqual([again.status, again.body.error.details._id], [409, team._id])
  const moved = await api.post(`/v1/users/${data[0]._id}/update`, { teams: [team._id], name: "Ada" })
  assert.deepEqual([moved.body.data.teams, moved.body.data.name], [[team._id], "Ada"])
  assert.equal((await api.post(`/v1/users/${data[0]._id}/update`, { teams: ["f".repeat(24)] })).body.error.code, "SMR-1001")
})

test("the last super admin keeps the role, even when all step down at once", async () => {
  const [person] = (await api.get("/v1/users?type=person")).body.data
  assert.equal((await api.post(`/v1/users/${person._id}/update`, { role: "viewer" })).body.error.code, "USR-1001")
  await server.sql(
    `insert into users select tenant_id, 'aaaaaaaaaaaaaaaaaaaaaaaa', type, 'two@example.com', 'two@example.com', name, role, teams, active,
     password_hash, metadata, created_at, updated_at, 1 from users where id = $1`,
    [person._id],
  )
  const responses = await inParallel(6, i => api.post(`/v1/users/${i % 2 ? person._id : "a".repeat(24)}/update`, { role: "viewer" }))
  const left = (await api.get("/v1/users?type=person&role=super-admin")).body.count
  assert.equal(left, 1)
  assert.ok(responses.some(({ body }) => body.error?.code === "USR-1001"))
})

test("refuses to disable the last active super admin, and demotes a disabled one", async () => {
  const [last] = (await api.get("/v1/users?type=person&role=super-admin&active=true")).body.data
  const other = last._id === "a".repeat(24) ? (await api.get("/v1/users?type=person&role=viewer")).body.data[0]._id : "a".repeat(24)
  const set = async (user: string, fields: object) => (await api.create(`/v1/users/${user}/update`, fields)).body
  assert.equal((await set(last._id, { status: "disabled" })).error.code, "USR-1001")
  await set(other, { role: "super-admin", status: "disabled" })
  assert.equal((await set(last._id, { status: "disabled" })).error.code, "USR-1001")
  assert.equal((await set(other, { role: "viewer" })).data.role, "viewer")
  await set(other, { role: "super-admin", status: "active" })
  const both = await inParallel(2, i => api.create(`/v1/users/${i ? other : last._id}/update`, { status: "disabled" }))
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
})

test("refuses to grant, change or delete a role with more permissions than the caller's", async () => {
  const [admin, developer] = [await server.withRole("admin"), await server.withRole("developer")]
  const keyWith = async (role: string) => (await api.create("/v1/dev/api-keys/create", { name: "Other", role })).body.data
  const [owners, admins, developers] = [await keyWith("super-admin"), await keyWith("admin"), await keyWith("developer")]
  const outcomeOf = ({ status, body }: Any) => body.error?.code ?? status
  const remove = async (caller: typeof api, key: Any) => outcomeOf(await caller.create(`/v1/dev/api-keys/${key._id}/delete`, {}))
  assert.deepEqual(
    [await remove(developer, owners), await remove(developer, admins), await remove(admin, owners)],
    Array(3).fill("PRM-1002"),
  )
  assert.equal((await api.get("/v1/users/user", { authorization: `ApiKey ${owners.key}` })).status, 200)
  assert.deepEqual([await remove(developer, developers), await remove(admin, admins), await remove(api, owners)], [200, 200, 200])

  const [person] = (await api.get("/v1/users?type=person&role=super-admin")).body.data
  const viewer = (await keyWith("viewer")).user
  const change = async (user: string, fields: object) => outcomeOf(await admin.create(`/v1/users/${user}/update`, fields))
  for (const fields of [{ name: "Eve" }, { status: "disabled" }, { role: "super-admin" }, { role: "viewer" }])
    assert.equal(await change(person._id, fields), "PRM-1002", JSON.stringify(fields))
  assert.deepEqual([await change(viewer, { role: "super-admin" }), await change(viewer, { name: "Rui" })], ["PRM-1002", 200])
})

test("a disabled user's key is refused at once, and works again once the user is enabled", async () => {
  const created = (await api.create("/v1/dev/api-keys/create", { name: "Shop", role: "operator" })).body.data
  const asKey = { authorization: `ApiKey ${created.key}` }
  const set = async (status: string) => (await api.create(`/v1/users/${created.user}/update`, { status })).body.data
  const disabled = await set("disabled")
  assert.deepEqual([disabled.status, disabled.active, disabled.version], ["disabled", false, 2])
  assert.equal((await api.get("/v1/contacts", asKey)).body.error.code, "AUT-1003")
  assert.equal((await fetch(`${server.baseUrl}/v1/mcp`, { method: "POST", headers: asKey })).status, 401)
  const enabled = await set("active")
  assert.deepEqual([enabled.status, enabled.active, enabled.role], ["active", true, "operator"])
  assert.equal((await api.get("/v1/contacts", asKey)).status, 200)
  assert.equal((await set("active")).version, 3)
  assert.equal((await api.create(`/v1/users/${created.user}/update`, { role: "viewer" })).body.error.code, "USR-1002")
  assert.equal((await api.create(`/v1/users/${created.user}/update`, { status: "gone" })).body.error.code, "VAL-1003")
})

test("changes a user's dependents in the commit that disables it or deletes its API key", async () => {
  const left: UserDependent = {
    left: async (ctx, user) => audit(ctx, { action: "probe.left", kind: "users", id: user }),
  }
  const operations = [...tenants([left]).operations, ...apiKeys([left]).operations]
  const run = (route: string, reference: string, fields: object, dryRun = false) =>
    perform(
      operations.find(op => op.route === route)!,
      {
        credential: { kind: "api-key", tenant: "", hash: hashOf(server.keys.apiKey) },
        tenant: server.keys.tenantId,
        idempotencyKey: undefined,
        origin: { channel: "rest", operation: route, requestId: "probe", address: "local" },
        reference,
        dryRun,
        input: () => ({ fields, query: [] }),
        render: data => JSON.stringify({ data }),
      },
    )
  const timesLeft = async (user: string) => (await api.get(`/v1/audit-log?object=${user}&action=probe.left`)).body.count
  const key = (await api.create("/v1/dev/api-keys/create", { name: "Shop", role: "operator" })).body.data
  const update = "POST /v1/users/{id}/update"
  await run(update, key.user, { name: "Renamed" })
  await run(update, key.user, { status: "disabled" }, true)
  assert.equal(await timesLeft(key.user), 0)
  await run(update, key.user, { status: "disabled" })
  await run(update, key.user, { status: "disabled" })
  assert.equal(await timesLeft(key.user), 1)
  await run("POST /v1/dev/api-keys/{id}/delete", key._id, {})
  assert.equal(await timesLeft(key.user), 2)
})

test("renames a team, and refuses a name that another team has in any case", async () => {
  const [one, two] = await Promise.all(["Sales", "Support"].map(async name => (await api.create("/v1/teams/create", { name })).body.data))
  const rename = async (name: string) => (await api.create(`/v1/teams/${one._id}/update`, { name })).body
  assert.equal((await rename("SALES")).data.name, "SALES")
  const taken = await rename("support")
  assert.deepEqual([taken.error.code, taken.error.details._id], ["GEN-1010", two._id])
  assert.deepEqual((await api.get(`/v1/teams/${one._id}`)).body.data.name, "SALES")
  const both = await inParallel(2, i => api.create(`/v1/teams/${i ? one._id : two._id}/update`, { name: "Field" }))
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const viewer = await server.withRole("viewer")
  assert.equal((await viewer.create(`/v1/teams/${one._id}/update`, { name: "Mine" })).status, 403)
})

test("the tenant sets how long equal requests without a key count as retries, and 0 turns it off", async () => {
  const other = await server.otherTenant()
  const { email } = (await other.post("/v1/contacts/create", newContact())).body.data
  const intent = newIntent(email)
  const ids = async () =>
    (await Promise.all([1, 2].map(() => other.post("/v1/payment-intents/create", intent)))).map(({ body }) => body.data._id)
  assert.equal(new Set(await ids()).size, 1)
  const settings = await other.post("/v1/settings/update", { keylessWindowSeconds: 0, name: "Loja", timezone: "America/Sao_Paulo" })
  assert.deepEqual([settings.body.data.keylessWindowSeconds, settings.body.data.name], [0, "Loja"])
  assert.equal(new Set(await ids()).size, 2)
  assert.equal((await other.post("/v1/settings/update", { timezone: "Mars/Olympus" })).body.error.code, "VAL-1003")
})

test("settings have a version, which If-Match compares, and metadata", async () => {
  const before = (await api.get("/v1/settings")).body.data
  assert.deepEqual([before.version, before.updatedAt, before.metadata], [1, before.createdAt, {}])
  const update = (body: object, version: number) => api.post("/v1/settings/update", body, { "If-Match": `${version}` })
  const changed = (await update({ metadata: { erp: "7", desk: "a" } }, 1)).body.data
  assert.deepEqual([changed.version, changed.metadata], [2, { erp: "7", desk: "a" }])
  assert.ok(changed.updatedAt > before.updatedAt)
  const stale = await update({ name: "Stale" }, 1)
  assert.deepEqual([stale.status, stale.body.error.code], [409, "GEN-1009"])
  const again = await Promise.all([update({ metadata: { erp: "" } }, 2), update({ metadata: { desk: "" } }, 2)])
  assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([200, 409]))
  const { version, name, metadata } = (await api.get("/v1/settings")).body.data
  assert.deepEqual([version, name, Object.keys(metadata).length], [3, before.name, 1])
})

test("numbers objects uniquely and increasingly within a tenant, however many are created at once", async () => {
  const other = await server.otherTenant()
  const { email } = (await other.post("/v1/contacts/create", newContact())).body.data
  const first = (await other.create("/v1/payment-intents/create", newIntent(email))).body.data
  assert.equal(first.number, "PI-000001")
  const numbers = (await inParallel(30, () => other.create("/v1/payment-intents/create", newIntent(email)))).map(
    ({ body }) => body.data.number,
  )
  assert.equal(new Set([first.number, ...numbers]).size, 31)
  assert.ok(numbers.every(number => number > first.number))
})

test("gives a new tenant another slug if another tenant has the first", async t => {
  const [{ slug }] = await server.sql("select slug from tenants limit 1")
  const { randomBytes } = crypto
  const taken = [Buffer.from(slug.padEnd(16, "_"), "base64url")]
  t.mock.method(crypto, "randomBytes", (size: number) => (size === 12 && taken.pop()) || randomBytes(size))
  syncBuiltinESMExports()
  const { tenantId } = await createTenant({ name: "Loja", mode: "sandbox", timezone: "UTC", email: "boss@example.com" })
  t.mock.restoreAll()
  syncBuiltinESMExports()
  const [created] = await server.sql("select slug from tenants where id = $1", [tenantId])
  assert.ok(taken.length === 0 && created.slug !== slug)
})
