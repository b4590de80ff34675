import type { Context } from "../../kit/db/context.ts"
import { sql } from "../../kit/db/query.ts"
import { readReport } from "../../kit/db/replica-reads.ts"
import { isoTimeOrNull } from "../../kit/pure/time.ts"
import { readPaidBy } from "../analytics/customers-store.ts"
import { agesAt, maxDebtors } from "./rules.ts"
import type { Aged, Debtor, PartnerFigures } from "./schema.ts"

type AgedRow = Omit<Aged, "oldestDueAt"> & { currency: string; oldest: Date | null }

const agedOf = ({ oldest, ...figures }: Omit<AgedRow, "currency">): Aged => ({ ...figures, oldestDueAt: isoTimeOrNull(oldest) })

/** What a contact owes by currency and age, from the index of what is open, and what it has paid, from the roll-ups. */
export function readContactAccount({ tenant, now }: Context, contact: string) {
  const [after30, after60, after90] = agesAt(now, tenant.timezone)
  return readReport([tenant.id], async read => {
    const aged = await read<AgedRow>(sql`
      select currency, sum(amount - paid) as owed, count(*)::int as "openCount", min(due_at) as oldest,
        coalesce(sum(amount - paid) filter (where due_at > ${now}), 0) as "notDue",
        coalesce(sum(amount - paid) filter (where due_at <= ${now}), 0) as late,
        count(*) filter (where due_at <= ${now})::int as "lateCount",
        coalesce(sum(amount - paid) filter (where due_at <= ${now} and due_at >= ${after30}), 0) as "late0to30",
        coalesce(sum(amount - paid) filter (where due_at < ${after30} and due_at >= ${after60}), 0) as "late31to60",
        coalesce(sum(amount - paid) filter (where due_at < ${after60} and due_at >= ${after90}), 0) as "late61to90",
        coalesce(sum(amount - paid) filter (where due_at < ${after90}), 0) as "lateOver90"
      from payment_intents
      where tenant_id = ${tenant.id} and contact_id = ${contact} and status in ('due', 'overdue', 'paid-partial')
        and intent_type <> 'payment-plan'
      group by currency`)
    const paid = await readPaidBy(read, { tenant: tenant.id, timezone: tenant.timezone, contact })
    return { aged: new Map(aged.map(({ currency, ...figures }) => [currency, agedOf(figures)])), paid }
  })
}

type DebtorRow = AgedRow & { contact: string }
type SumRow = AgedRow & { contactCount: number }

/** What all contacts owe, and those who are late with most. `before`: only contacts with something that fell due earlier. */
export function readReceivables({ tenant, now }: Context, { currency, before }: { currency: string | null; before: Date | null }) {
  const [after30, after60, after90] = agesAt(now, tenant.timezone)
  return readReport([tenant.id], async read => {
    const rows = await read<DebtorRow & { isSum: boolean; contactCount: number }>(sql`
      with aged as materialized (
        select contact_id, currency, sum(amount - paid) as owed, count(*)::int as open_count, min(due_at) as oldest,
          coalesce(sum(amount - paid) filter (where due_at > ${now}), 0) as not_due,
          coalesce(sum(amount - paid) filter (where due_at <= ${now}), 0) as late,
          count(*) filter (where due_at <= ${now})::int as late_count,
          coalesce(sum(amount - paid) filter (where due_at <= ${now} and due_at >= ${after30}), 0) as late30,
          coalesce(sum(amount - paid) filter (where due_at < ${after30} and due_at >= ${after60}), 0) as late60,
          coalesce(sum(amount - paid) filter (where due_at < ${after60} and due_at >= ${after90}), 0) as late90,
          coalesce(sum(amount - paid) filter (where due_at < ${after90}), 0) as later
        from payment_intents
        where tenant_id = ${tenant.id} and status in ('due', 'overdue', 'paid-partial') and intent_type <> 'payment-plan'
          and (${currency}::text is null or currency = ${currency})
        group by contact_id, currency
        having ${before}::timestamptz is null or min(due_at) < ${before}
      ), ranked as (
        select *, row_number() over (partition by currency order by late desc, owed desc, contact_id) as rank from aged
      )
      select false as "isSum", contact_id as contact, currency, owed, open_count as "openCount", oldest, not_due as "notDue", late,
        late_count as "lateCount", late30 as "late0to30", late60 as "late31to60", late90 as "late61to90", later as "lateOver90",
        1 as "contactCount", rank
      from ranked where rank <= ${maxDebtors}::int
      union all
      select true, '', currency, sum(owed), sum(open_count)::int, min(oldest), sum(not_due), sum(late), sum(late_count)::int, sum(late30),
        sum(late60), sum(late90), sum(later), count(*)::int, 0
      from aged group by currency
      order by currency, rank`)
    const sums = rows.filter(({ isSum }) => isSum)
    return sums.map(sum => ({ currency: sum.currency, ...sumOf(sum), contacts: debtorsIn(rows, sum.currency) }))
  })
}

const figuresOf = (row: AgedRow): Aged => {
  const { owed, notDue, late, late0to30, late31to60, late61to90, lateOver90, openCount, lateCount, oldest } = row
  return agedOf({ owed, notDue, late, late0to30, late31to60, late61to90, lateOver90, openCount, lateCount, oldest })
}
const sumOf = (row: SumRow) => ({ ...figuresOf(row), contactCount: row.contactCount })
const debtorsIn = (rows: readonly (DebtorRow & { isSum: boolean })[], currency: string): Debtor[] =>
  rows.filter(row => !row.isSum && row.currency === currency).map(row => ({ contact: row.contact, ...figuresOf(row) }))

type PartRow = { currency: string; due: number; owed: number; inPayouts: number; paid: number; next: PartnerFigures["nextPayout"] }

/** A partner's balance by currency. Splits in open payouts are read by payout, all others by the indexes of what is due and of debts. */
export function readPartnerAccount({ tenant }: Context, partnership: string): Promise<PartRow[]> {
  return readReport([tenant.id], read =>
    read<PartRow>(sql`
      with payouts_of as materialized (
        select id, number, status, amount, currency from payouts where tenant_id = ${tenant.id} and partnership_id = ${partnership}
      ), open as (
        select * from payouts_of where status in ('draft', 'pending-approval', 'processing')
      ), parts as (
        select currency, accrued - paid_out as due, accrued - paid_out as owed, 0 as in_payouts, 0 as paid from payment_splits
        where tenant_id = ${tenant.id} and partnership_id = ${partnership} and status = 'due'
        union all
        select currency, 0, accrued - paid_out, 0, 0 from payment_splits
        where tenant_id = ${tenant.id} and partnership_id = ${partnership} and paid_out > accrued and status <> 'scheduled'
        union all
        select s.currency, 0, s.accrued - s.paid_out, 0, 0 from open o
        join payment_splits s on s.tenant_id = ${tenant.id} and s.payout_id = o.id and s.status = 'scheduled'
        union all
        select currency, 0, -amount, amount, 0 from open
        union all
        select currency, 0, 0, 0, amount from payouts_of where status = 'paid'
      )
      select currency, sum(due) as due, sum(owed) as owed, sum(in_payouts) as "inPayouts", sum(paid) as paid,
        (select jsonb_build_object('payout', o.id, 'number', o.number, 'status', o.status, 'amount', o.amount, 'currency', o.currency)
          from open o where o.currency = parts.currency order by o.id limit 1) as next
      from parts group by currency order by currency`),
  )
}
