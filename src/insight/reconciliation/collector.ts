import type { Query } from "../../kit/db/query.ts"
import type { LedgerReport } from "../../money/ledger/schema.ts"
import type { EntryRow } from "../../money/ledger/store.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import type { Difference, Intents, KnownIntent } from "./rules.ts"
import { cyclesOf, entriesOf, intentsOf, transactionsOf } from "./store.ts"

type Read = <Row extends object>(statement: Query) => Promise<Row[]>
type After = (tenant: string, id: string) => Query

/** The report lists the first hundred; `ok` covers all. */
const maxDifferences = 100

const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> => new Map(rows.map(row => [row.id, row]))

export type Collector = ReturnType<typeof collector>

/** Reads tables in batches, counts their rows and collects the first differences. */
export function collector(read: Read, tenant: string) {
  const differences: Difference[] = []
  /** The objects of those differences. Once the list is full, nothing is added, so no further names are needed. */
  const named = new Set<string>()
  let checked = 0
  const add = (...lists: Difference[][]) => {
    for (const list of lists)
      for (const each of list.slice(0, maxDifferences - differences.length)) {
        differences.push(each)
        named.add(each.object)
      }
  }
  /** Skips objects that another check has already named. */
  const addUnnamed = (list: Difference[]) => add(list.filter(({ object }) => !named.has(object)))
  return {
    tenant,
    add,
    addUnnamed,
    addFrom: async (statement: Query) => add(await read<Difference>(statement)),
    addUnnamedFrom: async (statement: Query) => addUnnamed(await read<Difference>(statement)),
    /** For a row that was read together with others. */
    addChecked(list: Difference[]) {
      checked++
      add(list)
    },
    async forEachBatch<Row extends { id: string }>(after: After, check: (rows: Row[]) => Promise<void>) {
      let rows: Row[]
      for (let last = ""; (rows = await read<Row>(after(tenant, last))).length > 0; last = rows.at(-1)!.id) {
        checked += rows.length
        await check(rows)
      }
    },
    entriesOf: async (sources: readonly string[]): Promise<ReadonlyMap<string, EntryRow[]>> =>
      Map.groupBy(await read<EntryRow>(entriesOf(tenant, sources)), entry => entry.source_id),
    transactionsOf: async (ids: readonly (string | null)[]) =>
      byId(
        await read<TransactionRow>(
          transactionsOf(
            tenant,
            ids.filter(id => id !== null),
          ),
        ),
      ),
    async intentsOf(ids: readonly (string | null)[]): Promise<Intents> {
      const distinct = [...new Set(ids)].filter(id => id !== null)
      return distinct.length === 0 ? new Map() : byId(await read<KnownIntent>(intentsOf(tenant, distinct)))
    },
    async cyclesOf(subscriptions: readonly { id: string }[]): Promise<ReadonlyMap<string, number[]>> {
      const ids = subscriptions.map(({ id }) => id)
      const rows = await read<{ id: string; cycles: number[] }>(cyclesOf(tenant, ids))
      return new Map(rows.map(({ id, cycles }) => [id, cycles]))
    },
    report: (): LedgerReport => ({ ok: named.size === 0, checked, differences }),
  }
}
