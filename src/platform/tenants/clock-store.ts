import { type Write, writeStatement } from "../../kit/db/statements.ts"

const moves = writeStatement(`
  update tenants t set clock_offset_ms = greatest(t.clock_offset_ms, r.clock_offset_ms)
  from jsonb_to_recordset($1) as r(id text, clock_offset_ms bigint)
  where t.id = r.id`)

/** Moves the clock of a sandbox to this far ahead of the real time, never backwards. */
export const moveClock = (tenant: string, clock_offset_ms: number): Write => ({ statement: moves, row: { id: tenant, clock_offset_ms } })
