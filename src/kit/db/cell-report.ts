import type pg from "pg"
import type { CellAddress } from "../pure/cell-urls.ts"
import { findChangeable } from "./append-only-tables.ts"
import { assertOwn } from "./cell-registry.ts"
import { describeDistributed, findDistributed } from "./citus.ts"
import { connect } from "./connect.ts"
import { DatabaseFault } from "./fault.ts"
import { appliedMigrations } from "./migrate.ts"
import { type Applied, isRequired, laterThanThis, latestMigration, missingFrom } from "./migrations.ts"
import { channelOf } from "./move-source.ts"
import { findOpenMoves } from "./move-store.ts"
import { installation, query, sql } from "./query.ts"

/** `version` is the last migration that was applied. */
type CellStatus = { version: string; bytes: number; status: string }

/** What a cell says about itself now. */
export async function describeCell(address: CellAddress): Promise<CellStatus> {
  try {
    return await withClient(address, async client => {
      const applied = await appliedMigrations(client)
      const { rows } = await client.query<{ bytes: number }>("select pg_database_size(current_database())::float8 as bytes")
      return { version: applied.at(-1)?.name ?? "none", bytes: rows[0]!.bytes, status: statusOf(applied) }
    })
  } catch (error) {
    return { version: "unknown", bytes: 0, status: messageOf(error) }
  }
}

function statusOf(applied: readonly Applied[]): string {
  const missing = missingFrom(applied)
  const [required, later] = [missing.filter(isRequired).length, laterThanThis(applied)]
  if (required > 0) return `behind ${latestMigration} by ${required}`
  if (later.some(({ kind }) => kind !== "expand")) return `ahead of ${latestMigration}: this version can't use it`
  if (later.length > 0) return `ready, ahead of ${latestMigration} by ${later.length}`
  return missing.length > 0 ? `ready; ${missing.length} of its migrations wait until no earlier version runs` : "ready"
}

/** Commits and leases compare times of a cell with times of home. */
const maxClockDifferenceMs = 1_000

type Entry = { tenant_id: string; slug: string; state: "creating" | "active" }

/** Compares a cell with the directory and with home's clock. Returns a sentence for each difference. */
export async function checkCell(address: CellAddress, isHome: boolean): Promise<string[]> {
  try {
    if (!isHome) await assertOwn(address)
    return await withClient(address, async client => {
      const missing = missingFrom(await appliedMigrations(client))
        .filter(isRequired)
        .map(({ name }) => name)
      const distributed = await findDistributed(client)
      const differenceMs = await clockDifferenceMs(client)
      return [
        ...(missing.length > 0 ? [`lacks the migrations ${missing.join(", ")}: start a process of this version`] : []),
        ...(differenceMs > maxClockDifferenceMs ? [`has a clock that differs from home's by ${differenceMs} ms: synchronise both`] : []),
        ...(distributed.length > 0 ? [`has ${describeDistributed(distributed)}`] : []),
        ...(await findChangeable(client)),
        ...(await compareTenants(client, address.name)),
      ]
    })
  } catch (error) {
    return [messageOf(error)]
  }
}

async function clockDifferenceMs(client: pg.Client): Promise<number> {
  const readClock = async () => (await client.query<{ now: Date }>("select clock_timestamp() as now")).rows[0]!.now.getTime()
  const before = await readClock()
  const [row] = await query<{ now: Date }>(installation, sql`select clock_timestamp() as now`)
  const after = await readClock()
  const ofHome = row!.now.getTime()
  return Math.max(0, before - ofHome, ofHome - after) // between the two readings nothing is certain
}

async function compareTenants(client: pg.Client, cell: string): Promise<string[]> {
  const entries = await query<Entry>(
    installation,
    sql`select tenant_id, slug, state from tenant_directory where cell = ${cell} order by tenant_id`,
  )
  await client.query("select set_config('app.tenants', '*', false)")
  const { rows } = await client.query<{ id: string; slug: string }>("select id, slug from tenants order by id")
  const [known, found] = [new Map(entries.map(entry => [entry.tenant_id, entry])), new Map(rows.map(row => [row.id, row]))]
  const moving = new Set((await findOpenMoves()).map(({ tenant }) => tenant))
  const away = new Map((await readAway(client)).map(fence => [fence.tenant_id, fence.cell]))
  const missing = entries.filter(({ tenant_id: id, state }) => state === "active" && !found.has(id) && !away.has(id) && !moving.has(id))
  const refused = entries.filter(({ tenant_id: id }) => away.has(id) && !moving.has(id))
  const extra = rows.filter(({ id }) => !known.has(id) && !moving.has(id))
  const renamed = rows.filter(({ id, slug }) => known.has(id) && known.get(id)!.slug !== slug)
  const extraOf = (id: string) =>
    away.has(id)
      ? `has rows left of the tenant ${id}, which is in the cell ${away.get(id)}: nobody sees them, and a restore or a move removes them`
      : `has rows of the tenant ${id}, which the directory does not have there`
  return [
    ...missing.map(({ tenant_id: id }) => `does not have the tenant ${id}, which the directory has there`),
    ...refused.map(
      ({ tenant_id: id }) =>
        `refuses the tenant ${id}, which the directory has there, because it was moved to ${away.get(id)}: restore that cell`,
    ),
    ...extra.map(({ id }) => extraOf(id)),
    ...renamed.map(({ id, slug }) => `has the slug ${slug} for the tenant ${id}, and the directory has ${known.get(id)!.slug}`),
    ...(await findUnusedSlots(client, moving)),
  ]
}

/** The tenants that the cell refuses, because they are in another one. */
async function readAway(client: pg.Client): Promise<{ tenant_id: string; cell: string }[]> {
  const { rows } = await client.query<{ tenant_id: string; cell: string }>(
    "select tenant_id, cell from tenant_fences where state <> 'fenced'",
  )
  return rows
}

/** A slot keeps all WAL of its server until it is dropped. */
async function findUnusedSlots(client: pg.Client, moving: ReadonlySet<string>): Promise<string[]> {
  const used = [...moving].map(tenant => channelOf({ tenant }))
  const { rows } = await client.query<{ name: string }>(
    `select slot_name as name from pg_replication_slots
     where database = current_database() and slot_name like 'countersign\\_move\\_%' and slot_name <> all ($1)`,
    [used],
  )
  return rows.map(({ name }) => `keeps WAL for a move that has ended: run there select pg_drop_replication_slot('${name}')`)
}

/** A sentence for each move that waits for a command. */
export const describeOpenMoves = async (): Promise<string[]> =>
  (await findOpenMoves()).map(
    ({ tenant, from, to, state }) =>
      `knows a move of the tenant ${tenant} from ${from} to ${to} that has not ended: run countersign tenant move ${tenant} --to ${to}` +
      (state === "copying" ? ", or with --abort" : ""),
  )

async function withClient<T>({ url }: CellAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function messageOf(error: unknown): string {
  if (error instanceof DatabaseFault) return error.message
  throw error
}
