import { type Columns, insertInto, type Row } from "./columns.ts"
import { type Write, type WriteStatement, writeStatement } from "./statements.ts"

/** Inserts rows that are no resource. A store that also changes them, as those of the simulator do, has a statement of its own for that. */
export function appendOnly<const C extends Columns>(name: string, columns: C, options: Pick<WriteStatement, "signals"> = {}) {
  const statement = writeStatement(insertInto(name, columns), options)
  return { insert: (row: Row<C>): Write => ({ statement, row }) }
}
