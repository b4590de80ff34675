import type { Context } from "../../kit/db/context.ts"
import { sql } from "../../kit/db/query.ts"
import { readReport } from "../../kit/db/replica-reads.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { creditAccount } from "../../money/ledger/rules.ts"
import type { ContactEntry, Movement, Opening } from "./rules.ts"
import type { ContactLineKind } from "./schema.ts"

type Period = { contact: string; start: Date; end: Date }
type EntryRow = Omit<ContactEntry, "at"> & { created_at: Date }
type AskedRow = Omit<Movement<ContactLineKind>, "at"> & { at: Date }

/**
 * What a contact owes, less its credit, in one snapshot: at the start, and each change until the end. What was asked for is in its payment
 * intents, whose amounts never change, and which say when they were canceled; a plan counts by its installments. What came in and went back
 * is in the ledger: the entries of its transactions and disputes, on the accounts of its payment intents and of its credit.
 */
export function readContactMovements({ tenant: { id: tenant } }: Context, { contact, start, end }: Period) {
  const [from, to] = [firstIdAt(start.getTime()), firstIdAt(end.getTime())]
  const credit = creditAccount(contact)
  return readReport([tenant], async read => {
    const openings = await read<Opening>(sql`
      select currency, sum(amount) as balance from (
        select currency, amount from payment_intents
        where tenant_id = ${tenant} and contact_id = ${contact} and intent_type <> 'payment-plan' and id < ${from}
        union all
        select currency, -amount from payment_intents
        where tenant_id = ${tenant} and contact_id = ${contact} and intent_type <> 'payment-plan' and status = 'canceled'
          and updated_at < ${start}
        union all
        select e.currency, p.debit - p.credit from (
          select id from transactions where tenant_id = ${tenant} and contact_id = ${contact}
          union all
          select id from disputes where tenant_id = ${tenant} and contact_id = ${contact}
        ) s
        join ledger_entries e on e.tenant_id = ${tenant} and e.source_id = s.id and e.id < ${from}
        cross join lateral jsonb_to_recordset(e.postings) as p(account text, debit bigint, credit bigint)
        where p.account like 'received:%' or p.account = ${credit}
      ) parts
      group by currency having sum(amount) <> 0`)
    const asked = await read<AskedRow>(sql`
      select created_at as at, 'payment-request' as kind, currency, amount, number as reference from payment_intents
      where tenant_id = ${tenant} and contact_id = ${contact} and intent_type <> 'payment-plan' and id >= ${from} and id < ${to}
      union all
      select updated_at, 'cancellation', currency, -amount, number from payment_intents
      where tenant_id = ${tenant} and contact_id = ${contact} and intent_type <> 'payment-plan' and status = 'canceled'
        and updated_at >= ${start} and updated_at < ${end}
      order by at, reference, kind desc`)
    const entries = await read<EntryRow>(sql`
      select e.created_at, e.kind, e.currency, i.number as reference, m.own, m.taken_back as "takenBack" from (
        select id, payment_intent_id from transactions where tenant_id = ${tenant} and contact_id = ${contact}
        union all
        select id, payment_intent_id from disputes where tenant_id = ${tenant} and contact_id = ${contact}
      ) s
      join ledger_entries e on e.tenant_id = ${tenant} and e.source_id = s.id and e.id >= ${from} and e.id < ${to}
      join payment_intents i on i.tenant_id = ${tenant} and i.id = s.payment_intent_id
      cross join lateral (
        select coalesce(sum(p.debit - p.credit) filter (where p.account like 'received:%' or p.account = ${credit}), 0) as own,
          coalesce(sum(p.debit - p.credit) filter (where p.account like 'refunds:%' or p.account like 'disputes:%'), 0) as taken_back
        from jsonb_to_recordset(e.postings) as p(account text, debit bigint, credit bigint)
      ) m
      where m.own <> 0 or m.taken_back <> 0
      order by e.id`)
    return {
      openings,
      asked: asked.map(({ at, ...row }): Movement<ContactLineKind> => ({ at: isoTime(at), ...row })),
      entries: entries.map(({ created_at, ...row }): ContactEntry => ({ at: isoTime(created_at), ...row })),
    }
  })
}
