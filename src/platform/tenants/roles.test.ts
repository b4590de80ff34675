// A tenant's own roles: who may define and give them, that a change counts at once, and that approvals keep somebody who decides.
import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, createCaller, inParallel, startTestServer, uniqueEmail } from "../../../test/harness.ts"
import { adminOf, invite, signedIn } from "../../../test/people.ts"
import { application } from "../../app.ts"
import { grantable, movesMoney, neededBeside, permissions, roleNames, roles } from "../../kit/pure/permissions.ts"
import { assertNotBuiltIn, assertUnused, maxRoles } from "./role-rules.ts"

const server = await startTestServer()
const { api, keys, sql } = server
const { held } = await approvalFixtures(server)

let count = 0
const booking = ["transactions.view", "transactions.edit", "users.view"]
const newRole = (fields: object = {}) => ({ name: `Bookkeeper ${++count}`, permissions: booking, ...fields })
const define = async (fields: object = {}, by: Pick<typeof api, "post"> = api): Promise<Any> =>
  (await by.post("/v1/roles/create", newRole(fields))).body.data
const keyWith = async (role: string): Promise<Any> => (await api.create("/v1/dev/api-keys/create", { name: "Program", role })).body.data
const callerOf = ({ key }: Any) => createCaller(server.baseUrl, { ...keys, apiKey: key })
const outcome = ({ status, body }: Any) => `${status} ${body?.error?.code ?? ""}`.trim()

test("a role of one's own is given to people, by invitation and by change, and to keys, and shows its name and permissions", async () => {
  const role = await define({ name: "Bookkeeper", description: " Books, and sends nothing " })
  assert.deepEqual([role.description, role.movesMoney], ["Books, and sends nothing", ["transactions.edit"]])
  const person = await invite(server, role._id)
  const key = await keyWith(role._id)
  assert.equal(key.role, role._id)
  for (const id of [person._id, key.user]) {
    const user = (await api.get(`/v1/users/${id}`)).body.data
    assert.deepEqual([user.role, user.roleName, user.permissions], [role._id, "Bookkeeper", role.permissions])
  }
  const page = await signedIn(server, person)
  for (const caller of [page, callerOf(key)]) {
    assert.equal(outcome(await caller.get("/v1/transactions")), "200")
    assert.equal(outcome(await caller.get("/v1/contacts")), "403 PRM-1001")
  }
  const colleague = await invite(server, "viewer")
  const moved = (await api.post(`/v1/users/${colleague._id}/update`, { role: role._id })).body.data
  assert.deepEqual([moved.role, moved.roleName], [role._id, "Bookkeeper"])
  const back = (await api.post(`/v1/users/${colleague._id}/update`, { role: "viewer" })).body.data
  assert.deepEqual([back.role, back.roleName, back.permissions.length], ["viewer", "Viewer", roles.viewer.length])
  const holders: string[] = (await api.get(`/v1/users?role=${role._id}`)).body.data.map(({ _id }: Any) => _id)
  assert.deepEqual(holders.toSorted(), [String(person._id), String(key.user)].toSorted())
})

test("changed permissions count from the next request of each session, key and assistant's person on, and are audited", async () => {
  const role = await define()
  const person = await invite(server, role._id)
  const page = await signedIn(server, person)
  const program = callerOf(await keyWith(role._id))
  const wider = [...booking, "contacts.view"]
  const changed = (await api.post(`/v1/roles/${role._id}/update`, { permissions: wider, name: "Clerk" })).body.data
  assert.deepEqual([changed.name, changed.permissions.length, changed.version], ["Clerk", wider.length, 2])
  for (const caller of [page, program]) assert.equal(outcome(await caller.get("/v1/contacts")), "200")
  assert.equal((await page.get("/v1/users/user")).body.data.roleName, "Clerk")
  await api.post(`/v1/roles/${role._id}/update`, { permissions: ["contacts.view"] })
  for (const caller of [page, program]) {
    assert.equal(outcome(await caller.get("/v1/transactions")), "403 PRM-1001")
    assert.equal(outcome(await caller.get("/v1/contacts")), "200")
  }
  const entries = (await api.get(`/v1/audit-log?object=${role._id}`)).body.data
  assert.deepEqual(
    entries.map(({ action }: Any) => action),
    ["roles.update", "roles.update", "roles.create"],
  )
  const [latest] = (await api.get(`/v1/audit-log?object=${person._id}`)).body.data
  assert.deepEqual([latest.action, latest.after.permissions], ["users.update", ["contacts.view"]])
})

