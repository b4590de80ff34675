import { formats } from "../src/insight/analytics/schema.ts"
import type { BenchServer } from "./bench-server.ts"
import { buildRollUps } from "./build-roll-ups.ts"
import { fillYear } from "./fill-year.ts"
import { measureRequest } from "./measure.ts"
import { formatDecimal, formatInteger, formatRatio, type Report } from "./report.ts"

/** BENCH_INTENTS=100000 measures a smaller year. */
const sizes = [10_000, Number(process.env["BENCH_INTENTS"] ?? 1_000_000)] as const
const maxMs = 100
const maxGrowth = 3

/** How long does each format take over a year, and does it take longer when the year has a hundred times as many payment intents? */
export async function analytics(server: BenchServer): Promise<Report> {
  const tenants = [server.clientTenant, server.pgbenchTenant] as const
  for (const [i, { tenantId }] of tenants.entries()) await fillYear(server, tenantId, sizes[i]!)
  const builtIn = await buildRollUps(server)
  const service = await server.startService("api")
  const [small, large] = [[], []] as [number[], number[]]
  for (const format of formats)
    for (const [i, p50s] of [small, large].entries()) {
      const url = `${service.address}/v1/analytics/payment-intents?format=${format}`
      p50s.push(await measureRequest(url, tenants[i]!, { measured: 100, warmUp: 60 }))
    }
  await service.stop()
  const growths = small.map((p50, i) => large[i]! / p50)
  return {
    title: "GET /v1/analytics/payment-intents, a year, one client",
    columns: ["", ...sizes.map(size => `p50 ms at ${formatInteger(size)}`), "growth"],
    rows: formats.map((format, i) => [format, formatDecimal(small[i]!), formatDecimal(large[i]!), formatRatio(growths[i]!)]),
    passed: large.every(p50 => p50 <= maxMs) && growths.every(growth => growth <= maxGrowth),
    note: [
      `The target is at most ${maxMs} ms, and a growth of at most ${maxGrowth}.`,
      `A worker built the roll-ups of both years in ${formatInteger(builtIn)} s.`,
      "The benchmarks create and pay include the cost of keeping them up to date.",
    ].join(" "),
  }
}
