import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import pg from "pg"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, startTestServer, until } from "../../../test/harness.ts"
import { invite } from "../../../test/people.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { newId } from "../../kit/pure/id.ts"
import { hold } from "./hold.ts"
import { matchedOn } from "./policy-rules.ts"
import { entityTypes } from "./values.ts"

const server = await startTestServer()
const { api, keys, sql } = server
const { me, ownAmount, approver, policy, intentOf, pay, held, requestOf } = await approvalFixtures(server)

const path = "/v1/approvals/policies"
const valid = { name: "New", entityType: "transaction", strategy: "any-of", approvers: [me], enabled: false }
const refusalOf = ({ status, body }: Any): unknown[] => [status, body.error?.code, body.error?.errors?.[0]?.path]
const team = (await api.post("/v1/teams/create", { name: "Team" })).body.data._id as string
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier" })

test("refuses a policy with an approver who may not decide, and names the approver", async () => {
  for (const role of ["viewer", "operator", "developer"]) {
    const { user } = await approver(role)
    const created = await api.post(`${path}/create`, { ...valid, approvers: [me, user] })
    assert.deepEqual(refusalOf(created), [400, "APR-1001", "approvers[1]"], role)
    assert.match(created.body.error.message, new RegExp(`${user} .*role ${role}, which may not decide`))
    const { _id } = await policy(ownAmount())
    assert.deepEqual(refusalOf(await api.post(`${path}/${_id}/update`, { approvers: [user] })), [400, "APR-1001", "approvers[0]"])
    assert.deepEqual((await api.get(`${path}/${_id}`)).body.data.approvers, [me])
  }
  const automatic = { ...valid, strategy: "auto-approve", approvers: [(await approver("viewer")).user] }
  assert.deepEqual(refusalOf(await api.post(`${path}/create`, automatic)), [400, "APR-1001", "approvers[0]"])
  const left = await approver()
  await api.post(`/v1/dev/api-keys/${left.key}/delete`)
  assert.deepEqual(refusalOf(await api.post(`${path}/create`, { ...valid, approvers: [left.user] })), [400, "APR-1001", "approvers[0]"])
})

/** Every condition and scope with a value, and the field that a refusal names. */
const stated: [name: string, fields: Any, at: string][] = [
  ["methods", { conditions: { methods: ["card"] } }, "conditions.methods"],
  ["actions", { conditions: { actions: ["send"] } }, "conditions.actions"],
  ["recipientTypes", { conditions: { recipientTypes: ["supplier"] } }, "conditions.recipientTypes"],
  ["primaryTeams", { conditions: { primaryTeams: [team] } }, "conditions.primaryTeams"],
  ["partnership", { partnership: "CASA" }, "partnership"],
]
const lacked: Record<string, string[]> = {
  "payment-split": ["methods"],
  authorization: ["primaryTeams", "partnership"],
  "refund-intent": ["recipientTypes"],
  "journal-close": ["methods", "recipientTypes", "primaryTeams", "partnership"],
}

test("refuses to create, change or preview a policy with a condition or scope that its type does not have", async () => {
  for (const entityType of entityTypes)
    for (const [name, fields, at] of stated) {
      const isLacked = lacked[entityType]?.includes(name) === true
      const refusal = isLacked ? [400, "APR-1001", at] : undefined
      const body = { ...valid, entityType, ...fields }
      const created = await api.post(`${path}/create`, body)
      assert.deepEqual(refusalOf(created), refusal ?? [201, undefined, undefined], `${entityType} ${name}`)
      const previewed = await api.post(`${path}/preview`, body)
      assert.deepEqual(refusalOf(previewed), refusal ?? [200, undefined, undefined], `${entityType} ${name}`)
      const { _id } = (await api.post(`${path}/create`, { ...valid, entityType })).body.data
      const changed = await api.post(`${path}/${_id}/update`, fields)
      assert.deepEqual(refusalOf(changed), refusal ?? [200, undefined, undefined], `${entityType} ${name}`)
      const other = (await api.post(`${path}/create`, { ...valid, entityType: "payout", ...fields })).body.data
      const retyped = await api.post(`${path}/${other._id}/update`, { entityType })
      assert.deepEqual(refusalOf(retyped), refusal ?? [200, undefined, undefined], `${entityType} ${name}`)
    }
  const empty = { conditions: { methods: [] }, partnership: null }
  assert.equal((await api.post(`${path}/create`, { ...valid, entityType: "payment-split", ...empty })).status, 201)
})

