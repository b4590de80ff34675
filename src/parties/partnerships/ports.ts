import type { Context } from "../../kit/db/context.ts"

/**
 * Port: refuses to change a field that policies match on when the caller may not change policies. Approvals implement it, app.ts passes it
 * in.
 */
export type AssertMayReclassify = (
  ctx: Context,
  by: "recipientTypes" | "primaryTeams" | "partnership",
  before: string | null,
  after: string | null,
) => Promise<void>
