import { batchedLookup } from "../../kit/db/batched-lookup.ts"
import { cellBatcher } from "../../kit/db/cell-batcher.ts"
import { queryWithoutSync, sql } from "../../kit/db/query.ts"
import { log } from "../../kit/service/log.ts"

type Call = { tenant_id: string; assistant_id: string; reads: number; writes: number }

/** Counts a tool call in the background: no call waits for it or fails with it. A crash may lose the latest counts. */
export function countCall({ tenant, assistant, isRead }: { tenant: string; assistant: string; isRead: boolean }) {
  count({ tenant_id: tenant, assistant_id: assistant, reads: isRead ? 1 : 0, writes: isRead ? 0 : 1 }).catch((error: unknown) =>
    log.warn({ error }, "a call of an assistant could not be counted"),
  )
}

const count = cellBatcher<Call, void>(async calls => {
  const groups = Map.groupBy(calls, ({ tenant_id, assistant_id }) => `${tenant_id} ${assistant_id}`)
  const names = [...groups.keys()].sort() // the same order in all processes prevents deadlocks
  const rows = names.map(name => sumOf(groups.get(name)!))
  await queryWithoutSync(
    new Set(rows.map(row => row.tenant_id)),
    sql`
    insert into assistant_calls as c (tenant_id, assistant_id, reads, writes, last_used_at)
    select tenant_id, assistant_id, reads, writes, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r(tenant_id text, assistant_id text, reads bigint, writes bigint)
    on conflict (tenant_id, assistant_id) do update
    set reads = c.reads + excluded.reads, writes = c.writes + excluded.writes, last_used_at = excluded.last_used_at`,
  )
  return calls.map(() => undefined)
})

const sumOf = (calls: Call[]): Call => ({
  ...calls[0]!,
  reads: calls.reduce((sum, { reads }) => sum + reads, 0),
  writes: calls.reduce((sum, { writes }) => sum + writes, 0),
})

/** How often an assistant was used; undefined before its first call. */
export const findCalls = batchedLookup<{ tenant_id: string; assistant_id: string }, { reads: number; writes: number; last_used_at: Date }>(`
  select n, c.reads, c.writes, c.last_used_at
  from jsonb_to_recordset($1) as input(n int, tenant_id text, assistant_id text)
  cross join lateral (
    select * from assistant_calls where tenant_id = input.tenant_id and assistant_id = input.assistant_id limit 1
  ) c`)
