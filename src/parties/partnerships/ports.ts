import type { Context } from "../../kit/db/context.ts"

/**
 * Port: refuses a change of what approval policies match on by somebody who may not change policies. Approvals implement it, app.ts passes
 * it in.
 */
export type AssertMayReclassify = (
  ctx: Context,
  by: "recipientTypes" | "primaryTeams" | "partnership",
  before: string | null,
  after: string | null,
) => Promise<void>
