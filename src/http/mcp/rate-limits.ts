import { rateLimit } from "../../kit/service/rate-limit.ts"
import type { Caller } from "../../kit/operation/context.ts"
import type { Operation } from "../../kit/operation/operation.ts"

/** Contract: calls per minute for each user and tool. Lower for reminders, which payers receive, and for reports, which read many rows. */
const reads = rateLimit(120)
const writes = rateLimit(30)
const reports = rateLimit(20)
const reminders = rateLimit(10)

export function consumeRateLimit(op: Operation, caller: Caller) {
  rateLimitOf(op).consume(`${caller.user} ${op.tool}`)
}

function rateLimitOf({ notifiesCustomer, effect, needs }: Operation) {
  if (notifiesCustomer) return reminders
  if (effect !== "read") return writes
  return needs === "analytics.view" || needs === "billing.admin" ? reports : reads
}
