import type { Context } from "../../kit/db/context.ts"
import { prepare, type Read } from "../../kit/db/query.ts"
import { readReport } from "../../kit/db/replica-reads.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { isoTimeOrNull } from "../../kit/pure/time.ts"
import { readPaidBy } from "../analytics/customers-store.ts"
import { intentsOfContactThen, openIntentsThen, payoutsThen, splitsThen } from "./past-store.ts"
import { agesAt, maxDebtors } from "./rules.ts"
import type { Aged, Debtor, PartnerFigures } from "./schema.ts"

type AgedRow = Omit<Aged, "oldestDueAt"> & { currency: string; oldest: Date | null }

const agedOf = ({ oldest, ...figures }: Omit<AgedRow, "currency">): Aged => ({ ...figures, oldestDueAt: isoTimeOrNull(oldest) })

const open = "status in ('due', 'overdue', 'paid-partial') and intent_type <> 'payment-plan'"

/** What is open, by age. $3 is the time, $4 to $6 are the bounds between the ages. */
const aged = `sum(amount - paid) as owed, count(*)::int as "openCount", min(due_at) as oldest,
        coalesce(sum(amount - paid) filter (where due_at > $3), 0) as "notDue",
        coalesce(sum(amount - paid) filter (where due_at <= $3), 0) as late,
        count(*) filter (where due_at <= $3)::int as "lateCount",
        coalesce(sum(amount - paid) filter (where due_at <= $3 and due_at >= $4), 0) as "late0to30",
        coalesce(sum(amount - paid) filter (where due_at < $4 and due_at >= $5), 0) as "late31to60",
        coalesce(sum(amount - paid) filter (where due_at < $5 and due_at >= $6), 0) as "late61to90",
        coalesce(sum(amount - paid) filter (where due_at < $6), 0) as "lateOver90"`

const agedOfContact = (intents: string) =>
  prepare(`
  select currency, ${aged} from ${intents} where ${open} group by currency`)
const agedNow = agedOfContact("(select * from payment_intents where tenant_id = $1 and contact_id = $2) i")
const agedThen = agedOfContact(`${intentsOfContactThen("$2", "$7")} i`)
/** As `readPaidBy` has it of now. */
const paidThen = prepare(`
  select currency, sum(paid) as paid from ${intentsOfContactThen("$2", "$3")} i
  where status <> 'canceled' and intent_type <> 'payment-plan' and paid > 0 group by currency`)

/** When an account is about: now, or an earlier time with the time zone of then. */
export type Moment = { at: Date; timezone: string; isPast: boolean }

/** The first id after an earlier time. */
const firstAfter = ({ at }: Moment) => firstIdAt(at.getTime() + 1)

/** What a contact owes by currency and age, from the index of what is open, and what it has paid, from the roll-ups. */
export function readContactAccount({ tenant }: Context, contact: string, moment: Moment) {
  const { at, timezone, isPast } = moment
  const values = [tenant.id, contact, at, ...agesAt(at, timezone)]
  return readReport([tenant.id], async read => {
    const rows = await read<AgedRow>(isPast ? { ...agedThen, values: [...values, firstAfter(moment)] } : { ...agedNow, values })
    const paid = isPast
      ? await readPaidThen(read, [tenant.id, contact, firstAfter(moment)])
      : await readPaidBy(read, { tenant: tenant.id, timezone, contact })
    return { aged: new Map(rows.map(({ currency, ...figures }) => [currency, agedOf(figures)])), paid }
  })
}

async function readPaidThen(read: Read, values: string[]): Promise<Map<string, number>> {
  const rows = await read<{ currency: string; paid: number }>({ ...paidThen, values })
  return new Map(rows.map(({ currency, paid }) => [currency, paid]))
}

type DebtorRow = AgedRow & { contact: string }
type SumRow = AgedRow & { contactCount: number }

