import type { Cell } from "./cells.ts"
import { prepare, type Query, type Statement } from "./query.ts"

/** A write is data: which statement, which row. Nothing is sent to the database until the request commits. */
export type Write = { statement: WriteStatement; row: object; id?: string }
export type WriteStatement = {
  /** Takes its rows as one jsonb array, $1. */
  text: string
  order: number
  /** Runs before the one statement that carries the others. */
  first: boolean
  /** Rejects the whole write set unless it matches every row it was given. */
  exact: boolean
  /** Wakes the loops of this process that wait for it in that cell when it is committed. */
  signals?: (cell: Cell) => { signal(): void }
  /** Combines rows before they are sent. */
  combine?: (rows: object[]) => object[]
}

let order = 0
export const writeStatement = (text: string, options: Partial<WriteStatement> = {}): WriteStatement => ({
  text,
  first: false,
  exact: false,
  ...options,
  order: order++,
})

/**
 * Merges what a request writes to the same row, because one statement does not see its own insert and updates a row only once: an update
 * of a row that was just inserted becomes part of the insert, and a second update replaces the first but keeps the version it expects.
 */
export function collapse(writes: Write[]): Write[] {
  const byId = new Map<string, Write>()
  const collapsed: Write[] = []
  for (const write of writes) {
    const earlier = write.id === undefined ? undefined : byId.get(write.id)
    if (!earlier) {
      const copy = { ...write }
      if (write.id !== undefined) byId.set(write.id, copy)
      collapsed.push(copy)
      continue
    }
    earlier.row = { ...write.row, expected: (earlier.row as { expected?: number }).expected }
    if (!earlier.statement.text.startsWith("insert")) earlier.statement = write.statement
  }
  return collapsed
}

/** The database checks before it commits that the deadline has not passed, and that no other process commits under one of the names. */
export type Guards = { deadline?: Date | undefined; exclusiveNames?: readonly string[] }

/** The SQLSTATE of each reason for which a commit is refused. */
export const refusals = { late: "UW001", nameInUse: "UW002", stale: "UW003" } as const

/**
 * All rows of a table are sent as one argument, and all tables as one statement: PostgreSQL checks foreign keys at its end, so their
 * order does not matter. The same combinations recur, so they are prepared. Existing rows are touched in the order of their ids, so
 * that two batches never deadlock.
 */
export function queriesFor(writes: Write[], guards: Guards = {}): Query[] {
  const groups = Map.groupBy(writes, write => write.statement)
  const statements = [...groups.keys()].sort((a, b) => a.order - b.order)
  const rowsOf = (statement: WriteStatement) => {
    const group = groups.get(statement)!
    if (statement.exact) group.sort((a, b) => (a.id! < b.id! ? -1 : 1))
    const rows = group.map(write => write.row)
    return JSON.stringify(statement.combine ? statement.combine(rows) : rows)
  }
  const ahead = statements.filter(each => each.first).map(each => ({ ...prepared([each]), values: [rowsOf(each)] }))
  const rest = statements.filter(each => !each.first)
  const together = rest.length === 0 ? [] : [{ ...prepared(rest), values: [...rest.map(rowsOf), ...guardValues(guards)] }]
  return ahead.length === 0 ? together : [guardQuery(guards), ...ahead, ...together]
}

/** Checks the guards by themselves, ahead of statements that may wait for a row. */
export const guardQuery = (guards: Guards): Query => ({ ...guardStatement, values: guardValues(guards) })
const guardValues = ({ deadline, exclusiveNames = [] }: Guards) => [deadline ?? "infinity", exclusiveNames]

/**
 * A combination of ten statements takes 0.6 MB of each connection that prepares it, and a mixed load makes new ones all the time: a
 * connection grew by 60 MB in 36 s. Beyond 200, others are planned each time, which takes 2 ms more.
 */
function prepared(statements: WriteStatement[]): Statement {
  const combination = statements.map(each => each.order).join()
  const existing = combinations.get(combination)
  if (existing) return existing
  const text = statements[0]!.first ? statements[0]!.text : combined(statements)
  if (combinations.size >= maxCombinations) return { name: "", text }
  const statement = prepare(text)
  combinations.set(combination, statement)
  return statement
}
const maxCombinations = 200
const combinations = new Map<string, Statement>()

/** A row that changed since it was read is not matched; then the counts differ, and nothing is written. */
function combined(statements: WriteStatement[]) {
  const parts = statements.map((each, i) => `w${i} as (${each.text.replaceAll("$1", `$${i + 1}`)})`)
  const mismatches = statements.flatMap((each, i) =>
    each.exact ? [`when (select count(*) from w${i}) <> jsonb_array_length($${i + 1}::jsonb) then refuse('${refusals.stale}')`] : [],
  )
  return `with ${parts.join(",\n")}\nselect case ${guardCases(statements.length + 1)} ${mismatches.join(" ")} end`
}

/**
 * PostgreSQL evaluates the cases in their order, and each update with the case that counts its rows. So it refuses a name in use before it
 * waits for any row. The names are advisory locks until the end of the transaction, about 1 µs each.
 */
const guardCases = (at: number) =>
  `when clock_timestamp() > $${at}::timestamptz then refuse('${refusals.late}')
   when not (select bool_and(pg_try_advisory_xact_lock(hashtextextended(name, 0))) from unnest($${at + 1}::text[]) as name)
   then refuse('${refusals.nameInUse}')`

const guardStatement = prepare(`select case ${guardCases(1)} end`)
