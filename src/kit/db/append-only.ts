import { type Columns, insertInto, type Row } from "./columns.ts"
import { type Write, writeStatement } from "./statements.ts"

/** A table whose rows are only inserted. */
export function appendOnly<const C extends Columns>(name: string, columns: C) {
  const statement = writeStatement(insertInto(name, columns))
  return { insert: (row: Row<C>): Write => ({ statement, row }) }
}
