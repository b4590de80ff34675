import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, startTestServer } from "../../../test/harness.ts"
import { sealNext } from "./store.ts"

const { sql, otherTenant } = await startTestServer({ ROLE: "api" }) // no worker: only the tests seal

/** Removes the last links of a tenant's log, as the owner of the database could. */
async function removeEnd(tenant: string, links: number, { head }: { head: boolean }) {
  await sql("grant update, delete on audit_entries, audit_chain to current_user")
  const last = `select seq from audit_chain where tenant_id = $1 order by seq desc limit ${links}`
  await sql(
    `delete from audit_entries where tenant_id = $1
       and id in (select unnest(entry_ids) from audit_chain where tenant_id = $1 and seq in (${last}))`,
    [tenant],
  )
  await sql(`delete from audit_chain where tenant_id = $1 and seq in (${last})`, [tenant])
  if (head) await sql("delete from audit_heads where tenant_id = $1", [tenant])
  await sql("revoke update, delete on audit_entries, audit_chain from current_user")
}

/** A tenant with a chain of at least two links, and a function that verifies its log. */
async function chainedTenant() {
  const other = await otherTenant()
  for (let i = 0; i < 2; i++) {
    await other.post("/v1/contacts/create", newContact())
    while (await sealNext(other.keys.tenantId));
  }
  const report = async (): Promise<Any> => (await other.get("/v1/audit-log/verify")).body.data
  assert.equal((await report()).ok, true)
  return { other, tenant: other.keys.tenantId, report }
}
const problemsOf = ({ problems }: Any): string => problems.map((each: Any) => each.problem).join("\n")

for (const head of [false, true])
  test(`verification notices that the end of the log is missing, ${head ? "and its head too" : "by the head of the chain"}`, async () => {
    const { other, tenant, report } = await chainedTenant()
    await removeEnd(tenant, 1, { head })
    const { ok, ...rest } = await report()
    assert.equal(ok, false)
    assert.match(
      problemsOf(rest),
      head ? /the head of the chain was removed/ : /the last \d+ entries of the chain are missing: it was sealed up to \d+/,
    )
    assert.match(problemsOf(rest), /the log has no entry for contacts.create of [0-9a-f]{24}/)
    if (head) return
    await other.post("/v1/contacts/create", newContact()) // sealing later entries does not close the gap
    while (await sealNext(tenant));
    assert.match(problemsOf(await report()), /the links from \d+ to \d+ are missing/)
  })

for (const head of [false, true])
  test(`verification notices an empty log when objects exist, ${head ? "without" : "with"} the head of the chain`, async () => {
    const { tenant, report } = await chainedTenant()
    await removeEnd(tenant, 1000, { head })
    const { ok, entries, sealed: left, ...rest } = await report()
    assert.deepEqual([ok, entries, left], [false, 0, 0])
    assert.match(problemsOf(rest), /the log has no entry for the creation of [0-9a-f]{24} in contacts/)
  })

test("verification accepts entries that wait for the chain", async () => {
  const { other, report } = await chainedTenant()
  await other.post("/v1/contacts/create", newContact())
  const { ok, entries, sealed: last } = await report()
  assert.deepEqual([ok, entries > last], [true, true])
})
