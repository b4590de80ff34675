import type { z } from "zod"
import { assertMayReclassify } from "../../control/approvals/hold.ts"
import type { Context } from "../../kit/db/context.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { resolveTeam } from "../../platform/tenants/store.ts"
import { readAuthorization } from "../authorizations/store.ts"
import { resolveCard, resolveItems, resolveMandate } from "./create.ts"
import { scheduleCycle } from "./raise.ts"
import { afterPause, assertLimits, assertMandateFits, assertStart, assertStartChangeable, chargeSourceOf, withinLimits } from "./rules.ts"
import type { Cancellation, SubscriptionChange } from "./schema.ts"
import { saveSubscription, type SubscriptionRow } from "./store.ts"

type Change = z.output<typeof SubscriptionChange>

/** The change takes effect from the next cycle on; payment intents that were raised stay as they are. */
export async function changeSubscription(ctx: Context, row: SubscriptionRow, change: Change): Promise<SubscriptionRow> {
  const { items, startAt, endAt: end_at, cycles, dueAfterDays: due_after_days, description, team, metadata } = change
  const team_id = team && (await resolveTeam(ctx, team))
  if (team_id !== undefined) await assertMayReclassify(ctx, "primaryTeams", row.team_id, team_id)
  const lines = items && (await resolveItems(ctx, items, row.currency))
  const authorization_id = await mandateAfter(ctx, { ...row, ...lines }, change.authorization, lines !== undefined)
  const saved_method_id = await cardAfter(ctx, row, change.savedMethod)
  // Also where it asked before: its payer agreed to be debited.
  const mode = authorization_id === undefined ? undefined : ("auto-charge" as const)
  const fields = omitUndefined({ ...lines, mode, end_at, cycles, due_after_days, authorization_id, saved_method_id, description, team_id })
  const next = { ...row, ...fields, ...startAfter(ctx, row, startAt) }
  assertLimits(next)
  const { status, next_cycle_at } = row.status === "active" ? withinLimits(next, next) : row
  const { start_at, next_step } = next
  const state = { status, next_cycle_at: next_cycle_at ?? null, start_at, next_step }
  const saved = saveSubscription(ctx, row, { ...fields, ...state, metadata: mergeMetadata(row.metadata, metadata) })
  if (startAt) scheduleCycle(ctx, saved)
  return saved
}

/** Steps count from the start. A new start resets them, so that it does not skip the steps of an earlier pause. */
function startAfter({ now }: Context, row: SubscriptionRow, startAt: Date | undefined) {
  if (!startAt) return {}
  assertStartChangeable(row)
  assertStart(startAt, now)
  return { start_at: startAt, next_step: 0, ...(row.status === "active" && { next_cycle_at: startAt }) }
}

/** A new mandate must fit, and the current one must fit a new amount. */
async function mandateAfter(ctx: Context, row: SubscriptionRow, authorization: string | undefined, isNewAmount: boolean) {
  const current = row.authorization_id
  if (authorization !== undefined) {
    if (current === null && !isAgreedByPayer(ctx, row))
      throw invalidField("authorization", "is allowed only where the subscription charges by an authorization")
    return resolveMandate(ctx, authorization, row)
  }
  if (current !== null && isNewAmount) assertMandateFits(await readAuthorization(ctx, current), row)
  return undefined
}

/** Only the payer turns requests into debits, in the portal. Nobody else may, because it is the payer's consent. */
const isAgreedByPayer = ({ caller }: Context, { mode, contact_id }: SubscriptionRow) =>
  mode === "request" && caller.type === "contact" && caller.user === contact_id

async function cardAfter(ctx: Context, row: SubscriptionRow, savedMethod: string | undefined) {
  if (savedMethod === undefined) return undefined
  if (chargeSourceOf(row) !== "saved-method")
    throw invalidField("savedMethod", "is allowed only where the subscription charges by a saved method")
  return resolveCard(ctx, savedMethod, row)
}

export const pauseSubscription = (ctx: Context, row: SubscriptionRow) =>
  saveSubscription(ctx, row, { status: "paused", next_cycle_at: null })

export function resumeSubscription(ctx: Context, row: SubscriptionRow): SubscriptionRow {
  const resumed = saveSubscription(ctx, row, afterPause(row, ctx.tenant.timezone, ctx.now))
  scheduleCycle(ctx, resumed)
  return resumed
}

/** Cancels at once when no cycle is running, because none was raised yet or the subscription is paused. */
export function cancelSubscription(ctx: Context, row: SubscriptionRow, { at }: z.output<typeof Cancellation>): SubscriptionRow {
  if (at === "cycle-end" && row.status === "active" && row.cycle > 0) return saveSubscription(ctx, row, { cancel_at: row.next_cycle_at })
  return saveSubscription(ctx, row, { status: "canceled", next_cycle_at: null, cancel_at: ctx.now })
}
