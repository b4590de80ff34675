import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { application } from "../../app.ts"
import { type Any, type Caller, newContact, startTestServer } from "../../../test/harness.ts"
import { permissions } from "../../kit/pure/permissions.ts"

const { api, withRole } = await startTestServer()
const [viewer, admin] = [await withRole("viewer"), await withRole("admin")]
const contact = (await api.create("/v1/contacts/create", newContact())).body.data
const team = (await api.create("/v1/teams/create", { name: "Sales" })).body.data
const key = (await api.create("/v1/dev/api-keys/create", { name: "Planted key", role: "viewer" })).body.data
await api.create("/v1/settings/update", { name: "Planted name" })

/** All pages of the audit log, with the count of each page. */
async function readLog(caller: Caller, query = ""): Promise<{ entries: Any[]; counts: number[] }> {
  const entries: Any[] = []
  const counts: number[] = []
  for (let from = ""; ;) {
    const { data, hasMore, count } = (await caller.get(`/v1/audit-log?limit=3${query}${from}`)).body
    entries.push(...data)
    counts.push(count)
    if (!hasMore) return { entries, counts }
    from = `&startingAfter=${data.at(-1)._id}`
  }
}

test("leaves out entries about objects that the caller may not see, and does not count them", async () => {
  const { entries, counts } = await readLog(viewer)
  assert.deepEqual(new Set(counts), new Set([entries.length]))
  const types = new Set<string>(entries.map(entry => entry.object.type))
  assert.deepEqual([...types].toSorted(), ["contacts", "teams", "users"])
  assert.doesNotMatch(JSON.stringify(entries.filter(entry => entry.object.type !== "users")), /Planted/)
  for (const hidden of [key._id, contact._id, team._id]) {
    const { body } = await viewer.get(`/v1/audit-log?object=${hidden}`)
    const expected = hidden === key._id ? 0 : 1
    assert.deepEqual([body.data.length, body.count], [expected, expected])
  }
  assert.equal((await viewer.get("/v1/audit-log?action=apiKeys.create")).body.count, 0)
  assert.equal((await viewer.get("/v1/audit-log?action=tenants.update")).body.count, 0)
})

test("shows all entries to callers who may see all objects", async () => {
  for (const caller of [api, admin]) {
    const { entries, counts } = await readLog(caller)
    assert.deepEqual(new Set(counts), new Set([entries.length]))
    const types = new Set<string>(entries.map(entry => entry.object.type))
    assert.deepEqual([...types].toSorted(), ["apiKeys", "billingSubscriptions", "contacts", "teams", "tenants", "users"])
  }
})

test("shows the caller of a timeline the entries of that object", async () => {
  const { body } = await viewer.get(`/v1/contacts/${contact._id}/timeline`)
  assert.deepEqual([body.count, body.data[0].action], [1, "contacts.create"])
})

test("every type of object in the audit log has a permission to see its entries", () => {
  const source = globSync("src/**/*.ts", { exclude: path => path.endsWith(".test.ts") })
    .map(path => readFileSync(path, "utf8"))
    .join("\n")
  const types = [...source.matchAll(/\b(?:audits|publishes): "(\w+)"|\baudit\(.*kind: "(\w+)"/g)].map(([, one, other]) => one ?? other!)
  assert.ok(types.length > 12)
  for (const type of types) {
    const isKnown = (permissions as readonly string[]).includes(`${type}.view`) || application.audits[type]?.needs !== undefined
    assert.ok(isKnown, `entries about ${type} are seen by nobody with a single permission; name it in \`audits\` of the slice`)
  }
})
