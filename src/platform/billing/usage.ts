import type { Context } from "../../kit/db/context.ts"
import { tally } from "../../kit/db/tallies.ts"
import { monthOf } from "../../kit/pure/months.ts"
import type { UsageUnit } from "../../kit/pure/plans.ts"

/** Counts billed usage in the commit that causes it, so it is counted if and only if it happened. */
export function countUsage({ tenant, now, write }: Context, unit: UsageUnit) {
  write(tally(tenant.id, "usage", `${monthOf(now, tenant.timezone)} ${unit}`, 1))
}
