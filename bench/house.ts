import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import pg from "pg"
import { createTenant, type Keys } from "../src/api-keys/create-tenant.ts"
import { hashOf } from "../src/api-keys/key.ts"
import { type Embedded, startEmbedded } from "../src/embedded/postgres.ts"
import { readConfig, useConfig } from "../src/kit/config.ts"
import { closeDatabase, openDatabase } from "../src/kit/db.ts"
import { migrate } from "../src/kit/migrate.ts"

export type Party = Pick<Keys, "tenantId" | "apiKey"> & { hash: string }
export type Memory = { rss: number; heapUsed: number }
export type Service = { address: string; ask<T>(what: string): Promise<T>; stop(): Promise<void> }
export type House = {
  databaseUrl: string
  /** Whom the service's requests are for. */
  client: Party
  /** Whom pgbench's rows are for, so that neither finds the other's work to do. */
  limit: Party
  /** As the superuser, past every policy. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  serve(role: "all" | "api" | "worker", env?: Record<string, string>): Promise<Service>
  /** Nothing of one measurement is left for the next to do: entries to seal, tallies to fold, pages to write. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** A fresh database on disk, fsync on, as `npm start` makes it, with two tenants of a thousand contacts each. */
export async function openHouse(): Promise<House> {
  const directory = mkdtempSync(join(tmpdir(), "countersign-bench-"))
  const database = await startEmbedded({ dataDir: directory, say() {} })
  try {
    return await furnish(database, () => rmSync(directory, { recursive: true, force: true }))
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function furnish(database: Embedded, forget: () => void): Promise<House> {
  const pool = new pg.Pool({ connectionString: database.superUrl.replace("/postgres?", "/countersign?"), max: 1 })
  pool.on("error", () => {}) // it may outlive the server by a moment
  const sql: House["sql"] = async <Row extends object>(text: string, values: unknown[] = []) => (await pool.query<Row>(text, values)).rows
  const [client, limit] = await tenants(database.url)
  for (const { tenantId } of [client, limit]) await sql(contacts, [tenantId])
  return {
    databaseUrl: database.url,
    client,
    limit,
    sql,
    serve: (role, env) => serve("server.ts", { BENCH_DATABASE: database.url, ROLE: role, ...env }),
    async settle() {
      await sql("delete from audit_unsealed")
      await sql(foldTallies)
      await sql(`vacuum (analyze) ${written}`)
      await sql("checkpoint")
    },
    async close() {
      await pool.end()
      await database.stop()
      forget()
    },
  }
}

async function tenants(databaseUrl: string): Promise<[Party, Party]> {
  useConfig(readConfig({}))
  await migrate(databaseUrl)
  openDatabase(databaseUrl)
  const make = async (name: string) => {
    const { tenantId, apiKey } = await createTenant({ name, mode: "sandbox", timezone: "UTC", email: "admin@example.com" })
    return { tenantId, apiKey, hash: hashOf(apiKey) }
  }
  const made: [Party, Party] = [await make("Client"), await make("Limit")]
  await closeDatabase()
  return made
}

/** What the questions write. */
const written = `audit_unsealed, audit_entries, audit_chain, tallies, payment_intents, contacts, idempotency_keys, events,
  transactions, ledger_entries, payment_splits`

/** Their e-mails are equally long, so that every request is. */
const contacts = `
  insert into contacts (tenant_id, id, email, email_key, profile, metadata, created_at, updated_at, version)
  select $1, lpad(to_hex(g), 24, '0'), e.mail, e.mail,
    '{"firstName":"Ana","lastName":"Souza","phone":"+14155552671"}', '{}', now(), now(), 1
  from generate_series(1, 1000) g, lateral (select 'c' || lpad(g::text, 4, '0') || '@example.com' as mail) e`

const foldTallies = `
  with gone as (delete from tallies returning *)
  insert into tallies (tenant_id, kind, value, n) select tenant_id, kind, value, sum(n) from gone group by tenant_id, kind, value`

/** A program of the bench in a process of its own, once it listens. */
export async function serve(program: string, env: Record<string, string>): Promise<Service> {
  const child = fork(join(import.meta.dirname, program), {
    execArgv: [...process.execArgv, "--expose-gc"],
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "error", ...env },
  })
  const answer = async <T>() => (await once(child, "message", { signal: AbortSignal.timeout(60_000) }))[0] as T
  const { address } = await answer<{ address: string }>()
  return {
    address,
    ask<T>(what: string) {
      child.send(what)
      return answer<T>()
    },
    async stop() {
      await wait(500) // wrk hangs up on its last requests; they are still being served
      child.send("stop")
      await once(child, "exit")
    },
  }
}