test("nobody makes a role of what they lack, widens one beyond it, gives one that has more, or touches one that has more", async () => {
  const manager = await define({ permissions: ["users.view", "users.edit", "apiKeys.view", "apiKeys.edit", "contacts.view"] })
  const person = await invite(server, manager._id)
  const page = await signedIn(server, person)
  const made = await define({ permissions: ["contacts.view"] }, page)
  assert.deepEqual(made.permissions, ["contacts.view"])
  const stronger = await define({ permissions: ["splits.view", "payouts.send"] })
  const tries: [string, object][] = [
    ["/v1/roles/create", newRole({ permissions: ["contacts.view", "contacts.edit"] })],
    [`/v1/roles/${made._id}/update`, { permissions: ["contacts.view", "splits.view"] }],
    [`/v1/roles/${manager._id}/update`, { permissions: ["users.view", "users.edit", "settings.view"] }],
    [`/v1/roles/${stronger._id}/update`, { permissions: ["contacts.view"] }],
    [`/v1/roles/${stronger._id}/update`, { name: "Weaker" }],
    [`/v1/roles/${stronger._id}/delete`, {}],
    ["/v1/dev/api-keys/create", { name: "Stronger", role: stronger._id }],
    ["/v1/users/invite", { email: uniqueEmail(), name: "Rui", role: stronger._id }],
    [`/v1/users/${person._id}/update`, { role: stronger._id }],
  ]
  for (const [path, body] of tries) assert.equal(outcome(await page.post(path, body)), "403 PRM-1002", path)
  const given = await keyWith(stronger._id)
  assert.equal(outcome(await page.post(`/v1/dev/api-keys/${given._id}/delete`)), "403 PRM-1002")
  assert.equal(outcome(await page.post(`/v1/users/${given.user}/update`, { name: "Mine" })), "403 PRM-1002")
  const viewer = await signedIn(server, await invite(server, "viewer"))
  assert.equal(outcome(await viewer.post("/v1/roles/create", newRole())), "403 PRM-1001")
  assert.equal((await viewer.get(`/v1/roles/${made._id}`)).status, 200, "who sees users may read what a role means")
})

test("a session that was not confirmed for ten minutes may not define roles", async () => {
  const page = await signedIn(server, adminOf(server))
  await sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  assert.equal(outcome(await page.post("/v1/roles/create", newRole())), "401 AUT-1009")
})

test("refuses what is no role: unknown and reserved permissions, changes without sight, names in use, and unknown roles", async () => {
  const taken = await define({ name: "Taken" })
  const wrong: [object, string][] = [
    [{ permissions: ["payments.edit"] }, "400 VAL-1003"],
    [{ permissions: ["tenant.own"] }, "400 VAL-1003"],
    [{ permissions: [] }, "400 VAL-1003"],
    [{ permissions: ["contacts.view", "contacts.view"] }, "400 VAL-1003"],
    [{ permissions: ["contacts.edit"] }, "400 VAL-1003"],
    [{ permissions: ["payouts.send"] }, "400 VAL-1003"],
    [{ name: "Super Admin" }, "400 VAL-1003"],
    [{ name: "finance" }, "400 VAL-1003"],
    [{ name: "x".repeat(61) }, "400 VAL-1003"],
    [{ name: "TAKEN" }, "409 GEN-1010"],
  ]
  for (const [fields, expected] of wrong)
    assert.equal(outcome(await api.post("/v1/roles/create", newRole(fields))), expected, JSON.stringify(fields))
  const other = await define()
  assert.equal(outcome(await api.post(`/v1/roles/${other._id}/update`, { name: "taken" })), "409 GEN-1010")
  assert.equal(outcome(await api.post(`/v1/roles/${taken._id}/update`, { name: "TAKEN" })), "200", "its own name in other letters")
  for (const [role, expected] of [
    ["bookkeeper", "400 VAL-1003"],
    ["f".repeat(24), "404 SMR-1001"],
  ] as const) {
    assert.equal(outcome(await api.create("/v1/dev/api-keys/create", { name: "k", role })), expected)
    assert.equal(outcome(await api.create("/v1/users/invite", { name: "k", email: uniqueEmail(), role })), expected)
  }
  const foreign = (await (await server.otherTenant()).post("/v1/roles/create", newRole())).body.data
  assert.equal(outcome(await api.create("/v1/dev/api-keys/create", { name: "k", role: foreign._id })), "404 SMR-1001")
})

