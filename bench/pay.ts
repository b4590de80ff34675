import type { BenchServer } from "./bench-server.ts"
import { installLimitFunctions } from "./create.ts"
import { fillPayableIntents } from "./fill-payable-intents.ts"
import { measureInRounds, measureService, tunePgbench } from "./measure.ts"
import { formatInteger, formatRatio, isTable, loadColumns, loadRow, medians, type Report } from "./report.ts"

const [smallSize, largeSize] = [10_000, 1_000_000]

/**
 * How close does a payment over HTTP come to one database function call that writes the same rows, and is it slower when the tenant
 * has a hundred times as many payment intents? Every payment is for another intent and makes a supplier's split accrue.
 */
export async function pay(server: BenchServer): Promise<Report> {
  await installLimitFunctions(server)
  for (const { tenantId } of [server.clientTenant, server.pgbenchTenant]) await fillPayableIntents(server, tenantId, smallSize)
  const pgbench = await tunePgbench(server, "pay", smallSize)
  const small = await measureInRounds({ limit: pgbench.measure, all: () => measureService(server, "all", "pay", smallSize) })
  const [limit, atSmall] = [medians(small.limit), medians(small.all)]
  const atLarge = isTable ? atSmall : await measureLarge(server) // the table has no line for the large tenant
  const slowdown = atSmall.perSecond / atLarge.perSecond
  return {
    title: "POST /v1/transactions/create, 64 clients, each with an Idempotency-Key and an intent with a split",
    columns: loadColumns,
    rows: [
      [`pgbench, one call, ${pgbench.clients} clients, ${formatInteger(smallSize)} intents`, formatInteger(limit.perSecond), "", "", "1"],
      loadRow(`service and worker, ${formatInteger(smallSize)} intents`, atSmall, limit.perSecond),
      loadRow(`service and worker, ${formatInteger(largeSize)} intents`, atLarge, limit.perSecond),
    ],
    passed: atSmall.perSecond / limit.perSecond >= 0.6 && slowdown <= 1.3,
    hotPaths: [{ name: "payment", target: 1.5, limit, load: atSmall }],
    note: `The target is at least 0.6, and at most 1.3 times slower in the large tenant (measured: ${formatRatio(slowdown)}).`,
  }
}

async function measureLarge(server: BenchServer) {
  await fillPayableIntents(server, server.clientTenant.tenantId, largeSize)
  const { all } = await measureInRounds({ all: () => measureService(server, "all", "pay", largeSize) })
  return medians(all)
}