/** $2 is the currency, $7 the time before which something fell due, $8 how many contacts are listed. */
const receivables = (intents: string) =>
  prepare(`
  with aged as materialized (
    select contact_id as contact, currency, ${aged}
    from ${intents}
    where ${open} and ($2::text is null or currency = $2)
    group by contact_id, currency
    having $7::timestamptz is null or min(due_at) < $7
  ), ranked as (
    select *, row_number() over (partition by currency order by late desc, owed desc, contact) as rank from aged
  )
  select false as "isSum", contact, currency, owed, "openCount", oldest, "notDue", late, "lateCount", "late0to30", "late31to60",
    "late61to90", "lateOver90", 1 as "contactCount", rank
  from ranked where rank <= $8::int
  union all
  select true, '', currency, sum(owed), sum("openCount")::int, min(oldest), sum("notDue"), sum(late), sum("lateCount")::int,
    sum("late0to30"), sum("late31to60"), sum("late61to90"), sum("lateOver90"), count(*)::int, 0
  from aged group by currency
  order by currency, rank`)
const receivablesNow = receivables("(select * from payment_intents where tenant_id = $1) i")
const receivablesThen = receivables(`${openIntentsThen("$9")} i`)

type Wanted = { currency: string | null; before: Date | null }

/** What all contacts owe, and those who are late with most. `before`: only contacts with something that fell due earlier. */
export function readReceivables({ tenant }: Context, { currency, before }: Wanted, moment: Moment) {
  const { at, timezone, isPast } = moment
  const values = [tenant.id, currency, at, ...agesAt(at, timezone), before, maxDebtors]
  return readReport([tenant.id], async read => {
    const statement = isPast ? { ...receivablesThen, values: [...values, firstAfter(moment)] } : { ...receivablesNow, values }
    const rows = await read<DebtorRow & { isSum: boolean; contactCount: number }>(statement)
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

/** What a partner's splits and payouts add up to. `parts` are those of its splits, and `payouts_of` are its payouts. */
const partnerAccount = (payouts: string, splits: string) =>
  prepare(`
  with payouts_of as materialized (${payouts}
  ), open as (
    select * from payouts_of where status in ('draft', 'pending-approval', 'processing')
  ), parts as (${splits}
    union all
    select currency, 0, -amount, amount, 0 from open
    union all
    select currency, 0, 0, 0, amount from payouts_of where status = 'paid'
  )
  select currency, sum(due) as due, sum(owed) as owed, sum(in_payouts) as "inPayouts", sum(paid) as paid,
    (select jsonb_build_object('payout', o.id, 'number', o.number, 'status', o.status, 'amount', o.amount, 'currency', o.currency)
      from open o where o.currency = parts.currency order by o.id limit 1) as next
  from parts group by currency order by currency`)

/** Splits in open payouts are read by payout, all others by the indexes of what is due and of debts. */
const partnerNow = partnerAccount(
  `
    select id, number, status, amount, currency from payouts where tenant_id = $1 and partnership_id = $2`,
  `
    select currency, accrued - paid_out as due, accrued - paid_out as owed, 0 as in_payouts, 0 as paid from payment_splits
    where tenant_id = $1 and partnership_id = $2 and status = 'due'
    union all
    select currency, 0, accrued - paid_out, 0, 0 from payment_splits
    where tenant_id = $1 and partnership_id = $2 and paid_out > accrued and status <> 'scheduled'
    union all
    select s.currency, 0, s.accrued - s.paid_out, 0, 0 from open o
    join payment_splits s on s.tenant_id = $1 and s.payout_id = o.id and s.status = 'scheduled'`,
)
const partnerThen = partnerAccount(
  `
    select id, number, status, amount, currency from ${payoutsThen("$2", "$3")} o`,
  `
    select currency, case when status = 'due' then outstanding else 0 end as due, outstanding as owed, 0 as in_payouts, 0 as paid
    from ${splitsThen("$2", "$3")} s
    where status in ('due', 'scheduled') or outstanding < 0`,
)

/** A partner's balance by currency. */
export function readPartnerAccount({ tenant }: Context, partnership: string, moment: Moment): Promise<PartRow[]> {
  const values = [tenant.id, partnership]
  const statement = moment.isPast ? { ...partnerThen, values: [...values, firstAfter(moment)] } : { ...partnerNow, values }
  return readReport([tenant.id], read => read<PartRow>(statement))
}
