import type { BenchServer } from "./bench-server.ts"
import { buildRollUps } from "./build-roll-ups.ts"
import { installLimitFunctions } from "./create.ts"
import { measureInRounds, measureService, tunePgbench } from "./measure.ts"
import { formatInteger, loadColumns, loadRow, measureSeconds, medians, type Report, rounds, warmUpSeconds } from "./report.ts"
import type { Workload } from "./tools.ts"

/** The most objects that the service or pgbench uses up. pgbench uses more, because it is tuned first, for 9 s. */
export const maxUsedUp = 3000 * (rounds * (warmUpSeconds + measureSeconds) + 9)

type Comparison = {
  workload: Workload
  title: string
  size: number
  /** Inserts the objects that the requests of a tenant use. */
  fill(server: BenchServer, tenantId: string, size: number): Promise<void>
}

/** How close do requests over HTTP come to calls of one database function that does the same reads and writes the same rows? */
export async function compareWithLimit(server: BenchServer, { workload, title, size, fill }: Comparison): Promise<Report> {
  await installLimitFunctions(server)
  for (const { tenantId } of [server.clientTenant, server.pgbenchTenant]) await fill(server, tenantId, size)
  await buildRollUps(server) // otherwise the worker would build them during the measurement
  const pgbench = await tunePgbench(server, workload, size)
  const samples = await measureInRounds({ limit: pgbench.measure, all: () => measureService(server, "all", workload, size) })
  const limit = medians(samples.limit)
  const all = medians(samples.all)
  return {
    title,
    columns: loadColumns,
    rows: [
      [`pgbench, one call, ${pgbench.clients} clients`, formatInteger(limit.perSecond), "", "", "1"],
      loadRow("service and worker", all, limit.perSecond),
    ],
    passed: all.perSecond / limit.perSecond >= 0.8,
    hotPaths: [{ name: workload, target: 1.2, limit, load: all }],
    note: "The target is at least 0.8.",
  }
}
