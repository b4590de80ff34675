import { type Query, type Statement, statement } from "./db.ts"

/** A write is data: which statement, which row. Nothing goes to the database until the request commits. */
export type Write = { way: Way; row: object; id?: string }
export type Way = {
  text: string
  order: number
  /** Goes ahead of the one statement that carries the rest. */
  first: boolean
  /** Refuses the whole set when it does not touch every row it was given. */
  exact: boolean
  /** Somebody in this process waits for it: it is told when it is committed. */
  wakes?: true
  /** Makes fewer rows of many before they leave. */
  fold?: (rows: object[]) => object[]
}

let order = 0
/** A statement that takes its rows as one jsonb array, $1. */
export const way = (text: string, more: Partial<Way> = {}): Way => ({ text, first: false, exact: false, ...more, order: order++ })

/**
 * A single statement does not see its own insert, and updates a row once. So what a request writes twice is written once: an
 * update of a row it just made becomes the insert, a second update replaces the first and keeps the version that was read.
 */
export function collapse(writes: Write[]): Write[] {
  const latest = new Map<string, Write>()
  const out: Write[] = []
  for (const write of writes) {
    const earlier = write.id === undefined ? undefined : latest.get(write.id)
    if (!earlier) {
      const copy = { ...write }
      if (write.id !== undefined) latest.set(write.id, copy)
      out.push(copy)
      continue
    }
    earlier.row = { ...write.row, was: (earlier.row as { was?: number }).was }
    if (!earlier.way.text.startsWith("insert")) earlier.way = write.way
  }
  return out
}

/**
 * All rows of a table travel as one argument, whoever they came from, and all tables as one statement: PostgreSQL checks
 * foreign keys at its end, so no order is needed. Only `first` ones go ahead. Shapes recur, so each is prepared once.
 * Rows that exist already are touched in the order of their ids, so that two batches never wait for each other in a circle.
 */
export function statementsFor(writes: Write[]): Query[] {
  const groups = new Map<Way, Write[]>()
  for (const write of writes) {
    const group = groups.get(write.way)
    if (group) group.push(write)
    else groups.set(write.way, [write])
  }
  const ways = [...groups.keys()].sort((a, b) => a.order - b.order)
  const rowsOf = (way: Way) => {
    const group = groups.get(way)!
    if (way.exact) group.sort((a, b) => (a.id! < b.id! ? -1 : 1))
    const rows = group.map(write => write.row)
    return JSON.stringify(way.fold ? way.fold(rows) : rows)
  }
  const ahead = ways.filter(way => way.first).map(way => ({ ...prepared([way]), values: [rowsOf(way)] }))
  const rest = ways.filter(way => !way.first)
  return rest.length === 0 ? ahead : [...ahead, { ...prepared(rest), values: rest.map(rowsOf) }]
}

function prepared(ways: Way[]): Statement {
  const shape = ways.map(way => way.order).join()
  let made = shapes.get(shape)
  if (!made) shapes.set(shape, (made = statement(ways.length === 1 && !ways[0]!.exact ? ways[0]!.text : asOne(ways))))
  return made
}
const shapes = new Map<string, Statement>()

/** A row that has moved on since it was read is not there to update; then the counts differ, the division fails, and with it the whole set. */
function asOne(ways: Way[]) {
  const parts = ways.map((way, i) => `w${i} as (${way.text.replaceAll("$1", `$${i + 1}`)})`)
  const fresh = ways.flatMap((way, i) => (way.exact ? [`(select count(*) from w${i}) = jsonb_array_length($${i + 1}::jsonb)`] : []))
  return `with ${parts.join(",\n")}\nselect ${fresh.length ? `1 / (${fresh.join(" and ")})::int` : "1"}`
}
