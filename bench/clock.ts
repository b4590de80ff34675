import { setTimeout as wait } from "node:timers/promises"
import type { BenchServer } from "./bench-server.ts"
import { formatDecimal, formatInteger, type Report } from "./report.ts"
import { post } from "./webhook-endpoints.ts"

/** BENCH_SECONDS=1 is a quick trial run. */
const subscriptionCount = process.env["BENCH_SECONDS"] === "1" ? 50 : 1000
const months = 13
const inParallel = 16
const maxMoveMs = 600_000

/** How long does a sandbox take to simulate 13 months of monthly subscriptions if every payment request becomes overdue? */
export async function clock(server: BenchServer): Promise<Report> {
  const service = await server.startService("all")
  await subscribe(server, service.address)
  const { seconds, done, raised } = await moveClock(server, service.address)
  await service.stop()
  const expected = subscriptionCount * months
  return {
    title: `POST /v1/simulations/clock: ${months} months of ${formatInteger(subscriptionCount)} monthly subscriptions`,
    columns: ["", "seconds", "cycles per second", "steps per second"],
    rows: [["one tenant, one process", formatDecimal(seconds), formatInteger(raised / seconds), formatInteger(done / seconds)]],
    passed: raised === expected && (subscriptionCount < 1000 || raised / seconds >= 50),
    note: `The target is 50 cycles per second; ${formatInteger(raised)} of ${formatInteger(expected)} requests were raised.`,
  }
}

/** The first cycles begin within an hour, at different times. */
async function subscribe(server: BenchServer, address: string) {
  const start = Date.now() + 3_600_000
  const create = (i: number) =>
    post(address, server, "/v1/subscriptions/create", {
      contact: `c${String((i % 1000) + 1).padStart(4, "0")}@example.com`,
      currency: "EUR",
      items: [{ name: "Membership", amount: 3_900 }],
      cadence: { every: 1, unit: "month" },
      startAt: new Date(start + i * 1000).toISOString(),
      cycles: months,
    })
  for (let i = 0; i < subscriptionCount; i += inParallel)
    await Promise.all(Array.from({ length: Math.min(inParallel, subscriptionCount - i) }, (_, j) => create(i + j)))
}

async function moveClock({ sql, clientTenant }: BenchServer, address: string) {
  const { apiKey, tenantId } = clientTenant
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId, "content-type": "application/json" }
  await fetch(`${address}/v1/simulations/clock`, { method: "POST", headers, body: JSON.stringify({ advance: `P${months}M` }) })
  const end = performance.now() + maxMoveMs
  for (;;) {
    const [move] = await sql<{ seconds: number | null; done: number }>(
      "select extract(epoch from ended_at - started_at)::float as seconds, done from clock_jumps where tenant_id = $1",
      [tenantId],
    )
    if (move?.seconds) return { seconds: move.seconds, done: move.done, raised: await countRaised(sql, tenantId) }
    if (performance.now() > end) throw new Error("the clock did not reach its target in time")
    await wait(250)
  }
}

async function countRaised(sql: BenchServer["sql"], tenant: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    "select count(*)::int as n from payment_intents where tenant_id = $1 and intent_type = 'subscription'",
    [tenant],
  )
  return row!.n
}
