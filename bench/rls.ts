import { formatInteger, formatRatio, median, type Report } from "./report.ts"
import { fillPaymentIntents } from "./fill-payment-intents.ts"
import type { BenchServer } from "./bench-server.ts"
import { measureInRounds, measureService } from "./measure.ts"

/** What does row-level security cost? It protects tenants from each other if a query lacks its tenant filter. */
export async function rls(server: BenchServer): Promise<Report> {
  await fillPaymentIntents(server, server.clientTenant.tenantId, 1000)
  const measureWith = (policies: "enable" | "disable", workload: "create" | "read") => async () => {
    await switchPolicies(server, policies)
    return (await measureService(server, "api", workload)).perSecond
  }
  const samples = await measureInRounds({
    createWith: measureWith("enable", "create"),
    createWithout: measureWith("disable", "create"),
    readWith: measureWith("enable", "read"),
    readWithout: measureWith("disable", "read"),
  })
  await switchPolicies(server, "enable")
  const row = (name: string, on: number[], off: number[]) => [
    name,
    formatInteger(median(on)),
    formatInteger(median(off)),
    formatRatio(median(on) / median(off)),
  ]
  return {
    title: "Row-level security, 64 clients, service alone",
    columns: ["per second", "with policies", "without", "with / without"],
    rows: [row("create", samples.createWith, samples.createWithout), row("read", samples.readWith, samples.readWithout)],
  }
}

async function switchPolicies({ sql }: BenchServer, action: "enable" | "disable") {
  const tables = await sql<{ name: string }>("select polrelid::regclass::text as name from pg_policy")
  for (const { name } of tables) await sql(`alter table ${name} ${action} row level security`)
}
