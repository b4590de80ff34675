import type { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { invalidField, missingField } from "../../kit/pure/errors.ts"
import { resolveActiveContact } from "../../parties/contacts/store.ts"
import { assertSharesFit, sharesOf, sumShares } from "../../parties/partnerships/rules.ts"
import { resolveTeam } from "../../platform/tenants/store.ts"
import { resolveAuthorization } from "../authorizations/store.ts"
import { resolveLines } from "../payment-intents/lines.ts"
import { totalOf } from "../payment-intents/rules.ts"
import { readSavedMethodForUpdate, resolveSavedMethod, touchSavedMethod } from "../saved-methods/store.ts"
import { scheduleCycle } from "./raise.ts"
import { assertCardFits, assertLimits, assertMandateFits, assertStart } from "./rules.ts"
import type { NewSubscription, SubscriptionLine } from "./schema.ts"
import { insertSubscription, type SubscriptionRow } from "./store.ts"

type Input = z.output<typeof NewSubscription>

/** The job for the first cycle is enqueued in the same commit. */
export async function createSubscription(ctx: Context, input: Input): Promise<SubscriptionRow> {
  const { currency, cadence, mode, dueAfterDays: due_after_days, description = null, metadata } = input
  const { startAt: start_at = ctx.now, endAt: end_at = null, cycles = null } = input
  assertStart(start_at, ctx.now)
  assertLimits({ start_at, end_at, cycles, cycle: 0 })
  assertMode(input)
  const [contact_id, team_id, { items, amount }] = await Promise.all([
    resolveActiveContact(ctx, input.contact),
    input.team ? resolveTeam(ctx, input.team) : null,
    resolveItems(ctx, input.items, currency),
  ])
  const debit = { contact_id, currency, amount }
  const authorization_id = input.authorization === undefined ? null : await resolveMandate(ctx, input.authorization, debit)
  const saved_method_id = input.savedMethod === undefined ? null : await resolveCard(ctx, input.savedMethod, debit)
  const terms = { contact_id, currency, amount, items, cadence, start_at, end_at, cycles, due_after_days, mode }
  const row = await insertSubscription(ctx, { ...terms, authorization_id, saved_method_id, description, team_id, metadata })
  scheduleCycle(ctx, row)
  return row
}

function assertMode({ mode, chargeBy, authorization, savedMethod }: Input) {
  if (mode === "request")
    for (const [name, value] of Object.entries({ authorization, savedMethod, chargeBy }))
      if (value !== undefined) throw invalidField(name, "is allowed for the mode auto-charge only")
  if (mode === "request") return
  const byCard = chargeBy === "saved-method" || (savedMethod !== undefined && chargeBy === undefined)
  if (byCard && authorization !== undefined) throw invalidField("authorization", "can't be given together with a saved method")
  if (!byCard && savedMethod !== undefined) throw invalidField("savedMethod", "can't be given with chargeBy authorization")
  if (!byCard && authorization === undefined)
    throw missingField("authorization", "is required for the mode auto-charge, unless savedMethod or chargeBy says how it is charged")
}

/** The lines of every cycle, with references resolved. Each cycle takes the split terms that suppliers have on its day. */
export async function resolveItems(ctx: Context, input: Input["items"], currency: string) {
  const amount = totalOf(input)
  const lines = await resolveLines(ctx, input)
  assertSharesFit(sumShares(sharesOf(lines, currency)), amount, currency)
  const items: SubscriptionLine[] = lines.map(({ terms: _terms, orderItem: _orderItem, ...line }) => line)
  return { items, amount }
}

type Debit = Parameters<typeof assertMandateFits>[1]

export async function resolveMandate(ctx: Context, reference: string, debit: Debit): Promise<string> {
  const mandate = await resolveAuthorization(ctx, reference)
  assertMandateFits(mandate, debit)
  return mandate.id
}

/** A card that is removed in the same moment makes this run again. */
export async function resolveCard(ctx: Context, reference: string, debit: Pick<Debit, "contact_id">): Promise<string> {
  const saved = await readSavedMethodForUpdate(ctx, (await resolveSavedMethod(ctx, reference)).id)
  assertCardFits(saved, debit)
  touchSavedMethod(ctx, saved)
  return saved.id
}
