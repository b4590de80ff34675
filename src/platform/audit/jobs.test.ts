import assert from "node:assert/strict"
import { test } from "node:test"
import { newContact, startTestServer } from "../../../test/harness.ts"
import { auditSweeps } from "./jobs.ts"

const { api, keys, sql, otherTenant } = await startTestServer({ ROLE: "api" }) // no worker: only the test seals
const [seal] = auditSweeps

test("seals the entries of other tenants when those of one tenant can't be sealed", async () => {
  const others = [await otherTenant(), await otherTenant(), await otherTenant()]
  for (const caller of [api, ...others]) assert.equal((await caller.post("/v1/contacts/create", newContact())).status, 201)
  const waiting = async () => (await sql("select distinct tenant_id from audit_unsealed")).map(({ tenant_id }) => tenant_id)
  await sql(`alter table audit_chain add constraint refused check (tenant_id <> '${keys.tenantId}') not valid`)
  await seal!.run()
  assert.deepEqual(await waiting(), [keys.tenantId])
  await sql("alter table audit_chain drop constraint refused")
  await seal!.run()
  assert.deepEqual(await waiting(), [])
})