test("an older policy that fails the check can be turned off, renamed and deleted, and is checked when it is turned on", async () => {
  const amount = ownAmount()
  const { user } = await approver("viewer")
  const { _id } = await policy(amount, { entityType: "payment-split" })
  await sql('update approval_policies set conditions = conditions || \'{"methods": ["card"]}\' where id = $1', [_id])
  const update = (fields: object) => api.post(`${path}/${_id}/update`, fields)
  assert.equal((await update({ name: "From before", enabled: false })).status, 200)
  assert.deepEqual(refusalOf(await update({ enabled: true })), [400, "APR-1001", "conditions.methods"])
  assert.equal((await update({ conditions: {} })).status, 200)
  await sql("update approval_policies set approvers = jsonb_build_array($2::text) where id = $1", [_id, user])
  assert.equal((await update({ priority: 3 })).status, 200)
  assert.deepEqual(refusalOf(await update({ enabled: true })), [400, "APR-1001", "approvers[0]"])
  assert.deepEqual(refusalOf(await update({ strategy: "all-of" })), [400, "APR-1001", "approvers[0]"])
  assert.equal((await update({ approvers: [me], enabled: true })).body.data?.enabled, true)
  assert.equal((await api.post(`${path}/${_id}/delete`)).status, 200)
})

test("the service lists the conditions of each type, and the guide shows the same", async () => {
  const { data } = (await api.get("/v1/approvals/conditions")).body
  assert.deepEqual(
    data.map((each: Any) => each.entityType),
    entityTypes,
  )
  const guide = readFileSync("docs/guides/approvals.md", "utf8")
  for (const { entityType, conditions, currencyModes, actions, recipientTypes, hasPartnership } of data) {
    const missing = stated.map(([name]) => name).filter(name => !conditions.includes(name) && name !== "partnership")
    assert.deepEqual([...missing, ...(hasPartnership ? [] : ["partnership"])], lacked[entityType] ?? [])
    const { methods, primaryTeams, partnership } = matchedOn[entityType as keyof typeof matchedOn]
    const list = (values: string[]) => values.map(value => `\`${value}\``).join(", ") || "none"
    const lists = [methods ?? "none", list(actions), list(recipientTypes)]
    const cells = [list(currencyModes), ...lists, primaryTeams ?? "none", partnership ?? "none"]
    assert.ok(guide.includes(`| \`${entityType}\` | ${cells.join(" | ")} |`), `${entityType} ${cells.join(" | ")}`)
  }
})

test("a preview warns when four eyes is on and the only approver is the policy's maker", async () => {
  const { user } = await approver()
  const warningsOf = async (fields: object): Promise<string[]> =>
    (await api.post(`${path}/preview`, { ...valid, ...fields })).body.data.warnings.map((each: Any) => each.code)
  assert.deepEqual(await warningsOf({ fourEyes: true }), ["maker-is-only-approver"])
  assert.deepEqual(await warningsOf({ fourEyes: true, approvers: [me, (await approver("viewer")).user] }), [
    "approver-may-not-decide",
    "maker-is-only-approver",
  ])
  assert.deepEqual(await warningsOf({ fourEyes: true, approvers: [me, user] }), [])
  assert.deepEqual(await warningsOf({ fourEyes: true, approvers: [user] }), [])
  assert.deepEqual(await warningsOf({ fourEyes: false }), [])
  assert.deepEqual(await warningsOf({ fourEyes: true, strategy: "auto-approve", approvers: [] }), [])
  assert.deepEqual(await warningsOf({ conditions: { actions: ["send"] } }), ["never-matches"])
  assert.deepEqual(await warningsOf({ entityType: "authorization", conditions: { currencyMode: "fx" } }), ["never-matches"])
  assert.deepEqual(await warningsOf({ entityType: "authorization", conditions: { currencyMode: "any" } }), [])
  assert.deepEqual(await warningsOf({ conditions: { actions: ["send", "charge"], recipientTypes: ["supplier"] } }), ["never-matches"])
})

