import type { BenchServer } from "./bench-server.ts"
import { fillPayableIntents } from "./fill-payable-intents.ts"
import { measureInRounds, measureService } from "./measure.ts"
import { formatRatio, loadColumns, loadRow, medians, type Report } from "./report.ts"
import { post } from "./webhook-endpoints.ts"

const policyCount = 20
const size = 10_000

/** What do approval policies cost a payment that none of them matches? */
export async function policies(server: BenchServer): Promise<Report> {
  await fillPayableIntents(server, server.clientTenant.tenantId, size)
  await createPolicies(server)
  const measureWith = (isEnabled: boolean) => async () => {
    await switchPolicies(server, isEnabled)
    return measureService(server, "api", "pay", size)
  }
  const samples = await measureInRounds({ without: measureWith(false), with: measureWith(true) })
  const [without, withPolicies] = [medians(samples.without), medians(samples.with)]
  const cost = without.perSecond / withPolicies.perSecond
  return {
    title: "POST /v1/transactions/create, 64 clients, service alone, with approval policies that do not match",
    columns: [...loadColumns.slice(0, -1), "of the rate without"],
    rows: [
      loadRow("no policy is enabled", without, without.perSecond),
      loadRow(`${policyCount} policies are enabled`, withPolicies, without.perSecond),
    ],
    passed: cost <= 1.1,
    note: `The target is at most 1.1 times the cost of a payment without them (measured: ${formatRatio(cost)}).`,
  }
}

/** Each has several conditions, and the last one does not match. */
async function createPolicies(server: BenchServer) {
  const service = await server.startService("api")
  const [key] = await server.sql<{ user: string }>(`select user_id as "user" from api_keys where hash = $1`, [server.clientTenant.hash])
  for (let i = 1; i <= policyCount; i++) {
    const conditions = { currencyMode: "any", targetCurrencies: ["EUR", "USD"], actions: ["create"], amountMin: 1_000_000 * i }
    const policy = { name: `Policy ${i}`, entityType: "transaction", strategy: "any-of", approvers: [key!.user], conditions }
    await post(service.address, server, "/v1/approvals/policies/create", policy)
  }
  await service.stop()
}

async function switchPolicies({ sql }: BenchServer, isEnabled: boolean) {
  await sql("update approval_policies set enabled = $1", [isEnabled])
  await sql("update tenants set approval_revision = approval_revision + 1")
}
