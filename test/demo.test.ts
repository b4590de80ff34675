import assert from "node:assert/strict"
import { test } from "node:test"
import { isDeepStrictEqual } from "node:util"
import { fillDemo } from "../src/cli/demo.ts"
import type { Keys } from "../src/platform/api-keys/create-tenant.ts"
import { application } from "../src/app.ts"
import { type Any, startTestServer } from "./harness.ts"

const { baseUrl, otherTenant } = await startTestServer()
const fill = ({ apiKey, tenantId }: Keys, seed: number, report?: (line: string) => void) =>
  fillDemo({ size: "small", seed, baseUrl, apiKey, tenant: tenantId, ...(report && { report }) })

test("fills a sandbox with a business whose books are correct, and the same for the same seed", async () => {
  const [one, two, other] = [await otherTenant(), await otherTenant(), await otherTenant()]
  const lines: string[] = []
  const first = await fill(one.keys, 7, line => lines.push(line))
  const { counts, balances, ledgerVerifies } = first
  assert.equal(ledgerVerifies, true)
  for (const [what, n] of Object.entries(counts))
    if (!["disputes", "refunds", "payouts", "waitingForApproval"].includes(what)) assert.ok(n > 0, what)
  assert.ok(new Set(balances.map(({ currency }) => currency)).size >= 3)
  assert.match(lines.at(-1)!, /^\[#{30}\] week 5 of 5$/)
  assert.equal(first.signIn, `${baseUrl}/sign-in?email=${encodeURIComponent(one.keys.email)}`)
  assert.match(await (await fetch(first.signIn)).text(), new RegExp(`value="${one.keys.email}"`))
  const { name, branding } = (await one.get("/v1/settings")).body.data
  assert.deepEqual([name, branding.colour, branding.supportEmail], ["Countersign Languages", "#1d6f5c", "office@example.com"])
  for (const { email } of (await one.get("/v1/partnerships?limit=100")).body.data) assert.match(email, /@example\.com$/)
  const received = (await one.get("/v1/transactions?status=succeeded&transactionType=charge&limit=100")).body.data as Any[]
  const weekdays = new Set(received.map(({ receivedAt }) => new Date(receivedAt).getUTCDay()))
  for (const day of [1, 2, 3, 4, 5]) assert.ok(weekdays.has(day), `money arrives on day ${day} of the week`)
  const again = await fill(two.keys, 7)
  assert.deepEqual([again.counts, again.balances], [counts, balances])
  const { _id: left } = (await other.post("/v1/users/invite", { email: "left@example.com", name: "Left", role: "finance", teams: [] })).body
    .data
  await other.post(`/v1/users/${left}/update`, { status: "disabled" }) // a disabled user approves nothing
  assert.notDeepEqual((await fill(other.keys, 8)).balances, balances)
  await assert.rejects(fill(one.keys, 7), /has a demo already/)
})

test("filters every list by the values that its rows show", async () => {
  const business = await otherTenant()
  await fill(business.keys, 7)
  const lists = application.operations.filter(({ route, list, forPeople }) => list && route && !forPeople && !route.includes("{"))
  assert.ok(lists.length > 20)
  let asked = 0
  for (const { route, list } of lists) {
    const path = route!.split(" ")[1]!
    const rowsOf = async (query: string): Promise<Any[]> => {
      const { status, body, text } = await business.get(`${path}?${query}`)
      assert.equal(status, 200, `${path}?${query} ${text}`)
      return list!.under ? body.data[list!.under] : body.data
    }
    const [row] = await rowsOf("limit=1")
    for (const [field, filter] of Object.entries(list!.filters)) {
      const shown = field === "lastUsedAt" ? null : row?.[field] // the request itself is a use of the key
      if (shown === undefined || shown === null || typeof shown === "object") {
        const samples: Record<string, string> = {
          time: "2026-01-01T00:00:00Z",
          moment: "2026-01-01T00:00:00Z",
          boolean: "true",
          currency: "BRL",
        }
        const sample = samples[filter.kind] ?? filter.values?.[0] ?? "1"
        if (filter.kind !== "metadata" && (filter.kind !== "text" || filter.values)) await rowsOf(`${field}=${sample}`)
        continue
      }
      const found = await rowsOf(`${field}=${encodeURIComponent(shown)}&limit=100`)
      assert.ok(
        found.some(each => isDeepStrictEqual(each, row)),
        `${path}?${field}=${shown} finds the row that shows it`,
      )
      assert.ok(
        found.every(each => each[field] === shown),
        `${path}?${field}=${shown} finds no other`,
      )
      asked++
    }
  }
  assert.ok(asked > 140, `${asked} filters`)
})

test("the demo refuses a live tenant, and changes nothing there", async () => {
  const live = await otherTenant("live")
  await assert.rejects(fill(live.keys, 1), /is live, for real money/)
  assert.equal((await live.get("/v1/partnerships")).body.count, 0)
})
