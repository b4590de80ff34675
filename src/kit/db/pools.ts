import pg from "pg"
import { DatabaseClient } from "./client.ts"
import { applySettings, assertWritable, type Settings } from "./session.ts"
import { lockVersion } from "./version-locks.ts"

// Minor units and counts stay within 2^53: the schemas refuse more on input, and the columns' checks a second time.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Sums of them may be more, and are then rounded to the nearest number that JSON can express.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
// Our connections use UTC, so a timestamp becomes ISO 8601 by replacing two characters; pg's own parser is the fallback.
const parseAnyTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, text =>
  text.endsWith("+00") && text[10] === " " ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyTime(text),
)

/** The connections to one database. */
export type Pools = {
  pool: pg.Pool
  /** Its own pool, so that requests waiting for a locked row do not take the connections that its holder needs. */
  lockPool: pg.Pool
  /** For verification, analytics and exports, so that no report takes a connection that a payment needs. */
  reportPool: pg.Pool
  /** One connection for /readyz, so that many requests do not look like a database that can't be used. */
  probePool: pg.Pool
}

const hotPathSettings = {
  // Requests look rows up by key: a plan made while a table was empty must not be a scan once it is full.
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_material: "off",
  plan_cache_mode: "force_generic_plan",
  statement_timeout: "5s",
  lock_timeout: "2s",
}
const reportSettings = { statement_timeout: "60s", default_transaction_read_only: "on" }
const probeSettings = { statement_timeout: "5s", lock_timeout: "2s", work_mem: "64kB", application_name: "countersign readyz" }
const commonSettings = { idle_in_transaction_session_timeout: "10s", jit: "off", timezone: "UTC" }

/** The connections to a server that only reads. */
export type ReadPools = Pick<Pools, "pool" | "reportPool" | "probePool">

/** A check of each new connection; it throws if the connection must not be used. */
type Check = (client: pg.ClientBase) => Promise<void>

/**
 * Of 19 connections 9 are for requests, 6 for requests that lock rows, 3 for reports, and 1 for /readyz. Other totals are divided in the
 * same shares. Nothing is connected until it is needed.
 */
export function openPools(connectionString: string, connections: number, check: Check): Pools {
  const { locking, reporting, requesting } = shares(connections)
  const open = opener(connectionString, (client, settings) => [
    assertWritable(client, { forReports: settings === reportSettings }),
    lockVersion(client),
    check(client),
  ])
  return {
    pool: open(hotPathSettings, { max: requesting, query_timeout: 8_000, connectionTimeoutMillis: 5_000 }),
    // Requests wait here that would otherwise wait for the same row, each for up to `lock_timeout`.
    lockPool: open(hotPathSettings, { max: locking, query_timeout: 8_000, connectionTimeoutMillis: 10_000 }),
    reportPool: open(reportSettings, { max: reporting, query_timeout: 65_000, connectionTimeoutMillis: 5_000 }),
    probePool: open(probeSettings, { max: 1, query_timeout: 8_000, connectionTimeoutMillis: 5_000 }),
  }
}

/** Fewer than for the primary, by those for locks. A server that does not answer is left after two seconds. */
export function openReadPools(connectionString: string, connections: number): ReadPools {
  const { reporting, requesting } = shares(connections)
  const open = opener(connectionString, () => [])
  const connectionTimeoutMillis = 2_000
  return {
    pool: open(
      { ...hotPathSettings, default_transaction_read_only: "on" },
      { max: requesting, query_timeout: 8_000, connectionTimeoutMillis },
    ),
    reportPool: open(reportSettings, { max: reporting, query_timeout: 65_000, connectionTimeoutMillis }),
    probePool: open(probeSettings, { max: 1, query_timeout: 2_000, connectionTimeoutMillis }),
  }
}

function shares(connections: number) {
  const locking = Math.round((connections * 6) / 19)
  const reporting = Math.round((connections * 3) / 19)
  return { locking, reporting, requesting: connections - locking - reporting - 1 }
}

type Limits = { max: number; query_timeout: number; connectionTimeoutMillis: number }

/** `query_timeout` is above the server's own limits: only a database that stopped answering takes longer. */
const opener = (connectionString: string, checks: Checks) => (settings: Settings, limits: Limits) => {
  /** All statements are sent at once. */
  const prepare = (client: pg.ClientBase) =>
    Promise.all([applySettings(client, { ...settings, ...commonSettings }), ...checks(client, settings)])
  const opened = new pg.Pool({
    Client: DatabaseClient,
    connectionString,
    idleTimeoutMillis: 0, // keeps the prepared statements
    keepAlive: true,
    onConnect: prepare as (client: pg.ClientBase) => void, // the pool waits for it
    pipeline: true, // a client has one owner at a time, who may send several statements at once
    ...limits,
  } as pg.PoolConfig)
  // A lost connection is reported by the query that used it; without listeners the event would end the process.
  return opened.on("error", () => {}).on("connect", client => void client.on("error", () => {}))
}

type Checks = (client: pg.ClientBase, settings: Settings) => Promise<unknown>[]

/** Closes unused connections. It takes each out of its pool, because a pool offers no other way. */
export function closeIdleConnections({ pool, lockPool, reportPool }: Pools) {
  for (const each of [pool, lockPool, reportPool])
    for (let n = each.idleCount; n > 0; n--)
      each.connect().then(
        client => client.release(true),
        () => {},
      )
}

export async function closePools({ pool, lockPool, reportPool, probePool }: ReadPools & Partial<Pools>) {
  await Promise.all([pool, lockPool, reportPool, probePool].map(async each => each?.end()))
}
