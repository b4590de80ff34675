import { formatDecimal, formatInteger, formatRatio, type Report } from "./report.ts"
import { fillPaymentIntents } from "./fill-payment-intents.ts"
import type { BenchServer } from "./bench-server.ts"
import { measureRequest } from "./measure.ts"

const sizes = [10_000, 1_000_000]
const lists = {
  "newest first": "",
  "status=due": "?status=due",
  "contact=…": `?contact=${(500).toString(16).padStart(24, "0")}`,
  "sort=dueAt": "?sort=dueAt",
}

/** Does a list's first page, with its exact count, take longer when the tenant has a hundred times as many rows? */
export async function growth(server: BenchServer): Promise<Report> {
  const p50sBySize: number[][] = []
  for (const size of sizes) {
    await fillPaymentIntents(server, server.clientTenant.tenantId, size)
    const service = await server.startService("api")
    const p50s: number[] = []
    for (const query of Object.values(lists))
      p50s.push(await measureRequest(`${service.address}/v1/payment-intents${query}`, server.clientTenant))
    p50sBySize.push(p50s)
    await service.stop()
  }
  const [small, large] = p50sBySize as [number[], number[]]
  const growths = small.map((p50, i) => large[i]! / p50)
  return {
    title: "GET /v1/payment-intents, first page and count, one client",
    columns: ["", ...sizes.map(size => `p50 ms at ${formatInteger(size)}`), "growth"],
    rows: Object.keys(lists).map((name, i) => [name, formatDecimal(small[i]!), formatDecimal(large[i]!), formatRatio(growths[i]!)]),
    passed: growths.every(growth => growth <= 2),
    note: "The target is at most 2. A contact has ten payment intents at either size.",
  }
}
