import { bigint, identity, int, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { formatNumber } from "../../kit/pure/format-number.ts"
import type { Page } from "../../kit/pure/page.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import { assertCanFollow, chargeSourceOf } from "./rules.ts"
import type { Cadence, Failure, Stats, Subscription, SubscriptionLine } from "./schema.ts"
import { subscriptionModes, subscriptionStatuses } from "./values.ts"

const columns = {
  ...identity,
  number: text,
  contact_id: text,
  currency: text,
  amount: bigint,
  items: json<SubscriptionLine[]>(),
  cadence: json<Cadence>(),
  start_at: timestamptz,
  end_at: nullable(timestamptz),
  cycles: nullable(int),
  due_after_days: int,
  mode: oneOf(subscriptionModes),
  authorization_id: nullable(text),
  saved_method_id: nullable(text),
  status: oneOf(subscriptionStatuses),
  cycle: int,
  next_step: int,
  next_cycle_at: nullable(timestamptz),
  cancel_at: nullable(timestamptz),
  last_intent_id: nullable(text),
  last_failure: json<Failure | null>(),
  description: nullable(text),
  team_id: nullable(text),
  ...tracked,
}
export type SubscriptionRow = Row<typeof columns>

const subscriptions = resource("subscriptions", columns, {
  noun: "subscription",
  publishes: "subscriptions",
  counted: "status",
  number: "number",
  references: { contact: resolveContact },
  render: renderSubscription,
})
export const {
  read: readSubscription,
  find: findSubscription,
  readForUpdate: readSubscriptionForUpdate,
  after: subscriptionsAfter,
  /** Makes concurrent units of work that have read the subscription run again. */
  touch: touchSubscription,
} = subscriptions

type Terms = "contact_id" | "currency" | "amount" | "items" | "cadence" | "start_at" | "end_at" | "cycles" | "due_after_days" | "mode"
type NewSubscriptionRow = Pick<SubscriptionRow, Terms | "authorization_id" | "saved_method_id" | "description" | "team_id" | "metadata">

/** A new subscription is active, and its first cycle is raised at its start. */
export async function insertSubscription(ctx: Context, fields: NewSubscriptionRow): Promise<SubscriptionRow> {
  return subscriptions.insert(ctx, {
    ...fields,
    number: formatNumber("SUB", await nextNumber(ctx.tenant.id, "subscription")),
    status: "active",
    cycle: 0,
    next_step: 0,
    next_cycle_at: fields.start_at,
    cancel_at: null,
    last_intent_id: null,
    last_failure: null,
  }).row
}

type Change = Partial<Omit<SubscriptionRow, keyof typeof identity | keyof typeof tracked>> & Partial<Pick<SubscriptionRow, "metadata">>

/** A completed subscription drops a planned cancellation. */
export function saveSubscription(ctx: Context, before: SubscriptionRow, change: Change): SubscriptionRow {
  const status = change.status ?? before.status
  assertCanFollow(before.status, status)
  return subscriptions.save(ctx, before, { ...change, ...(status === "completed" && { cancel_at: null }) }).row
}

/** With its statistics, as REST and tools show it. */
export async function renderWithStats(ctx: Context, row: SubscriptionRow): Promise<Subscription> {
  const [rendered] = await addStats(ctx, [row])
  return rendered!
}

export async function listSubscriptions(ctx: Context, listQuery: ListQuery): Promise<Page<Subscription>> {
  const { data, ...rest } = await subscriptions.page(ctx, listQuery)
  return { data: await addStats(ctx, data), ...rest }
}

type StatsRow = { id: string; raised: number; paid: number; overdue: number; failed: number; billed: string; received: string }

/** Counted from the index of cycles, so that a payment writes no row of the subscription. */
async function addStats(ctx: Context, rows: SubscriptionRow[]): Promise<Subscription[]> {
  if (rows.length === 0) return []
  const { tenant, now } = ctx
  const counts = await query<StatsRow>(
    [tenant.id],
    sql`
    select s.id, i.*, f.failed from unnest(${rows.map(({ id }) => id)}::text[]) as s(id)
    cross join lateral (
      select count(*)::int as raised,
        count(*) filter (where status = 'paid-full')::int as paid,
        count(*) filter (where status = 'overdue' or (status = 'paid-partial' and due_at <= ${now}))::int as overdue,
        coalesce(sum(amount) filter (where status <> 'canceled'), 0)::text as billed,
        coalesce(sum(paid), 0)::text as received
      from payment_intents where tenant_id = ${tenant.id} and subscription_id = s.id
    ) i
    cross join lateral (
      select count(*)::int as failed from subscription_charges c
      cross join lateral (select status from payment_intents where tenant_id = c.tenant_id and id = c.id limit 1) p
      where c.tenant_id = ${tenant.id} and c.subscription_id = s.id and c.failure is not null
        and p.status not in ('paid-full', 'canceled')
    ) f`,
  )
  const byId = new Map(counts.map(each => [each.id, each]))
  return rows.map(row => ({ ...renderSubscription(row), stats: statsOf(row, byId.get(row.id)!) }))
}

function statsOf({ currency }: SubscriptionRow, { raised, paid, overdue, failed, ...sums }: StatsRow): Stats {
  const [billed, received] = [BigInt(sums.billed), BigInt(sums.received)]
  const amounts = { [currency]: { billed: Number(billed), paid: Number(received), outstanding: Number(billed - received) } }
  return { raised, paid, overdue, failed, byCurrency: raised === 0 ? {} : amounts }
}

function renderSubscription(row: SubscriptionRow): Subscription {
  return {
    _id: row.id,
    number: row.number,
    contact: row.contact_id,
    currency: row.currency,
    amount: row.amount,
    items: row.items,
    cadence: row.cadence,
    startAt: isoTime(row.start_at),
    endAt: isoTimeOrNull(row.end_at),
    cycles: row.cycles,
    dueAfterDays: row.due_after_days,
    mode: row.mode,
    chargeBy: chargeSourceOf(row),
    authorization: row.authorization_id,
    savedMethod: row.saved_method_id,
    status: row.status,
    cycle: row.cycle,
    nextCycleAt: isoTimeOrNull(row.next_cycle_at),
    cancelAt: isoTimeOrNull(row.cancel_at),
    lastIntent: row.last_intent_id,
    lastFailure: row.last_failure,
    description: row.description,
    team: row.team_id,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
