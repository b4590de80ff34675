import assert from "node:assert/strict"
import { test } from "node:test"
import { fillDemo } from "../src/cli/demo.ts"
import type { Keys } from "../src/platform/api-keys/create-tenant.ts"
import { startTestServer } from "./harness.ts"

const { baseUrl, otherTenant } = await startTestServer()
const fill = ({ apiKey, tenantId }: Keys, seed: number, report?: (line: string) => void) =>
  fillDemo({ size: "small", seed, baseUrl, apiKey, tenant: tenantId, ...(report && { report }) })

test("the demo fills a sandbox with a business whose books are right, the same for the same seed", async () => {
  const [one, two, other] = [await otherTenant(), await otherTenant(), await otherTenant()]
  const lines: string[] = []
  const first = await fill(one.keys, 7, line => lines.push(line))
  const { counts, balances, ledgerVerifies } = first
  assert.equal(ledgerVerifies, true)
  for (const [what, n] of Object.entries(counts))
    if (!["disputes", "refunds", "payouts", "waitingForApproval"].includes(what)) assert.ok(n > 0, what)
  assert.ok(new Set(balances.map(({ currency }) => currency)).size >= 3)
  assert.match(lines.at(-1)!, /^\[#{30}\] week 5 of 5$/)
  const again = await fill(two.keys, 7)
  assert.deepEqual([again.counts, again.balances], [counts, balances])
  assert.notDeepEqual((await fill(other.keys, 8)).balances, balances)
  await assert.rejects(fill(one.keys, 7), /has a demo already/)
})

test("the demo refuses a live tenant, and changes nothing there", async () => {
  const live = await otherTenant("live")
  await assert.rejects(fill(live.keys, 1), /is live, for real money/)
  assert.equal((await live.get("/v1/partnerships")).body.count, 0)
})
