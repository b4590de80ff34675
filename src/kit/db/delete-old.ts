import { databaseClock } from "./database-clock.ts"
import { allTenants, query } from "./query.ts"
import { dayMs } from "../pure/calendar.ts"

type Old = {
  table: string
  /** The column from which a row's age counts, by its tenant's clock. If that clock is ahead, the row is kept longer. */
  since: string
  /** A further condition for rows that nobody needs any more. The row is `t`. */
  where?: string
  /** The column by whose values the rows are counted, if they are. */
  counted?: string
  /** Tables whose rows belong to a deleted one, and the column that names it. */
  parts?: Record<string, string>
}

/** Deletes rows that are older than `days`, in batches of 1,000. 0 keeps them for ever. Returns whether there were any. */
export async function deleteOld(days: number, { table, since, where = "true", counted, parts = {} }: Old): Promise<boolean> {
  if (days === 0) return false
  const names = ["tenant_id", ...(counted || Object.keys(parts).length > 0 ? ["id"] : [])].map(name => `t.${name}`)
  const gone = ` returning ${[...names, ...(counted ? [`t.${counted} as value`] : [])].join(", ")}`
  const text = `
    with gone as (
      delete from ${table} t where t.ctid = any (array(select t.ctid from ${table} t where t.${since} < $1 and ${where} limit 1000))${gone}
    )${Object.entries(parts)
      .map(
        ([part, column], i) => `, part${i} as (
      delete from ${part} p using gone where p.tenant_id = gone.tenant_id and p.${column} = gone.id
    )`,
      )
      .join("")}${
      counted
        ? `, counts as (
      insert into tallies (tenant_id, kind, value, n) select tenant_id, '${table}', value, -count(*) from gone group by tenant_id, value
    )`
        : ""
    }
    select 1 from gone limit 1`
  const rows = await query(allTenants, { name: "", text, values: [databaseClock.now(-days * dayMs)] })
  return rows.length > 0
}
