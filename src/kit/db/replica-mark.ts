import { batcher, bisectFailures } from "./batcher.ts"
import { type Cell, perCell } from "./cells.ts"
import { allTenants, queryIn, sql } from "./query.ts"

/**
 * The last word that was written to the primary, and the position in its log up to which everything that was acknowledged is written. A
 * server that never waits for its disk acknowledges a commit before that, so there it is the position of what was not written yet.
 */
export type Mark = { word: string; previous: string; at: Date; position: string }

/**
 * Where the primary's log is now. Concurrent reads share a question, which is always asked after the read began. The primary refuses
 * tenants that are not in the cell, because the replica may not know it yet.
 */
export const readMark = (cell: Cell, tenants: readonly string[]): Promise<Mark | undefined> => readers(cell)(tenants)

const readers = perCell(cell =>
  batcher<readonly string[], Mark | undefined>(batch =>
    bisectFailures(batch, async reads => {
      const [mark] = await queryIn<Mark>(
        cell,
        allTenants,
        sql`
        select word, previous, at, case current_setting('synchronous_commit')
          when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as position
        from replica_mark`,
        reads.flat(),
      )
      return reads.map(() => mark)
    }),
  ),
)

/** Several processes share the row, so that it changes once a second however many there are. */
const minAgeMs = 900

/** Writes a new word unless another process has just done so. The next look at the row shows which one counts. */
export async function writeMark(cell: Cell, word: string): Promise<void> {
  await queryIn(
    cell,
    allTenants,
    sql`
    insert into replica_mark as m (word, previous, at) values (${word}, '', clock_timestamp())
    on conflict (id) do update set word = excluded.word, previous = m.word, at = clock_timestamp()
    where m.at < clock_timestamp() - ${minAgeMs} * interval '1 millisecond' or m.at > clock_timestamp()`,
    [],
  )
}
