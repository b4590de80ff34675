import { type Write, writeStatement } from "../db/statements.ts"

const postpones = writeStatement(
  `update jobs j set next_at = j.next_at + greatest(0, r.clock_offset_ms - t.clock_offset_ms) * interval '1 millisecond'
   from jsonb_to_recordset($1) as r(id text, clock_offset_ms bigint)
   join tenants t on t.id = r.id
   where j.tenant_id = r.id and j.real_time`,
  { first: true },
)

/**
 * Moves jobs that wait by the real time along with a sandbox's clock, so that they fall due neither earlier nor later. It goes ahead of the
 * other writes of its commit, while the clock is still as it was.
 */
export const moveRealTimeJobs = (tenant: string, clock_offset_ms: number): Write => ({
  statement: postpones,
  row: { id: tenant, clock_offset_ms },
})
