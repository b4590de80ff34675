import { generalProblem } from "../pure/errors.ts"
import { bisectFailures, Rejected } from "./batcher.ts"
import { cellBatcher } from "./cell-batcher.ts"
import type { Cell } from "./cells.ts"
import { allTenants, query, queryInWithoutSync, sql } from "./query.ts"

/** How long a call counts, from the millisecond in which it was counted. It is also the longest wait that a refusal names. */
const windowSeconds = 60

/** A call that is counted under a name, such as a user and a tool. At most `max` calls of a name are admitted in any 60 s. */
type Call = { tenant_id: string; name: string; max: number }

/** Counts a call over all processes, or throws RTE-1001 with the time to wait. A crash may lose the latest counts. */
export async function consumeShared(call: Call) {
  if (!(await isAdmitted(call))) throw generalProblem("RTE-1001", { retryAfterSeconds: await findSecondsUntilFree(call) })
}

const isAdmitted = cellBatcher<Call, boolean>((batch, cell) => bisectFailures(batch, calls => admit(cell, calls)))

/** Calls with the same name are counted together: of those, the first ones are admitted. */
async function admit(cell: Cell, calls: Call[]): Promise<(boolean | Rejected)[]> {
  const groups = Map.groupBy(calls, ({ tenant_id, name }) => `${tenant_id} ${name}`)
  const names = [...groups.keys()].sort() // in the same order in all processes, so that they never deadlock
  const rows = names.map(key => ({ ...groups.get(key)![0]!, key, n: groups.get(key)!.length }))
  const tenants = new Set(rows.map(row => row.tenant_id))
  const admitted = await queryInWithoutSync<{ key: string; n: number }>(cell, tenants, lock(names), count(rows))
  const left = new Map(admitted.map(({ key, n }) => [key, n]))
  return calls.map(({ tenant_id, name }) => {
    const n = left.get(`${tenant_id} ${name}`)!
    left.set(`${tenant_id} ${name}`, n - 1)
    return n > 0
  })
}

/** A separate statement, so that the next one sees what the previous holders have committed. */
const lock = (names: string[]) => sql`
  select pg_advisory_xact_lock(hashtextextended('call counts ' || name, 0)) from unnest(${names}::text[]) as name`

const count = (rows: (Call & { key: string; n: number })[]) => sql`
  with moment as materialized (
    select trunc(extract(epoch from clock_timestamp()), 3) as second
  ), admitted as (
    select r.tenant_id, r.name, r.key, m.second, greatest(0, least(r.n, r.max - used.n)) as n
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r(tenant_id text, name text, key text, n int, max int)
    cross join moment m
    cross join lateral (
      select coalesce(sum(c.n), 0)::int as n from call_counts c
      where c.tenant_id = r.tenant_id and c.name = r.name and c.second > m.second - ${windowSeconds}::int
    ) used
  ), counted as (
    insert into call_counts as c (tenant_id, name, second, n)
    select tenant_id, name, second, n from admitted where n > 0
    on conflict (tenant_id, name, second) do update set n = c.n + excluded.n
  )
  select key, n from admitted`

/** The whole seconds until enough calls have left the window. A client that waits exactly this long is admitted. */
async function findSecondsUntilFree({ tenant_id, name, max }: Call): Promise<number> {
  const [row] = await query<{ seconds: number }>(
    [tenant_id],
    sql`
    select ceil(second + ${windowSeconds}::int - extract(epoch from now()))::int as seconds from (
      select second, sum(n) over (order by second desc) as n from call_counts where tenant_id = ${tenant_id} and name = ${name}
    ) newest
    where n >= ${max} order by second desc limit 1`,
  )
  return Math.max(1, row?.seconds ?? 1)
}

/** Deletes counts that no limit needs any more, in batches of 1,000. Returns whether there were any. */
export async function deleteOldCounts(): Promise<boolean> {
  const rows = await query(
    allTenants,
    sql`
    delete from call_counts c
    using (
      select tenant_id, name, second from call_counts
      where second < extract(epoch from now()) - ${2 * windowSeconds}::int limit 1000
    ) old
    where c.tenant_id = old.tenant_id and c.name = old.name and c.second = old.second returning 1`,
  )
  return rows.length > 0
}