test("a role in use is not deleted, and the refusal names its users; a disabled user keeps its name and nothing else", async () => {
  const role = await define({ name: "Temporary" })
  const person = await invite(server, role._id)
  const key = await keyWith(role._id)
  const refused = await api.post(`/v1/roles/${role._id}/delete`)
  assert.equal(outcome(refused), "409 ROL-1002")
  assert.match(refused.body.error.message, /The role Temporary is in use by (Rui Costa, the key Program|the key Program, Rui Costa);/)
  await api.post(`/v1/dev/api-keys/${key._id}/delete`)
  await api.post(`/v1/users/${person._id}/update`, { status: "disabled" })
  assert.deepEqual((await api.post(`/v1/roles/${role._id}/delete`)).body.data, { _id: role._id, deleted: true })
  assert.equal((await api.get(`/v1/roles/${role._id}`)).status, 404)
  const enabled = (await api.post(`/v1/users/${person._id}/update`, { status: "active" })).body.data
  assert.deepEqual([enabled.roleName, enabled.permissions], ["Temporary", []])
  const many = Array.from({ length: 8 }, (_, i) => ({ name: `P${i}`, type: "person", active: true }))
  assert.throws(() => assertUnused("R", many), /P0, P1, P2, P3, P4 and 3 more/)
})

test("a role that is given while it is changed or deleted never leaves a user with what it was before", async () => {
  for (let round = 0; round < 6; round++) {
    const role = await define()
    const email = uniqueEmail()
    const [given, changed] = await Promise.all([
      api.create("/v1/users/invite", { email, name: "Raced", role: role._id }),
      round % 2 ? api.post(`/v1/roles/${role._id}/update`, { permissions: ["contacts.view"] }) : api.post(`/v1/roles/${role._id}/delete`),
    ])
    if (given.status !== 201 && given.status !== 200) {
      assert.equal(outcome(given), "404 SMR-1001")
      continue
    }
    const user = (await api.get(`/v1/users/${given.body.data._id}`)).body.data
    if (round % 2) assert.deepEqual([changed.status, user.permissions], [200, ["contacts.view"]])
    else assert.equal(outcome(changed), "409 ROL-1002")
  }
})

test("a tenant has at most a hundred roles, also when they are created at once", async () => {
  const other = await server.otherTenant()
  await sql(
    `insert into own_roles select $1, lpad(n::text, 24, '0'), 'Role ' || n, 'role ' || n, '', '["contacts.view"]', '{}', now(), now(), 1, 1
     from generate_series(1, $2) n`,
    [other.keys.tenantId, maxRoles - 1],
  )
  const answers = await inParallel(4, () => other.create("/v1/roles/create", newRole()))
  assert.deepEqual(answers.map(outcome).toSorted(), ["201", "422 ROL-1001", "422 ROL-1001", "422 ROL-1001"])
})

test("the last who could decide a request keeps the right, when their role changes as when they get another", async () => {
  const deciding = ["approvals.view", "approvals.decide"]
  const role = await define({ permissions: deciding })
  const [first, second] = [await invite(server, role._id), await invite(server, role._id)]
  const alone = await held({ strategy: "round-robin", approvers: [first._id, second._id] })
  const refused = await api.post(`/v1/roles/${role._id}/update`, { permissions: ["approvals.view"] })
  assert.equal(outcome(refused), "409 APR-2010", "both lose it at once, so neither can decide for the other")
  assert.match(refused.body.error.message, new RegExp(alone.request))
  const page = await signedIn(server, first)
  assert.equal((await page.post(`/v1/approvals/requests/${alone.request}/approve`)).status, 200)
  assert.equal(outcome(await api.post(`/v1/roles/${role._id}/update`, { permissions: ["approvals.view"] })), "200")
  const policy = { name: "P", entityType: "transaction", strategy: "any-of", approvers: [first._id], enabled: false }
  const named = await api.post("/v1/approvals/policies/create", policy)
  assert.equal(outcome(named), "400 APR-1001")
  assert.match(named.body.error.message, /has the role Bookkeeper \d+, which may not decide/)
})

test("lists the built-in roles with what they may do, and marks the permissions of operations that move money", async () => {
  const { data } = (await api.get("/v1/roles/built-in")).body
  assert.deepEqual(
    data.map(({ role }: Any) => role),
    roleNames,
  )
  const finance = data.find(({ role }: Any) => role === "finance")
  assert.deepEqual([finance.name, finance.movesMoney.includes("payouts.send")], ["Finance", true])
  const needed = new Set(application.operations.filter(({ effect }) => effect === "money").map(({ needs }) => needs))
  const changing = permissions.filter(each => !each.endsWith(".view")) // an import asks for the permission of each kind of row itself
  assert.deepEqual(
    permissions.filter(movesMoney),
    changing.filter(each => needed.has(each)),
  )
  assert.deepEqual(
    permissions.filter(each => !grantable.includes(each)),
    ["tenant.own"],
  )
  for (const held of Object.values(roles))
    for (const each of held) assert.ok((held as readonly string[]).includes(neededBeside(each) ?? each), `${each} without its view`)
  for (const name of ["Viewer", "super_admin", "SUPER-ADMIN"]) assert.throws(() => assertNotBuiltIn(name))
  assertNotBuiltIn("Viewer of reports")
})
