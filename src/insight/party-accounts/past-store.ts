import { changedSince } from "../analytics/history-store.ts"

/**
 * Payment intents, splits and payouts as they were known at an earlier time, as SQL. The audit log has the values that each change since
 * replaced, and of a deleted object all of them. In all of these statements $1 is the tenant. `from` is the first id after the time.
 */

/** The earlier values of the fields of a row that have changed since; null where nothing has. */
const earlierValues = (kind: string, row: string, from: string) => `lateral (
      select oldest_values(a.before::jsonb order by a.id desc) as was from audit_entries a
      where a.tenant_id = $1 and a.object_type = '${kind}' and a.object_id = ${row}.id and a.id >= ${from} and a.before is not null
    ) c`

/** The objects of a party that existed then and were deleted since. `field` is how the audit log calls the party. */
const deletedSince = (kind: string, field: string, party: string, from: string) => `(
      select distinct object_id as id from audit_entries
      where tenant_id = $1 and object_type = '${kind}' and after is null and before is not null and id >= ${from} and object_id < ${from}
        and before::jsonb ->> '${field}' = ${party}
    ) d cross join ${earlierValues(kind, "d", from)}`

/** What never changes is in the row, or in the last entry about a deleted one. */
const intentColumns = `coalesce(p.contact_id, c.was ->> 'contact') as contact_id, coalesce(p.currency, c.was ->> 'currency') as currency,
      coalesce(p.amount, (c.was ->> 'amount')::bigint) as amount, coalesce(p.intent_type, c.was ->> 'intentType') as intent_type,
      coalesce((c.was ->> 'paid')::bigint, p.paid) as paid, coalesce((c.was ->> 'dueAt')::timestamptz, p.due_at) as due_at,
      coalesce(c.was ->> 'status', p.status) as status`

/** The payment intents of a contact. */
export const intentsOfContactThen = (contact: string, from: string) => `(
    select ${intentColumns} from payment_intents p cross join ${earlierValues("paymentIntents", "p", from)}
    where p.tenant_id = $1 and p.contact_id = ${contact} and p.id < ${from}
    union all
    select ${intentColumns} from ${deletedSince("paymentIntents", "contact", contact, from)}
    left join payment_intents p on p.tenant_id = $1 and p.id = d.id)`

/** The payment intents of all contacts, without those that were closed then and have not changed since. */
export const openIntentsThen = (from: string) => `(
    with changed as materialized (${changedSince("paymentIntents", from)}
    )
    select contact_id, currency, amount, intent_type, paid, due_at, status from payment_intents p
    where tenant_id = $1 and status in ('due', 'overdue', 'paid-partial') and intent_type <> 'payment-plan' and id < ${from}
      and not exists (select 1 from changed where id = p.id)
    union all
    select ${intentColumns} from changed c left join payment_intents p on p.tenant_id = $1 and p.id = c.id
    where c.id < ${from})`

/** The splits of a partnership. What is outstanding is what was earned and left, less what was paid out. */
export const splitsThen = (partnership: string, from: string) => `(
    select s.currency, coalesce((c.was ->> 'outstanding')::bigint, s.accrued - s.paid_out) as outstanding,
      coalesce(c.was ->> 'status', s.status) as status
    from payment_splits s cross join ${earlierValues("splitIntents", "s", from)}
    where s.tenant_id = $1 and s.partnership_id = ${partnership} and s.id < ${from}
    union all
    select c.was ->> 'currency', (c.was ->> 'outstanding')::bigint, c.was ->> 'status'
    from ${deletedSince("splitIntents", "partnership", partnership, from)})`

/** The payouts to a partnership; none is ever deleted. */
export const payoutsThen = (partnership: string, from: string) => `(
    select o.id, o.number, o.amount, o.currency, coalesce(c.was ->> 'status', o.status) as status
    from payouts o cross join ${earlierValues("payouts", "o", from)}
    where o.tenant_id = $1 and o.partnership_id = ${partnership} and o.id < ${from})`
