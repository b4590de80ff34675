import { allTenants, query, sql } from "./query.ts"
import { type Write, writeStatement } from "./statements.ts"

type Tally = { tenant_id: string; kind: string; value: string; n: number }

/** Adds `n` to a sum that is kept rather than computed, such as the count of a list or a balance. */
export const tally = (tenant: string, kind: string, value: string, n: number): Write => ({
  statement: inserts,
  row: { tenant_id: tenant, kind, value, n },
})

/** An insert, never an update: no hot row. A batch adds one row for each sum, whatever the number of its requests. */
const inserts = writeStatement(
  `insert into tallies (tenant_id, kind, value, n)
   select tenant_id, kind, value, n from jsonb_to_recordset($1) as r(tenant_id text, kind text, value text, n bigint)`,
  { combine: rows => addUp(rows as Tally[]) },
)

/** A sum that would exceed the safe integers continues in another row, because a rounded sum would stay wrong. */
function addUp(rows: Tally[]): Tally[] {
  const sums = new Map<string, Tally>()
  const full: Tally[] = []
  for (const row of rows) {
    const name = `${row.tenant_id} ${row.kind} ${row.value}`
    const sum = sums.get(name)
    if (sum && Number.isSafeInteger(sum.n + row.n)) sum.n += row.n
    else {
      if (sum) full.push(sum)
      sums.set(name, { ...row })
    }
  }
  return [...full, ...sums.values()].filter(sum => sum.n !== 0)
}

const maxFolds = 100

/** Folds the rows of each sum into one. Returns whether more may be left. */
export async function foldTallies(): Promise<boolean> {
  const rows = await query(
    allTenants,
    sql`
    with many as (
      select t.id as tenant_id, v.kind, v.value from tenants t
      cross join lateral (
        select kind, value from tallies where tenant_id = t.id group by kind, value having count(*) > 1
      ) v limit ${maxFolds}::int
    ), gone as (
      delete from tallies d using many
      where d.tenant_id = many.tenant_id and d.kind = many.kind and d.value = many.value
      returning d.tenant_id, d.kind, d.value, d.n
    )
    insert into tallies (tenant_id, kind, value, n)
    select tenant_id, kind, value, sum(n) from gone group by tenant_id, kind, value returning 1`,
  )
  return rows.length === maxFolds
}
