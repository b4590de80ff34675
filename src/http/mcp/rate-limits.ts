import { consumeShared } from "../../kit/db/shared-rate-limit.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import type { Caller } from "../../kit/pure/caller.ts"
import { config } from "../../kit/service/config.ts"

/** Contract: limits the calls in any 60 s for each user and tool, over all processes. 0 is no limit. */
export async function consumeRateLimit(op: Operation, caller: Caller, tenant: string) {
  const max = limitOf(op)
  if (max > 0) await consumeShared({ tenant_id: tenant, name: `${caller.user} ${op.tool}`, max })
}

/** Lower for reminders, which payers receive, and for reports, which read many rows. */
function limitOf({ tool, effect, needs }: Operation): number {
  if (tool === "payment_intent_remind") return config.RATE_LIMIT_AGENT_REMINDERS
  if (effect !== "read") return config.RATE_LIMIT_AGENT_WRITES
  return needs === "analytics.view" || needs === "billing.admin" ? config.RATE_LIMIT_AGENT_REPORTS : config.RATE_LIMIT_AGENT_READS
}
