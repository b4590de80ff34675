import { type Columns, insertInto, type Row } from "./columns.ts"
import { type Write, type WriteStatement, writeStatement } from "./statements.ts"

/** Inserts rows that are not a resource. A store that also changes them, as the simulator's do, has a separate statement for that. */
export function appendOnly<const C extends Columns>(name: string, columns: C, options: Pick<WriteStatement, "signals"> = {}) {
  const statement = writeStatement(insertInto(name, columns), options)
  return { insert: (row: Row<C>): Write => ({ statement, row }) }
}
