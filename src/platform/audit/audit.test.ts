import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, linkKeyOf, newContact, newIntent, startTestServer, inParallel, until } from "../../../test/harness.ts"
import { sealNext } from "./store.ts"

const { api, keys, sql, otherTenant } = await startTestServer()
const { _id: contact, email } = (await api.post("/v1/contacts/create", newContact())).body.data
const verify = async () => (await api.get("/v1/audit-log/verify")).body.data
const sealed = () =>
  until(async () => {
    const report = await verify()
    return report.entries > 0 && report.sealed === report.entries && report
  }, "every entry is sealed")
const entriesOf = async (object: string): Promise<Any[]> => (await api.get(`/v1/audit-log?object=${object}&sort=createdAt`)).body.data

test("every change is added to one hash chain within seconds, and the chain verifies", async () => {
  const before = (await sealed()).entries
  await inParallel(60, () => api.create("/v1/payment-intents/create", newIntent(contact)))
  const report = await sealed()
  assert.equal(report.entries, before + 60)
  assert.deepEqual([report.ok, report.problems], [true, []])
  const [last] = await sql("select * from audit_chain where tenant_id = $1 order by seq desc limit 1", [keys.tenantId])
  assert.deepEqual([report.sealed, report.head], [last.seq + last.entry_ids.length - 1, last.hash])
})

test("concurrent sealing makes one chain that has each entry once", async () => {
  await sealed()
  const [first] = await sql("select max(seq) as seq from audit_chain where tenant_id = $1", [keys.tenantId])
  await inParallel(40, () => api.create("/v1/payment-intents/create", newIntent(contact)))
  await Promise.all([1, 2, 3].map(() => sealNext(keys.tenantId)))
  const report = await sealed()
  assert.deepEqual(report.problems, [])
  const links = await sql("select cardinality(entry_ids) as n from audit_chain where tenant_id = $1 and seq > $2", [
    keys.tenantId,
    first.seq,
  ])
  assert.equal(
    links.reduce((sum, { n }) => sum + n, 0),
    40,
  )
})

test("each tenant has its own chain", async () => {
  const other = await otherTenant()
  const mine = (await sealed()).entries
  await other.post("/v1/contacts/create", newContact())
  assert.ok((await other.get("/v1/audit-log?action=contacts.create")).body.count === 1)
  assert.equal((await sealed()).entries, mine)
})

test("an entry names who did what, from where, and what changed", async () => {
  const { data } = (await api.post("/v1/contacts/create", newContact())).body
  const change = { profile: { firstName: "Bia" }, metadata: { term: "spring" } }
  const answer = await api.post(`/v1/contacts/${data._id}/update`, change)
  const [created, updated] = await entriesOf(data._id)
  assert.deepEqual([created.action, created.before, created.after], ["contacts.create", null, data])
  assert.equal(updated.action, "contacts.update")
  const { profile, metadata, version, updatedAt } = answer.body.data
  assert.deepEqual(updated.before, { profile: data.profile, version: 1, updatedAt: data.updatedAt, metadata: {} })
  assert.deepEqual(updated.after, { profile, version, updatedAt, metadata })
  const user = (await api.get("/v1/users/user")).body.data._id
  assert.deepEqual(updated.actor, { user, type: "api-key" })
  assert.deepEqual([updated.origin.channel, updated.origin.operation], ["rest", "POST /v1/contacts/{id}/update"])
  assert.deepEqual([updated.origin.requestId, updated.origin.address], [answer.headers.get("x-request-id"), "127.0.0.1"])
})

test("refused requests, dry runs and replays leave no entry", async () => {
  const before = (await api.get("/v1/audit-log")).body.count
  await api.post("/v1/contacts/create", { email })
  await api.post("/v1/contacts/create", newContact({ email }))
  await api.post("/v1/contacts/create", newContact(), { "dry-run": "true" })
  const twice = newIntent(contact)
  await inParallel(2, () => api.post("/v1/payment-intents/create", twice))
  assert.equal((await api.get("/v1/audit-log")).body.count, before + 1)
})

test("shows a timeline for policies, keys, teams and other settings, too", async () => {
  const user = (await api.get("/v1/users/user")).body.data._id
  const created: [resource: string, body: object][] = [
    ["approvals/policies", { name: "All", entityType: "payout", strategy: "any-of", approvers: [user] }],
    ["dev/api-keys", { name: "Another", role: "viewer" }],
    ["teams", { name: "Sales" }],
  ]
  for (const [resource, body] of created) {
    const { data } = (await api.create(`/v1/${resource}/create`, body)).body
    const entries = (await api.get(`/v1/${resource}/${data._id}/timeline`)).body.data
    assert.match(entries[0].action, /\.create$/, resource)
  }
  const invited = (await api.post("/v1/users/invite", { email: "someone@countersign.test", name: "Someone", role: "viewer", teams: [] }))
    .body.data
  assert.equal((await api.get(`/v1/users/${invited._id}/timeline`)).body.count, 1)
})

test("the timeline of a contact lists its own entries, newest first", async () => {
  const { data } = (await api.post("/v1/contacts/create", newContact())).body
  await api.post(`/v1/contacts/${data._id}/update`, { profile: { lastName: "Lima" } })
  await api.post(`/v1/contacts/${data._id}/update`, { profile: { lastName: "Reis" } })
  const { status, body } = await api.get(`/v1/contacts/${data.email.toUpperCase()}/timeline`)
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map((entry: Any) => [entry.action, entry.after.profile.lastName]),
    [
      ["contacts.update", "Reis"],
      ["contacts.update", "Lima"],
      ["contacts.create", "Souza"],
    ],
  )
  assert.equal(body.count, 3)
  assert.equal((await api.get("/v1/contacts/000000000000000000000000/timeline")).status, 404)
})

