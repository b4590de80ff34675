import { setTimeout as wait } from "node:timers/promises"
import type { BenchServer } from "./bench-server.ts"

/** Seconds until the worker has built the roll-ups of rows that were inserted without the service. */
export async function buildRollUps(server: BenchServer): Promise<number> {
  await server.sql("delete from analytics_states")
  const start = performance.now()
  const worker = await server.startService("worker")
  for (let isReady = false; !isReady; await wait(500)) {
    const [row] = await server.sql<{ n: number }>("select count(*)::int as n from analytics_states where ready")
    isReady = row!.n === 2
  }
  await worker.stop()
  await server.sql("vacuum (analyze) analytics_sums, analytics_customers, analytics_customer_days, row_changes")
  return (performance.now() - start) / 1000
}
