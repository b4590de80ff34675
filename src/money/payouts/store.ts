import type { Approval } from "../../control/approvals/schema.ts"
import { recipientTypes } from "../../control/approvals/values.ts"
import { bigint, identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { prepare, query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { formatNumber } from "../../kit/pure/format-number.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { type PartnershipRow, readPartnership, resolvePartnershipId } from "../../parties/partnerships/store.ts"
import type { PartnerDebtsOf } from "../ledger/ports.ts"
import { payableSince } from "../ledger/store.ts"
import { assertCanFollow, debtNettedIn } from "./rules.ts"
import type { Allocation, Fx, Payout } from "./schema.ts"
import { payoutMethods, payoutStatuses } from "./values.ts"

const columns = {
  ...identity,
  number: text,
  recipient_type: oneOf(recipientTypes),
  partnership_id: nullable(text),
  bank_account_id: nullable(text),
  bank_account_masked: nullable(text),
  method: oneOf(payoutMethods),
  gateway: nullable(text),
  file_id: nullable(text),
  reference: nullable(text),
  currency: text,
  amount: bigint,
  target_currency: text,
  fx: nullable(json<Fx>()),
  allocations: json<Allocation[]>(),
  fees: bigint,
  exchange_difference: bigint,
  status: oneOf(payoutStatuses),
  outcome: nullable(oneOf(["unknown"])),
  failure_reason: nullable(text),
  approval: json<Approval>(),
  sent_at: nullable(timestamptz),
  paid_at: nullable(timestamptz),
  undone_at: nullable(timestamptz),
  ...tracked,
}
export type PayoutRow = Row<typeof columns>

const payouts = resource("payouts", columns, {
  noun: "payout",
  publishes: "payouts",
  counted: "status",
  number: "number",
  references: { partnership: resolvePartnershipId },
  render: renderPayout,
})
export const {
  find: findPayout,
  read: readPayout,
  resolve: resolvePayout,
  readForUpdate: readPayoutForUpdate,
  list: listPayouts,
  after: payoutsAfter,
} = payouts

/** The partner that is paid; undefined for a payout to oneself. */
export const readPartner = async (ctx: Context, { partnership_id }: PayoutRow): Promise<PartnershipRow | undefined> =>
  partnership_id === null ? undefined : readPartnership(ctx, partnership_id)

/** Locks the available balance of a currency for this unit of work. A read after the lock includes every earlier payout. */
export async function lockBalance({ tenant, lock }: Context, currency: string): Promise<void> {
  await lock(sql`
    insert into balance_locks as b (tenant_id, currency) values (${tenant.id}, ${currency})
    on conflict (tenant_id, currency) do update set currency = b.currency
    returning 1`)
}

/**
 * What partners owe, by currency, as the ledger has it: their debts, and what was taken back of splits in an open payout, less the splits
 * that are due to the same partner.
 */
const debts = (later: string) =>
  prepare(`
  with owing as (
    select partnership_id, currency, sum(n) as n from (
      select partnership_id, currency, accrued - paid_out as n from payment_splits
      where tenant_id = $1 and paid_out > accrued and status <> 'scheduled'
      union all
      select partnership_id, currency, accrued - paid_out from payment_splits
      where tenant_id = $1 and status = 'scheduled'
      union all
      select partnership_id, currency, -amount from payouts
      where tenant_id = $1 and status in ('draft', 'pending-approval', 'processing') and partnership_id is not null${later}
    ) parts
    group by partnership_id, currency having sum(n) < 0
  )
  select o.currency, sum(greatest(0, -(o.n + due.n)))::text as n from owing o
  cross join lateral (
    select coalesce(sum(accrued - paid_out), 0) as n from payment_splits
    where tenant_id = $1 and partnership_id = o.partnership_id and currency = o.currency and status = 'due'
  ) due
  group by o.currency`)
const debtsNow = debts("")
/** Without what the ledger has booked since for the partners. */
const debtsThen = debts(`
      union all
      select partnership_id, currency, -n from (${payableSince("$2")}) l`)

export const partnerDebts: PartnerDebtsOf = (tenant, before) =>
  before === undefined ? { ...debtsNow, values: [tenant] } : { ...debtsThen, values: [tenant, before] }

/** A payout to this account that has not ended. */
export async function findOpenPayout({ tenant }: Context, account: string): Promise<PayoutRow | undefined> {
  const [row] = await query<PayoutRow>(
    [tenant.id],
    sql`
    select * from payouts
    where tenant_id = ${tenant.id} and bank_account_id = ${account} and status in ('draft', 'pending-approval', 'processing') limit 1`,
  )
  return row
}

/** Payouts created since then, the newest first, with the team and the kind of their partnership. */
export function findRecentPayouts({ tenant }: Context, since: Date, limit: number): Promise<(PayoutRow & PartnerFacts)[]> {
  return query(
    [tenant.id],
    sql`
    select o.*, p.team_id, p.kind from payouts o
    left join lateral (
      select team_id, kind from partnerships where tenant_id = o.tenant_id and id = o.partnership_id limit 1
    ) p on true
    where o.tenant_id = ${tenant.id} and o.id >= ${firstIdAt(since.getTime())}
    order by o.id desc limit ${limit}::int`,
  )
}
type PartnerFacts = { team_id: string | null; kind: string | null }

/** The payouts in a currency that wait for a file, the oldest first. */
export function findPayoutsForFiles({ tenant }: Context, currency: string, limit: number): Promise<PayoutRow[]> {
  return query(
    [tenant.id],
    sql`
    select * from payouts
    where tenant_id = ${tenant.id} and method = 'bank-file' and status = 'processing' and file_id is null and currency = ${currency}
    order by id limit ${limit}::int`,
  )
}

type Content =
  | "id"
  | "recipient_type"
  | "partnership_id"
  | "bank_account_id"
  | "bank_account_masked"
  | "method"
  | "gateway"
  | "currency"
  | "amount"
  | "target_currency"
  | "fx"
  | "allocations"
  | "status"
  | "approval"
  | "sent_at"
  | "metadata"
type NewPayoutRow = Pick<PayoutRow, Content>

export async function insertPayout(ctx: Context, content: NewPayoutRow): Promise<PayoutRow> {
  const number = formatNumber("PO", await nextNumber(ctx.tenant.id, "payout"))
  return payouts.insert(ctx, {
    ...content,
    number,
    file_id: null,
    reference: null,
    fees: 0,
    exchange_difference: 0,
    outcome: null,
    failure_reason: null,
    paid_at: null,
    undone_at: null,
  }).row
}

type Change =
  | "status"
  | "approval"
  | "outcome"
  | "failure_reason"
  | "reference"
  | "fees"
  | "exchange_difference"
  | "sent_at"
  | "paid_at"
  | "undone_at"
  | "file_id"
  | "metadata"
export type PayoutRowChange = Partial<Pick<PayoutRow, Change>>

export function savePayout(ctx: Context, before: PayoutRow, change: PayoutRowChange): PayoutRow {
  assertCanFollow(before.status, change.status ?? before.status)
  return payouts.save(ctx, before, change).row
}

export function renderPayout(row: PayoutRow): Payout {
  return {
    _id: row.id,
    number: row.number,
    recipientType: row.recipient_type,
    partnership: row.partnership_id,
    bankAccount: row.bank_account_id === null ? null : { _id: row.bank_account_id, masked: row.bank_account_masked ?? "" },
    method: row.method,
    gateway: row.gateway,
    file: row.file_id,
    currency: row.currency,
    amount: row.amount,
    targetCurrency: row.target_currency,
    fx: row.fx,
    splits: row.allocations.filter(({ amount }) => amount > 0).map(({ paymentSplit }) => paymentSplit),
    allocations: row.allocations,
    debtNetted: debtNettedIn(row.allocations),
    fees: row.fees,
    exchangeDifference: row.exchange_difference,
    status: row.status,
    outcome: row.outcome,
    failureReason: row.failure_reason,
    reference: row.reference,
    approval: row.approval,
    sentAt: isoTimeOrNull(row.sent_at),
    paidAt: isoTimeOrNull(row.paid_at),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
