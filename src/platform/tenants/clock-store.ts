import { type Write, writeStatement } from "../../kit/db/statements.ts"

const moves = writeStatement(`
  update tenants t set clock_offset_ms = greatest(t.clock_offset_ms, r.clock_offset_ms)
  from jsonb_to_recordset($1) as r(id text, clock_offset_ms bigint)
  where t.id = r.id`)

/** This goes ahead, while the clock is still as it was. */
const postpones = writeStatement(
  `update jobs j set next_at = j.next_at + greatest(0, r.clock_offset_ms - t.clock_offset_ms) * interval '1 millisecond'
   from jsonb_to_recordset($1) as r(id text, clock_offset_ms bigint)
   join tenants t on t.id = r.id
   where j.tenant_id = r.id and j.real_time`,
  { first: true },
)

/**
 * Moves the clock of a sandbox, never backwards: that far ahead of the real time. Jobs that wait by the real time are moved along, so that
 * they fall due neither earlier nor later.
 */
export function moveClock(tenant: string, clock_offset_ms: number): Write[] {
  const row = { id: tenant, clock_offset_ms }
  return [
    { statement: postpones, row },
    { statement: moves, row },
  ]
}
