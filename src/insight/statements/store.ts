import type { Context } from "../../kit/db/context.ts"
import { sql } from "../../kit/db/query.ts"
import { readReport } from "../../kit/db/replica-reads.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { payableAccount } from "../../money/ledger/rules.ts"
import type { EntryKind } from "../../money/ledger/schema.ts"
import type { Movement, Opening } from "./rules.ts"

type Period = { partnership: string; start: Date; end: Date }
type MovementRow = { created_at: Date; kind: EntryKind; currency: string; amount: number; reference: string }

/**
 * A partner's account in the ledger, in one snapshot: its balance at the start, and its changes until the end. An id begins with its
 * entry's creation time, so a month is a range of ids, and a month that has ended does not change any more.
 */
export function readAccount({ tenant }: Context, { partnership, start, end }: Period) {
  const account = payableAccount(partnership)
  const [from, to] = [firstIdAt(start.getTime()), firstIdAt(end.getTime())]
  return readReport([tenant.id], async read => {
    const openings = await read<Opening>(sql`
      select e.currency, sum(p.credit - p.debit) as balance from ledger_entries e
      cross join lateral jsonb_to_recordset(e.postings) as p(account text, debit bigint, credit bigint)
      where e.tenant_id = ${tenant.id} and e.partnership_id = ${partnership} and e.id < ${from} and p.account = ${account}
      group by e.currency having sum(p.credit - p.debit) <> 0`)
    const rows = await read<MovementRow>(sql`
      select e.created_at, e.kind, e.currency, p.credit - p.debit as amount, coalesce(o.number, i.number, e.source_id) as reference
      from ledger_entries e
      cross join lateral jsonb_to_recordset(e.postings) as p(account text, debit bigint, credit bigint)
      left join payouts o on o.tenant_id = e.tenant_id and o.id = e.source_id
      left join lateral (
        select split_part(s.account, ':', 2) as intent from jsonb_to_recordset(e.postings) as s(account text)
        where s.account like 'shares:%'
      ) s on true
      left join payment_intents i on i.tenant_id = e.tenant_id and i.id = s.intent
      where e.tenant_id = ${tenant.id} and e.partnership_id = ${partnership} and e.id >= ${from} and e.id < ${to} and p.account = ${account}
      order by e.id`)
    return { openings, movements: rows.map(({ created_at, ...row }): Movement => ({ at: isoTime(created_at), ...row })) }
  })
}
