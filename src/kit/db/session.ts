import type pg from "pg"
import { connect } from "./connect.ts"
import { DatabaseFault } from "./fault.ts"

/** The settings of a session by name. */
export type Settings = Record<string, string>

/** How long the second connection may wait for its own session. */
const maxWaitMs = 10_000

const transactionMode = () =>
  new DatabaseFault(
    "The pooler in front of PostgreSQL gives each transaction another session, but Countersign keeps locks and settings in its sessions: " +
      "set pool_mode = session (as PgBouncer calls it), or let DATABASE_URL name PostgreSQL itself.",
  )

/**
 * Applies the settings after connecting, because PgBouncer refuses to start a session with settings, and reads them again in another
 * transaction, because a pooler that gives each transaction another session would lose them. Both statements are sent at once.
 */
export async function applySettings(client: pg.ClientBase, settings: Settings): Promise<void> {
  const names = Object.keys(settings)
  const [set, kept] = await Promise.all([
    client.query<{ value: string }>(
      "select set_config(name, value, false) as value from unnest($1::text[], $2::text[]) with ordinality as s(name, value, n) order by n",
      [names, Object.values(settings)],
    ),
    client.query<{ value: string }>(
      "select current_setting(name, true) as value from unnest($1::text[]) with ordinality as s(name, n) order by n",
      [names],
    ),
  ])
  if (set.rows.some(({ value }, i) => value !== kept.rows[i]?.value)) throw transactionMode()
}

/**
 * Refuses a pooler that gives each transaction another session. Each session has its own process of PostgreSQL and keeps it. Such a pooler
 * gives both connections the session that was used last, or the next one each time; the third and fourth look detect this.
 */
export async function assertKeepsSession(client: pg.Client, databaseUrl: string): Promise<void> {
  const other = await connect(databaseUrl, { query_timeout: maxWaitMs })
  try {
    const own = await readProcessId(client)
    const others = await readProcessId(other).catch((error: unknown) => {
      throw isTimeout(error) ? noSecondSession() : error
    })
    const again = [await readProcessId(client), await readProcessId(client)]
    if (own === others || again.some(id => id !== own)) throw transactionMode()
  } finally {
    await other.end()
  }
}

const noSecondSession = () =>
  new DatabaseFault(
    `The pooler in front of PostgreSQL did not give a second connection a session within ${maxWaitMs / 1000} s: set default_pool_size ` +
      "(as PgBouncer calls it) to at least the DATABASE_CONNECTIONS of all services together, and some more for commands.",
  )
const isTimeout = (error: unknown) => error instanceof Error && error.message === "Query read timeout"

async function readProcessId(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  return rows[0]!.pid
}

type ReadOnlyState = { standby: boolean; refuses: boolean }

/**
 * Refuses a server that would refuse every write, such as one that was the primary before a failover. Reports need only the primary, even
 * if it refuses writes.
 */
export async function assertWritable(client: pg.ClientBase, { forReports = false } = {}): Promise<void> {
  const { rows } = await client.query<ReadOnlyState>(
    "select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as refuses",
  )
  const { standby, refuses } = rows[0]!
  if (standby) throw readOnly("it is a standby")
  if (refuses && !forReports) throw readOnly("default_transaction_read_only is on")
}

const readOnly = (why: string) =>
  new DatabaseFault(
    `The database is read-only: ${why}. Set DATABASE_URL to the primary, or to all servers, one of which is the primary: ` +
      "postgres://user:password@one:5432,two:5432/countersign?target_session_attrs=read-write",
  )
