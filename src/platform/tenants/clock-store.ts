import { type Write, writeStatement } from "../../kit/db/statements.ts"

/** Jobs that wait by the world's clock are moved along, so that they fall due neither earlier nor later. */
const moves = writeStatement(`
  with moved as (
    select t.id, t.clock_offset_ms as before, greatest(t.clock_offset_ms, r.clock_offset_ms) as after
    from jsonb_to_recordset($1) as r(id text, clock_offset_ms bigint)
    join tenants t on t.id = r.id
  ),
  postponed as (
    update jobs j set next_at = j.next_at + (moved.after - moved.before) * interval '1 millisecond'
    from moved where j.tenant_id = moved.id and j.real_time
  )
  update tenants t set clock_offset_ms = moved.after from moved where t.id = moved.id`)

/** Moves the clock of a sandbox, never backwards: that far ahead of the real time. */
export const moveClock = (tenant: string, clock_offset_ms: number): Write => ({ statement: moves, row: { id: tenant, clock_offset_ms } })
