import { setTimeout as wait } from "node:timers/promises"
import pg from "pg"
import { DatabaseFault } from "./fault.ts"
import type { Move } from "./move-store.ts"
import { type MovedTable, withoutKey } from "./move-tables.ts"
import { connectForReplication } from "./move-stream.ts"

/** The slot and the publication of a tenant's move have the same name. */
export const channelOf = ({ tenant }: Pick<Move, "tenant">) => `countersign_move_${tenant}`

/** What a cell needs so that a tenant can leave it, checked before anything is changed. Returns the connection for replication. */
export async function openSource(client: pg.Client, url: string, cell: string, tables: readonly MovedTable[]): Promise<pg.Client> {
  const { rows } = await client.query<{ level: string; role: string; database: string; slots: number; mayPublish: boolean }>(
    `select current_setting('wal_level') as level, current_user as role, current_database() as database,
       current_setting('max_replication_slots')::int - (select count(*)::int from pg_replication_slots) as slots,
       has_database_privilege(current_database(), 'create') as "mayPublish"`,
  )
  const { level, role, database, slots, mayPublish } = rows[0]!
  const refuse = (why: string, what: string) => new DatabaseFault(`No tenant can leave the cell ${cell}: ${why}. ${what}`)
  if (level !== "logical") throw refuse(`its server has wal_level = ${level}`, "Set wal_level = logical there, and restart that server.")
  if (slots < 1) throw refuse("its server has no replication slot left", "Raise max_replication_slots there, and restart that server.")
  if (!mayPublish)
    throw refuse(`the role ${role} may not create a publication`, `Run there: grant create on database ${database} to ${role}`)
  const missing = withoutKey(tables)
  if (missing.length > 0) throw refuse(`the primary key of ${missing.join(", ")} lacks the tenant`, "This is an error of Countersign.")
  try {
    return await connectForReplication(url)
  } catch (error) {
    const isForbidden = error instanceof pg.DatabaseError && error.code === "42501"
    throw isForbidden
      ? refuse(`the role ${role} may not read changes`, `As an administrator of that server run: alter role ${role} with replication`)
      : refuse(
          `a connection for replication is refused: ${(error as Error).message}`,
          "Its address in CELL_URLS must lead to PostgreSQL or to a pooler that allows replication, and max_wal_senders must leave room.",
        )
  }
}

/** Names the rows whose changes the slot of this move sends. */
export async function createPublication(client: pg.Client, move: Move, tables: readonly MovedTable[]) {
  const filtered = tables.map(
    ({ name, tenant }) => `${pg.escapeIdentifier(name)} where (${pg.escapeIdentifier(tenant)} = ${pg.escapeLiteral(move.tenant)})`,
  )
  await client.query(`create publication ${channelOf(move)} for table ${filtered.join(", ")} with (publish_via_partition_root = true)`)
}

const maxDropMs = 10_000

/** A slot that stays keeps all WAL of the server, so it is dropped even if a command that died seems to use it still. */
export async function dropChannel(client: pg.Client, move: Pick<Move, "tenant">) {
  const channel = channelOf(move)
  for (const end = performance.now() + maxDropMs; ; await wait(50)) {
    const { rows } = await client.query<{ pid: number | null }>(
      "select active_pid as pid from pg_replication_slots where slot_name = $1 and database = current_database()",
      [channel],
    )
    if (rows.length === 0) break
    if (rows[0]!.pid !== null && performance.now() < end) await client.query("select pg_terminate_backend($1)", [rows[0]!.pid])
    else await client.query("select pg_drop_replication_slot($1)", [channel])
  }
  await client.query(`drop publication if exists ${channel}`)
}

export const markPrefix = "countersign"

/** Puts a mark into the stream, which arrives after everything that was committed before it. */
export async function emitMark(client: pg.Client, mark: string) {
  await client.query("select pg_logical_emit_message(true, $1, $2)", [markPrefix, mark])
}
