import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { BenchServer } from "./bench-server.ts"
import { measureInRounds, measureService, tunePgbench } from "./measure.ts"
import { formatInteger, isTable, loadColumns, loadRow, medians, type Report } from "./report.ts"

/** How close does a create over HTTP come to one database function call that writes the same rows? */
export async function create(server: BenchServer): Promise<Report> {
  await installLimitFunctions(server)
  const pgbench = await tunePgbench(server, "create")
  const samples = await measureInRounds({
    limit: pgbench.measure,
    all: () => measureService(server, "all", "create"),
    ...(!isTable && { api: () => measureService(server, "api", "create") }),
  })
  const [limit, all] = [medians(samples.limit), medians(samples.all)]
  return {
    title: "POST /v1/payment-intents/create, 64 clients, each with an Idempotency-Key",
    columns: loadColumns,
    rows: [
      [`pgbench, one call, ${pgbench.clients} clients`, formatInteger(limit.perSecond), "", "", "1"],
      loadRow("service and worker", all, limit.perSecond),
      ...(samples.api ? [loadRow("service alone", medians(samples.api), limit.perSecond)] : []),
    ],
    passed: all.perSecond / limit.perSecond >= 0.8,
    hotPaths: [{ name: "create", target: 1.5, limit, load: all }],
    note: `The target is at least 0.8. ${formatInteger(all.unsealed)} audit entries were not sealed yet when the load ended.`,
  }
}

export const installLimitFunctions = ({ sql }: BenchServer) =>
  sql(`
    drop function if exists bench_create, bench_pay, bench_approve, bench_refund, bench_payout, bench_write_event, bench_id;
    drop sequence if exists bench_numbers, bench_turns;
    ${readFileSync(join(import.meta.dirname, "database-limit.sql"), "utf8")};
    grant usage on sequence bench_numbers, bench_turns to countersign`)
