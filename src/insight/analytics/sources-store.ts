import { prepare } from "../../kit/db/query.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { type Stored, total } from "./rules.ts"
import { noSource, reportedSources } from "./schema.ts"
import type { Read, Scope } from "./sums-store.ts"

export type SourceSum = { currency: string; source: string | null; count: bigint; billed: bigint; paid: bigint; refunded: bigint }

/** A plan counts once, not again by its installments. $2 to $5 are the time zone, the days, and ids that surely contain them. */
const statement = prepare(`
  select i.currency, o.source, (count(*) filter (where i.status <> 'canceled'))::text as count,
    coalesce(sum(i.amount) filter (where i.status <> 'canceled'), 0)::text as billed,
    sum(i.paid)::text as paid, sum(i.refunded)::text as refunded
  from payment_intents i left join orders o on o.tenant_id = i.tenant_id and o.id = i.order_id
  where i.tenant_id = $1 and i.id >= $5 and i.id < $6 and i.intent_type <> 'installment'
    and (i.created_at at time zone $2)::date between $3::date and $4::date
    and ($7::text is null or i.currency = $7) and ($8::text is null or i.team_id = $8)
  group by i.currency, o.source`)

export async function readSourceSums(read: Read, { tenant, timezone, from, to, currency, team }: Scope): Promise<SourceSum[]> {
  const ids = [Date.parse(from) - dayMs, Date.parse(to) + 2 * dayMs].map(firstIdAt)
  const rows = await read<Stored<SourceSum>>({ ...statement, values: [tenant, timezone, from, to, ...ids, currency, team] })
  return rows.map(({ count, billed, paid, refunded, ...rest }) => ({
    ...rest,
    count: BigInt(count),
    billed: BigInt(billed),
    paid: BigInt(paid),
    refunded: BigInt(refunded),
  }))
}

/** The sums of one currency by source, in the order of the sources; those without payment intents are left out. */
export const bySource = (sums: readonly SourceSum[]) =>
  reportedSources.flatMap(source => {
    const own = sums.filter(sum => (sum.source ?? noSource) === source)
    const [paid, refunded] = [total(own, "paid"), total(own, "refunded")]
    return own.length === 0
      ? []
      : [{ source, billed: total(own, "billed"), paid, refunded, net: paid - refunded, count: total(own, "count") }]
  })
