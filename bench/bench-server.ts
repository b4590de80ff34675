import { fork } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import pg from "pg"
import { createTenant, type Keys } from "../src/platform/api-keys/create-tenant.ts"
import { hashOf } from "../src/platform/api-keys/key.ts"
import { type Embedded, startEmbedded } from "../src/embedded/postgres.ts"
import { readConfig, setConfig } from "../src/kit/service/config.ts"
import { setSecretKeys } from "../src/kit/service/crypto.ts"
import { closeDatabase, openDatabase } from "../src/kit/db/cells.ts"
import { migrate } from "../src/kit/db/migrate.ts"

export type BenchTenant = Pick<Keys, "tenantId" | "apiKey"> & { hash: string }
export type Memory = { rss: number; heapUsed: number }
export type ChildProgram = { address: string; pid: number; request<T>(command: string): Promise<T>; stop(): Promise<void> }
export type BenchServer = {
  databaseUrl: string
  /** The server process of PostgreSQL. */
  databasePid: number
  /** The tenant of the requests to the service. */
  clientTenant: BenchTenant
  /** The tenant of the rows that pgbench writes, so that neither adds work for the other. */
  pgbenchTenant: BenchTenant
  /** Queries as the superuser, who bypasses row-level security. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  startService(role: "all" | "api" | "worker", env?: Record<string, string>): Promise<ChildProgram>
  /** Does the work that one measurement would leave to the next: audit entries to seal, tallies and row changes to fold, pages to write. */
  clearBacklog(): Promise<void>
  close(): Promise<void>
}

/**
 * Creates a database on disk with fsync on, as `npm start` does, and two tenants with a thousand contacts each. With BENCH_SERVER_URL, the
 * address of a superuser, it is on that server of this machine.
 */
export async function startBenchServer(): Promise<BenchServer> {
  const ownServer = process.env["BENCH_SERVER_URL"]
  if (ownServer !== undefined) return createBenchServer(await useServer(ownServer), () => {})
  const directory = mkdtempSync(join(tmpdir(), "countersign-bench-"))
  const database = await startEmbedded({ dataDir: directory, report() {} })
  try {
    return await createBenchServer(database, () => rmSync(directory, { recursive: true, force: true }))
  } catch (error) {
    await database.stop()
    throw error
  }
}

type Database = Pick<Embedded, "url" | "superuserUrl" | "pid" | "stop">

/** Creates a database there, with the extensions of BENCH_EXTENSIONS, and drops it at the end. */
async function useServer(superuserUrl: string): Promise<Database> {
  const name = `countersign_bench_${randomUUID().slice(0, 8)}`
  const role = { username: name, password: name, pathname: name }
  const own = Object.assign(new URL(superuserUrl), { pathname: name }).href
  const run = async (connectionString: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    const { rows } = await client.query<{ pid: number }>("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid")
    await client.end()
    return rows[0]!.pid
  }
  await run(superuserUrl, `create role ${name} login password '${name}'`, `create database ${name} owner ${name}`)
  const extensions = (process.env["BENCH_EXTENSIONS"] ?? "").split(",").filter(Boolean)
  const pid = await run(own, ...extensions.map(extension => `create extension ${extension}`))
  const stop = async () => void (await run(superuserUrl, `drop database ${name} with (force)`, `drop role ${name}`))
  return { url: Object.assign(new URL(superuserUrl), role).href, superuserUrl: own, pid, stop }
}

async function createBenchServer(database: Database, removeDirectory: () => void): Promise<BenchServer> {
  const pool = new pg.Pool({ connectionString: database.superuserUrl.replace("/postgres?", "/countersign?"), max: 1 })
  pool.on("error", () => {}) // the pool may close after the server
  const sql: BenchServer["sql"] = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows
  const [clientTenant, pgbenchTenant] = await createTenants(database.url)
  for (const { tenantId } of [clientTenant, pgbenchTenant]) await fillContacts(sql, tenantId)
  return {
    databaseUrl: database.url,
    databasePid: database.pid,
    clientTenant,
    pgbenchTenant,
    sql,
    startService: (role, env) =>
      startProgram("service-process.ts", { BENCH_DATABASE: database.url, BENCH_SECRET_KEY: secretKey, ROLE: role, ...env }),
    async clearBacklog() {
      await sql("delete from audit_unsealed")
      await sql("delete from ledger_unsealed")
      await sql("delete from row_changes")
      await sql(foldTallies)
      await sql(`vacuum (analyze) ${writtenTables}`)
      await sql("checkpoint")
    },
    async close() {
      await pool.end()
      await database.stop()
      removeDirectory()
    },
  }
}

const secretKey = "a secret key that is only for benches"

async function createTenants(databaseUrl: string): Promise<[BenchTenant, BenchTenant]> {
  setConfig(readConfig({}))
  setSecretKeys([secretKey])
  await migrate(databaseUrl)
  openDatabase(databaseUrl)
  const create = async (name: string) => {
    const { tenantId, apiKey } = await createTenant({ name, mode: "sandbox", timezone: "UTC", email: "admin@example.com" })
    return { tenantId, apiKey, hash: hashOf(apiKey) }
  }
  const created: [BenchTenant, BenchTenant] = [await create("Client"), await create("pgbench")]
  await closeDatabase()
  return created
}

const writtenTables = `audit_unsealed, audit_entries, audit_chain, tallies, payment_intents, contacts, idempotency_keys, events,
  transactions, ledger_entries, ledger_unsealed, ledger_chain, payment_splits, approval_requests, refund_intents, payouts, row_changes,
  analytics_sums, analytics_customers, analytics_customer_days`

/** A thousand contacts. The e-mails are equally long, so that the requests are too. */
export const fillContacts = (sql: BenchServer["sql"], tenantId: string) => sql(contacts, [tenantId])
const contacts = `
  insert into contacts (tenant_id, id, email, email_key, profile, metadata, created_at, updated_at, version)
  select $1, lpad(to_hex(g), 24, '0'), e.mail, e.mail,
    '{"firstName":"Ana","lastName":"Souza","phone":"+14155552671"}', '{}', now(), now(), 1
  from generate_series(1, 1000) g, lateral (select 'c' || lpad(g::text, 4, '0') || '@example.com' as mail) e`

const foldTallies = `
  with deleted as (delete from tallies returning *)
  insert into tallies (tenant_id, kind, value, n) select tenant_id, kind, value, sum(n) from deleted group by tenant_id, kind, value`

/** Forks a program of this folder and waits until it listens. */
export async function startProgram(program: string, env: Record<string, string>): Promise<ChildProgram> {
  const child = fork(join(import.meta.dirname, program), {
    execArgv: [...process.execArgv, "--expose-gc"],
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "error", ...env },
  })
  const nextMessage = async <T>() => (await once(child, "message", { signal: AbortSignal.timeout(60_000) }))[0] as T
  const { address } = await nextMessage<{ address: string }>()
  return {
    address,
    pid: child.pid!,
    request<T>(command: string) {
      child.send(command)
      return nextMessage<T>()
    },
    async stop() {
      await wait(500) // wrk closes its connections while the last requests are still being served
      child.send("stop")
      await once(child, "exit")
    },
  }
}
