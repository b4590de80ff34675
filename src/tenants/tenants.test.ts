import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, openHouse, storm } from "../../test/harness.ts"
import { permissions, roles } from "../kit/permissions.ts"

const house = await openHouse()
const { api } = house

test("the caller is a user of type api-key with its role's permissions", async () => {
  const { data } = (await api.get("/v1/users/user")).body
  assert.deepEqual([data.type, data.role, data.permissions.length], ["api-key", "super-admin", permissions.length])
  assert.match(data.email, /^key-[0-9a-f]{24}@keys\.invalid$/)
})

test("roles are nested sets: nobody below super admin may grant all", () => {
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

test("a key is shown once, known by its beginning, and dead the moment it is deleted", async () => {
  const made = (await api.post("/v1/dev/api-keys/create", { name: "Shop", role: "operator" })).body.data
  assert.match(made.key, /^cs_\w{38}$/)
  assert.deepEqual([made.key.startsWith(made.prefix), made.key.endsWith(made.last4)], [true, true])
  const list = await api.get("/v1/dev/api-keys?limit=100")
  assert.ok(!list.text.includes(made.key) && list.text.includes(made._id))
  const [stored] = await house.sql("select * from api_keys where id = $1", [made._id])
  assert.ok(!JSON.stringify(stored).includes(made.key))
  const asKey = { authorization: `ApiKey ${made.key}` }
  assert.equal((await api.get("/v1/users/user", asKey)).body.data._id, made.user)
  assert.deepEqual((await api.post(`/v1/dev/api-keys/${made._id}/delete`)).body.data, { _id: made._id, deleted: true })
  assert.equal((await api.get("/v1/users/user", asKey)).body.error.code, "AUT-1003")
  assert.equal((await api.get(`/v1/users/${made.user}`)).body.data.active, false)
})

test("people and keys are the tenant's users, and teams group them", async () => {
  const { data } = (await api.get("/v1/users?type=person")).body
  assert.deepEqual(
    data.map((user: Any) => [user.email, user.role]),
    [["admin@example.com", "super-admin"]],
  )
  const team = (await api.post("/v1/teams/create", { name: "Finance" })).body.data
  const again = await api.post("/v1/teams/create", { name: "FINANCE" })
  assert.deepEqual([again.status, again.body.error.details._id], [409, team._id])
  const moved = await api.post(`/v1/users/${data[0]._id}/update`, { teams: [team._id], name: "Ada" })
  assert.deepEqual([moved.body.data.teams, moved.body.data.name], [[team._id], "Ada"])
  assert.equal((await api.post(`/v1/users/${data[0]._id}/update`, { teams: ["f".repeat(24)] })).body.error.code, "SMR-1001")
})

test("the last super admin stays one, also when everybody steps down at once", async () => {
  const [person] = (await api.get("/v1/users?type=person")).body.data
  assert.equal((await api.post(`/v1/users/${person._id}/update`, { role: "viewer" })).body.error.code, "USR-1001")
  await house.sql(
    `insert into users select tenant_id, 'aaaaaaaaaaaaaaaaaaaaaaaa', type, 'two@example.com', 'two@example.com', name, role, teams, active,
     password_hash, metadata, created_at, updated_at, 1 from users where id = $1`,
    [person._id],
  )
  const answers = await storm(6, i => api.post(`/v1/users/${i % 2 ? person._id : "a".repeat(24)}/update`, { role: "viewer" }))
  const left = (await api.get("/v1/users?type=person&role=super-admin")).body.count
  assert.equal(left, 1)
  assert.ok(answers.some(({ body }) => body.error?.code === "USR-1001"))
})

test("nobody raises anybody above themselves", async () => {
  const admin = await house.withRole("admin")
  const [person] = (await api.get("/v1/users?type=person")).body.data
  assert.equal((await admin.post(`/v1/users/${person._id}/update`, { role: "super-admin" })).body.error.code, "PRM-1002")
})

test("the window of requests without a key is the tenant's to set, and 0 turns it off", async () => {
  const stranger = await house.stranger()
  const { email } = (await stranger.post("/v1/contacts/create", newContact())).body.data
  const intent = newIntent(email)
  const ids = async () =>
    (await Promise.all([1, 2].map(() => stranger.post("/v1/payment-intents/create", intent)))).map(({ body }) => body.data._id)
  assert.equal(new Set(await ids()).size, 1)
  const settings = await stranger.post("/v1/settings/update", { keylessWindowSeconds: 0, name: "Loja", timezone: "America/Sao_Paulo" })
  assert.deepEqual([settings.body.data.keylessWindowSeconds, settings.body.data.name], [0, "Loja"])
  assert.equal(new Set(await ids()).size, 2)
  assert.equal((await stranger.post("/v1/settings/update", { timezone: "Mars/Olympus" })).body.error.code, "VAL-1003")
})

test("numbers are the tenant's own, unique and growing, however many are made at once", async () => {
  const stranger = await house.stranger()
  const { email } = (await stranger.post("/v1/contacts/create", newContact())).body.data
  const first = (await stranger.create("/v1/payment-intents/create", newIntent(email))).body.data
  assert.equal(first.number, "PI-000001")
  const numbers = (await storm(30, () => stranger.create("/v1/payment-intents/create", newIntent(email)))).map(
    ({ body }) => body.data.number,
  )
  assert.equal(new Set([first.number, ...numbers]).size, 31)
  assert.ok(numbers.every(number => number > first.number))
})
