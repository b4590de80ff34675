import type { BenchServer } from "./bench-server.ts"
import { fillPaymentIntents } from "./fill-payment-intents.ts"
import { measureInRounds, measureService, tunePgbench } from "./measure.ts"
import { formatDecimal, formatInteger, formatRatio, medians, type Report } from "./report.ts"

/** How close does a read over HTTP come to the same row read by pgbench, without and with the look-up of the API key? */
export async function read(server: BenchServer): Promise<Report> {
  for (const { tenantId } of [server.clientTenant, server.pgbenchTenant]) await fillPaymentIntents(server, tenantId, 1000)
  const rowOnly = await tunePgbench(server, "read")
  const withApiKey = await tunePgbench(server, "read-with-api-key")
  const samples = await measureInRounds({
    rowOnly: rowOnly.measure,
    withApiKey: withApiKey.measure,
    all: () => measureService(server, "all", "read"),
  })
  const [limit, withApiKeyLimit, all] = [medians(samples.rowOnly), medians(samples.withApiKey), medians(samples.all)]
  const [rowLimit, apiKeyLimit] = [limit.perSecond, withApiKeyLimit.perSecond]
  return {
    title: "GET /v1/payment-intents/{id}, 64 clients",
    columns: ["", "per second", "p50 ms", "p99 ms", "of the row alone", "of the row and the API key"],
    rows: [
      [`pgbench, the row alone, ${rowOnly.clients} clients`, formatInteger(rowLimit), "", "", "1", ""],
      [`pgbench, the row and the API key, ${withApiKey.clients} clients`, formatInteger(apiKeyLimit), "", "", "", "1"],
      [
        "service and worker",
        formatInteger(all.perSecond),
        formatDecimal(all.p50Ms),
        formatDecimal(all.p99Ms),
        formatRatio(all.perSecond / rowLimit),
        formatRatio(all.perSecond / apiKeyLimit),
      ],
    ],
    passed: all.perSecond / rowLimit >= 0.4,
    hotPaths: [{ name: "read", target: 0.6, limit, load: all }],
    note: "The target is at least 0.4 of the row alone.",
  }
}
