import pg from "pg"
import type { Change, Row, Value } from "../pure/pgoutput.ts"
import type { MovedTable } from "./move-tables.ts"

const { escapeIdentifier: name } = pg

/** What a row becomes after several changes. `columns` are those whose value is known; the others keep theirs. */
type Effect = { table: MovedTable; key: Value[]; kind: "insert" | "update" | "delete" | "none"; columns: Row }

/** The keys of rows that have changed since they were copied, by table. */
export type Changed = Map<MovedTable, Map<string, string[]>>

const keyOf = (table: MovedTable, row: Row): Value[] => table.key.map(column => row.get(column) ?? null)

/** The last state of each row, because a commit may change a row several times, and a batch has many commits. */
function effectsOf(transactions: readonly Change[][], tables: ReadonlyMap<string, MovedTable>): Effect[] {
  const effects = new Map<string, Effect>()
  const effectOf = (table: MovedTable, key: Value[]): Effect => {
    const id = JSON.stringify([table.name, ...key])
    const effect = effects.get(id) ?? { table, key, kind: "none", columns: new Map() }
    effects.set(id, effect)
    return effect
  }
  const remove = (effect: Effect, wasThere = effect.kind !== "insert") => {
    effect.kind = wasThere ? "delete" : "none"
    effect.columns = new Map()
  }
  const add = (effect: Effect, row: Row) => {
    effect.kind = effect.kind === "delete" ? "update" : "insert"
    effect.columns = new Map(row)
  }
  for (const change of transactions.flat()) {
    const table = tables.get(change.table)
    if (!table) throw new Error(`the stream of changes names the table ${change.table}, which is not moved`)
    if (change.kind === "insert") add(effectOf(table, keyOf(table, change.row)), change.row)
    else if (change.kind === "delete") remove(effectOf(table, keyOf(table, change.key)))
    else {
      const effect = effectOf(table, keyOf(table, change.key ?? change.row))
      const columns = new Map([...effect.columns, ...change.row])
      if (change.key) {
        if (columns.size < table.columns.length)
          throw new Error(`a row of ${table.name} got another key, and its long values are not known`)
        remove(effect)
        add(effectOf(table, keyOf(table, change.row)), columns)
      } else {
        if (effect.kind !== "insert") effect.kind = "update"
        effect.columns = columns
      }
    }
  }
  return [...effects.values()]
}

function noteChanged(changed: Changed, effects: readonly Effect[]) {
  for (const { table, key } of effects) {
    const keys = changed.get(table) ?? new Map<string, string[]>()
    changed.set(table, keys.set(JSON.stringify(key), key as string[]))
  }
}

type Order = readonly Effect["kind"][]
/** A row may refer to one that was inserted with it; or it takes a unique value that an update gave up. */
const orders: readonly Order[] = [
  ["delete", "insert", "update"],
  ["delete", "update", "insert"],
]

/** Applies the changes of a batch in one transaction, or else each commit in its own. */
export async function applyChanges(client: pg.Client, transactions: readonly Change[][], tables: readonly MovedTable[], changed: Changed) {
  const byName = new Map(tables.map(table => [table.name, table]))
  const effects = effectsOf(transactions, byName)
  noteChanged(changed, effects)
  if (await tryInOrders(client, effects, tables, transactions.length > 1)) return
  for (const transaction of transactions) await tryInOrders(client, effectsOf([transaction], byName), tables, false)
}

/** Returns whether a constraint allowed one of the orders. If `mayFail` is not set, throws the first refusal. */
async function tryInOrders(client: pg.Client, effects: readonly Effect[], tables: readonly MovedTable[], mayFail: boolean) {
  let refusal: unknown
  for (const order of orders)
    try {
      await applyInOrder(client, effects, tables, order)
      return true
    } catch (error) {
      if (!isConstraint(error)) throw error
      refusal ??= error
    }
  if (!mayFail) throw refusal
  return false
}

const isConstraint = (error: unknown) => error instanceof pg.DatabaseError && (error.code ?? "").startsWith("23")

async function applyInOrder(client: pg.Client, effects: readonly Effect[], tables: readonly MovedTable[], order: Order) {
  await client.query("begin")
  try {
    for (const kind of order) {
      const inOrder = kind === "delete" ? tables.toReversed() : tables
      for (const table of inOrder) {
        const own = effects.filter(effect => effect.table === table && effect.kind === kind)
        if (own.length > 0) await write(client, table, kind, own)
      }
    }
    await client.query("commit")
  } catch (error) {
    await client.query("rollback").catch(() => {})
    throw error
  }
}

async function write(client: pg.Client, table: MovedTable, kind: Effect["kind"], effects: readonly Effect[]) {
  const locked = kind === "update" ? table.locked : []
  const privilege =
    kind === "delete" && !table.mayDelete ? "delete" : locked.length > 0 ? `update (${locked.map(name).join(", ")})` : undefined
  if (privilege) {
    await client.query("select pg_advisory_xact_lock(hashtext('redact_audit_entries'))") // two that change the privilege at once would fail
    await client.query(`grant ${privilege} on ${name(table.name)} to current_user`)
  }
  for (const group of Map.groupBy(effects, ({ columns }) => [...columns.keys()].join()).values())
    await writeGroup(client, table, kind, group)
  if (privilege) await client.query(`revoke ${privilege} on ${name(table.name)} from current_user`)
}

/** Writes rows of which the same columns are known. */
async function writeGroup(client: pg.Client, table: MovedTable, kind: Effect["kind"], group: readonly Effect[]) {
  const columns = kind === "delete" ? table.key : [...group[0]!.columns.keys()]
  const values = columns.map((column, i) => group.map(effect => (kind === "delete" ? effect.key[i] : effect.columns.get(column))))
  const source = `unnest(${columns.map((_, i) => `$${i + 1}::text[]`).join(", ")}) as r(${columns.map(name).join(", ")})`
  const typed = (column: string) => `r.${name(column)}::${table.types.get(column)!}`
  const matches = table.key.map(column => `t.${name(column)} = ${typed(column)}`).join(" and ")
  const changing = columns.filter(column => !table.key.includes(column))
  if (kind === "update" && changing.length === 0) return
  const assignments = changing.map(column => `${name(column)} = ${typed(column)}`).join(", ")
  const text = {
    insert: `insert into ${name(table.name)} (${columns.map(name).join(", ")}) select ${columns.map(typed).join(", ")} from ${source}`,
    update: `update ${name(table.name)} t set ${assignments} from ${source} where ${matches}`,
    delete: `delete from ${name(table.name)} t using ${source} where ${matches}`,
    none: "",
  }[kind]
  const { rowCount } = await client.query(text, values)
  if (rowCount !== group.length) throw new Error(`${kind} of ${group.length} rows of ${table.name} met ${rowCount} rows: the copy differs`)
}
