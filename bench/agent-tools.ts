import type { BenchServer } from "./bench-server.ts"
import { fillPaymentIntents } from "./fill-payment-intents.ts"
import { measureInRounds, measureService } from "./measure.ts"
import { loadColumns, loadRow, medians, type Report } from "./report.ts"

/** Without their limits, which would refuse nearly all of these calls. */
const unlimited = { RATE_LIMIT_AGENT_READS: "0" }

/** How close does a tool call that reads come to the same read over REST? */
export async function agentTools(server: BenchServer): Promise<Report> {
  await fillPaymentIntents(server, server.clientTenant.tenantId, 1000)
  const samples = await measureInRounds({
    rest: () => measureService(server, "all", "read"),
    tool: () => measureService(server, "all", "tool", undefined, unlimited),
  })
  const [rest, tool] = [medians(samples.rest), medians(samples.tool)]
  return {
    title: "tools/call of payment_intent_get, 64 clients",
    columns: [...loadColumns.slice(0, -1), "of REST"],
    rows: [loadRow("GET /v1/payment-intents/{id}", rest, rest.perSecond), loadRow("tools/call", tool, rest.perSecond)],
    passed: tool.perSecond / rest.perSecond >= 0.5,
    note: "The target is at least 0.5 of the same read over REST.",
  }
}