test("secrets never appear in the log", async () => {
  const { data } = (await api.post("/v1/dev/api-keys/create", { name: "Secret", role: "viewer" })).body
  await api.post(`/v1/dev/api-keys/${data._id}/delete`)
  assert.equal((await entriesOf(data._id)).length, 2)
  const rows = await sql("select to_jsonb(e)::text as text from audit_entries e")
  const [hashed] = await sql("select password_hash from accounts where password_hash is not null")
  const hashes = await sql("select hash from api_keys")
  const linkKey = await linkKeyOf({ sql }, keys.tenantId)
  const secrets = [data.key, keys.apiKey, keys.password, linkKey, hashed.password_hash, ...hashes.map(({ hash }) => hash)]
  for (const { text } of rows) for (const secret of secrets) assert.ok(!text.includes(secret))
})

test("the database refuses to change or remove entries and links", async () => {
  for (const table of ["audit_entries", "audit_chain"])
    for (const attempt of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`, `truncate ${table}`])
      await assert.rejects(sql(attempt), { code: "42501" }, attempt)
})

test("verification names a changed entry, a removed entry and a removed link", async () => {
  await sealed()
  const links = await sql("select seq, entry_ids from audit_chain where tenant_id = $1 order by seq", [keys.tenantId])
  const [unlinked, after] = links.slice(-2)
  const entries: Any[] = links.slice(0, -2).flatMap(link => link.entry_ids.map((id: string, i: number) => ({ id, seq: link.seq + i })))
  const [changed, removed] = [entries[3], entries[7]]
  await sql("grant update, delete on audit_entries, audit_chain to current_user")
  await sql("update audit_entries set user_id = 'somebody else' where id = $1", [changed.id])
  await sql("delete from audit_entries where id = $1", [removed.id])
  await sql("delete from audit_chain where tenant_id = $1 and seq = $2", [keys.tenantId, unlinked.seq])
  await sql("revoke update, delete on audit_entries, audit_chain from current_user")
  const { ok, sealed: last, problems } = await verify()
  assert.equal(ok, false)
  const lost = unlinked.entry_ids.length
  assert.deepEqual(problems, [
    { seq: changed.seq, entry: changed.id, problem: "the entry was changed" },
    { seq: removed.seq, entry: removed.id, problem: "the entry was removed" },
    { seq: after.seq, entry: after.entry_ids[0], problem: `the links from ${unlinked.seq} to ${after.seq - 1} are missing` },
    { seq: after.seq, entry: after.entry_ids[0], problem: "the link or one before it was changed" },
    { seq: last, entry: "", problem: `${lost} entries are not in the chain and not waiting to be added` },
  ])
})

test("verification names an entry that was inserted outside of the chain, and a rewritten link", async () => {
  const already = (await verify()).problems
  const id = "ffffffffffffffffffffffff"
  await sql(
    `insert into audit_entries select tenant_id, $2, at, user_id, user_type, channel, client, address, request_id, operation, action,
    object_type, object_id, before, after from audit_entries where tenant_id = $1 limit 1`,
    [keys.tenantId, id],
  )
  const inserted = await verify()
  assert.ok(inserted.problems.length > 0)
  const lost = (problems: Any[]) => Number(/^(\d+) entries are not in the chain/.exec(problems.at(-1).problem)![1])
  assert.equal(lost(inserted.problems), lost(already) + 1)
  await sql("grant update on audit_chain to current_user")
  await sql("update audit_chain set hash = 'rewritten' where tenant_id = $1 and seq = 1", [keys.tenantId])
  await sql("revoke update on audit_chain from current_user")
  const rewritten = (await verify()).problems
  const [first, second] = await sql("select seq from audit_chain where tenant_id = $1 order by seq limit 2", [keys.tenantId])
  const changed = rewritten.filter((problem: Any) => problem.problem === "the link or one before it was changed")
  assert.deepEqual(
    changed.slice(0, 2).map((problem: Any) => problem.seq),
    [first.seq, second.seq],
  )
})

test("lists entries that earlier versions stored as job or command as system", async () => {
  const { data } = (await api.post("/v1/contacts/create", newContact())).body
  const channels = ["job", "command", "gateway"]
  for (const [i, channel] of channels.entries())
    await sql(
      `insert into audit_entries select tenant_id, $2, at, user_id, user_type, $3, client, address, request_id, operation, action,
      object_type, object_id, before, after from audit_entries where tenant_id = $1 and object_id = $4 limit 1`,
      [keys.tenantId, `${i}`.repeat(24), channel, data._id],
    )
  const channelsOf = async (filter: string) =>
    (await api.get(`/v1/audit-log?object=${data._id}&sort=createdAt${filter}`)).body.data.map((entry: Any) => entry.origin.channel)
  assert.deepEqual(await channelsOf(""), ["system", "system", "gateway", "rest"])
  assert.deepEqual(await channelsOf("&channel=system"), ["system", "system"])
  assert.deepEqual(await channelsOf("&channel[in]=system,rest"), ["system", "system", "rest"])
  assert.deepEqual(await channelsOf("&channel[ne]=system"), ["gateway", "rest"])
  assert.equal((await api.get("/v1/audit-log?channel=job")).body.error.code, "VAL-1003")
})
