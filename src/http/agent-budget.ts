import { budget } from "../kit/budget.ts"
import type { Caller } from "../kit/context.ts"
import type { Operation } from "../kit/operation.ts"

/** Contract: calls a minute for each user and tool. A reminder reaches a person, a report reads a lot: both have less. */
const reads = budget(120)
const writes = budget(30)
const reports = budget(20)
const reminders = budget(10)

export function spendOn(op: Operation, caller: Caller) {
  budgetOf(op).spend(`${caller.user} ${op.tool}`)
}

function budgetOf({ outward, effect, needs }: Operation) {
  if (outward) return reminders
  if (effect !== "read") return writes
  return needs === "analytics.view" || needs === "billing.admin" ? reports : reads
}
