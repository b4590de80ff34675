import { bisectFailures } from "./batcher.ts"
import { type Cell, perCell } from "./cells.ts"
import { allTenants, cellFor, heldFor, isLockTimeout, prepare, type Query, queryIn, type TenantScope } from "./query.ts"
import { sharedRead } from "./shared-reads.ts"
import { whereTenantsAre } from "./tenant-moves.ts"

/**
 * A look-up that concurrent requests share (the DataLoader pattern). Its SQL reads the keys from `input` and returns `n` with each row:
 *   select n, … from jsonb_to_recordset($1) as input(n int, tenant_id text, …)
 *   cross join lateral (select … where tenant_id = input.tenant_id and … limit 1) match
 * The lateral join with its limit has only one plan, an index look-up for each key. A plain join got another plan while the table was
 * empty, kept it, and slowed down with every row until the next analyze.
 */
export const batchedLookup = <Key extends { tenant_id: string }, Row extends object>(text: string) =>
  lookup<Key, Row, Row | undefined>(text, tenantsOf, firstRow)

/** The same for any number of rows: the lateral join has no limit. */
export const batchedLookupMany = <Key extends { tenant_id: string }, Row extends object>(text: string) =>
  lookup<Key, Row, Row[]>(text, tenantsOf, rows => rows)

/**
 * For look-ups before it is known whether the caller belongs to the tenant, such as that of a credential. The tenant of the key only says
 * in which cell to look.
 */
export const batchedLookupAcrossTenants = <Key extends { tenant_id: string }, Row extends object, Result>(
  text: string,
  resultOf: (row: Row) => Result,
) => lookup<Key, Row, Result | undefined>(text, acrossTenants, ([row]) => row && resultOf(row))

const tenantsOf = (keys: { tenant_id: string }[]) => new Set(keys.map(key => key.tenant_id))
const acrossTenants = () => allTenants
const firstRow = <Row>(rows: Row[]): Row | undefined => rows[0]

type Plan<Row, Result> = { scope: TenantScope; named: string[]; query: Query; resultsOf(rows: (Row & { n: number })[]): Result[] }

/** Equal keys of a batch are looked up once and share the row, which is safe because rows are never mutated. */
function lookup<Key extends { tenant_id: string }, Row extends object, Result>(
  text: string,
  scopeOf: (keys: Key[]) => TenantScope,
  resultOf: (rows: Row[]) => Result,
) {
  const statement = prepare(text)
  const planOf = (keys: Key[]): Plan<Row, Result> => {
    const encoded = keys.map(key => JSON.stringify(key))
    const numbers = new Map([...new Set(encoded)].map((key, n) => [key, n]))
    const input = [...numbers].map(([key, n]) => `{"n":${n},${key.slice(1)}`) // the number is one more field of the key
    const query: Query = { ...statement, values: [`[${input.join()}]`] }
    const resultsOf = (rows: (Row & { n: number })[]) => {
      const groups: Row[][] = input.map(() => [])
      for (const row of rows) groups[row.n]!.push(row)
      const results = groups.map(resultOf)
      return encoded.map(key => results[numbers.get(key)!]!)
    }
    return { scope: scopeOf(keys), named: keys.map(key => key.tenant_id), query, resultsOf }
  }
  const runAlone = async (cell: Cell, keys: Key[], cause?: unknown): Promise<Result[]> => {
    if (isLockTimeout(cause)) throw cause // a read waits only for a lock of the whole table, so each part would wait as long
    const { scope, named, query, resultsOf } = planOf(keys)
    return resultsOf(await queryIn(cell, scope, query, named))
  }
  const read = perCell(cell =>
    sharedRead<Key, Result>(cell, keys => {
      const { resultsOf, ...plan } = planOf(keys)
      return {
        ...plan,
        resultsOf: rows => resultsOf(rows as (Row & { n: number })[]),
        retry: cause => bisectFailures(keys, (part, error) => runAlone(cell, part, error), cause),
      }
    }),
  )
  return async (key: Key): Promise<Result> => {
    const held = heldFor([key.tenant_id])
    if (!held) return whereTenantsAre(async () => read(await cellFor([key.tenant_id]))(key))
    const { query, resultsOf } = planOf([key]) // a batch would be read outside of the snapshot
    return resultsOf(await held(query))[0]!
  }
}