test("refuses to take the permission from the last person who could decide a pending request, and names the request", async () => {
  const [last, other] = [await invite(server, "approver"), await approver()]
  const alone = await held({ approvers: [last._id] })
  await held({ approvers: [last._id, other.user] })
  const change = (fields: object) => api.post(`/v1/users/${last._id}/update`, fields)
  const refused = await change({ role: "viewer" })
  assert.deepEqual([refused.status, refused.body.error?.code], [409, "APR-2010"])
  assert.match(refused.body.error.message, new RegExp(alone.request))
  assert.equal((await change({ role: "finance" })).status, 200, "this role may decide too")
  await api.post(`/v1/approvals/requests/${alone.request}/cancel`)
  assert.equal((await change({ role: "viewer" })).status, 200)
  assert.equal((await change({ role: "operator" })).status, 200, "from one role that may not decide to another")
  const stuck = await pay(await intentOf(alone.amount), alone.amount)
  assert.deepEqual([stuck.status, stuck.body.error.code], [409, "APR-2005"])
})

test("counts neither the maker under four eyes nor approvers who have decided as able to decide", async () => {
  const [last, other] = [await invite(server, "approver"), await approver()]
  const change = (fields: object) => api.post(`/v1/users/${last._id}/update`, fields)
  const { request } = await held({ approvers: [last._id, me], fourEyes: true })
  assert.equal((await change({ role: "viewer" })).body.error?.code, "APR-2010")
  await api.post(`/v1/approvals/requests/${request}/cancel`)
  const all = await held({ strategy: "all-of", approvers: [last._id, other.user] })
  await other.api.post(`/v1/approvals/requests/${all.request}/approve`)
  assert.equal((await change({ role: "viewer" })).body.error?.code, "APR-2010")
  assert.equal((await change({ status: "disabled" })).status, 200)
  assert.equal((await requestOf(all.request)).status, "canceled")
})

test("runs a payment again, and refuses it, when its approver loses the permission between its read and its commit", async () => {
  const ways: [what: string, change: object][] = [
    ["demoted", { role: "viewer" }],
    ["disabled", { status: "disabled" }],
  ]
  for (const [what, change] of ways) {
    const [leaving, amount] = [await invite(server, "approver"), ownAmount()]
    await policy(amount, { approvers: [leaving._id] })
    const none = { method: null, recipientType: null, team: null, partnerships: [] }
    const facts = { action: "create" as const, amount, sourceCurrency: "BRL", targetCurrency: "BRL", ...none }
    let runs = 0
    const holding = asSystem(keys.tenantId, "test", async ctx => {
      const approval = await hold(ctx, { type: "transaction", id: newId(ctx.now), facts, effects: { onApprove: [], onReject: [] } })
      if (runs++ === 0) assert.equal((await api.post(`/v1/users/${leaving._id}/update`, change)).status, 200)
      return approval
    })
    await assert.rejects(holding, { code: "APR-2005" }, what)
    assert.equal(runs, 1, what)
  }
})

test("waits to save a policy while its approver is demoted, and then refuses it", async () => {
  const leaving = await invite(server, "approver")
  const other = new pg.Client({ connectionString: server.databaseUrl, options: "-c app.tenants=*" })
  await other.connect()
  await other.query("begin")
  await other.query("select 1 from tenants where id = $1 for update", [keys.tenantId])
  await other.query("update users set role = 'viewer', version = version + 1 where id = $1", [leaving._id])
  const saving = api.post(`${path}/create`, { ...valid, approvers: [leaving._id] })
  const waiting = "select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))"
  await until(async () => (await other.query(waiting)).rows.length > 0, "the policy waits for the demotion")
  await other.query("commit")
  await other.end()
  assert.deepEqual(refusalOf(await saving), [400, "APR-1001", "approvers[0]"])
})
