import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { after } from "node:test"
import pg from "pg"
import { createTenant, type Keys } from "../../src/platform/api-keys/create-tenant.ts"
import { closeDatabase, openDatabase } from "../../src/kit/db/cells.ts"
import { readConfig, setConfig } from "../../src/kit/service/config.ts"
import { setSecretKeys } from "../../src/kit/service/crypto.ts"
import { openDatabaseProxy } from "../database-proxy.ts"
import { atEndOfFile } from "../end-of-file.ts"
import { cloneDatabase, endSharedService } from "../service.ts"
import { freePort } from "../free-port.ts"
import { type Any, createCaller, inheritedEnv, startTestServer, type TestServer, until } from "../harness.ts"
import { programPath } from "../programs.ts"

/** Countersign in its own process, as `npm start` runs it, so that a test can kill it. */
type ServerProcess = {
  baseUrl: string
  child: ChildProcess
  /** Everything printed so far, on stdout and stderr. */
  output(): string
  /** Null when a signal ended the process. */
  exitCode: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Most processes live for seconds: collecting garbage in parallel and in small steps takes a tenth of their start. */
const shortLived = ["--single-threaded-gc", "--min-semi-space-size=16"]

export const secretKey = "a secret key that is only for tests"

/** Spawns one process with only these settings, and does not wait for it: it may be one that refuses to start. */
export function spawnServer(env: Record<string, string>, program = programPath("server")): ServerProcess {
  const child = spawn(process.execPath, [...shortLived, program], {
    env: { ...inheritedEnv(), HOST: "127.0.0.1", PROCESSES: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text))
  const exitCode = once(child, "close").then(([code]) => code as number | null)
  const server: ServerProcess = {
    baseUrl: `http://127.0.0.1:${env["PORT"]}`,
    child,
    exitCode,
    output: () => output,
    stop(signal = "SIGTERM") {
      child.kill(signal)
      return exitCode
    },
  }
  atEndOfFile(() => server.stop("SIGKILL"))
  return server
}

/** For a process whose clock is ahead of the machine's by `aheadMs`, and after a second by `jumpMs` more. */
export function clockAhead(aheadMs: number, jumpMs = 0): { NODE_OPTIONS: string } {
  const script = `
    const RealDate = Date
    const now = () => RealDate.now() + ${aheadMs} + (performance.now() > 1000 ? ${jumpMs} : 0)
    Object.defineProperty(performance, "timeOrigin", { value: performance.timeOrigin + ${aheadMs} })
    globalThis.Date = class extends RealDate {
      constructor(...args) { super(...(args.length > 0 ? args : [now()])) }
      static now() { return now() }
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}

/** Starts a server on the database and waits until it is ready. */
export async function startServer(databaseUrl: string, env: Record<string, string> = {}, program?: string): Promise<ServerProcess> {
  const PORT = env["PORT"] ?? String(await freePort())
  const BASE_URL = "http://127.0.0.1" // the same for all processes, as behind a load balancer
  const common = { DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: "7", SECRET_KEY: secretKey, BASE_URL, LOG_LEVEL: "silent", PORT }
  const server = spawnServer({ ...common, ...env }, program)
  let code: number | null | undefined
  void server.exitCode.then(exitCode => (code = exitCode))
  await until(
    async () => {
      if (code !== undefined) throw new Error(`the server exited with ${code}: ${server.output()}`)
      return fetch(`${server.baseUrl}/readyz`).then(
        response => response.ok,
        () => false,
      )
    },
    "a server is ready",
    120_000,
  )
  return server
}

/** Starts several processes on one new database with one sandbox tenant, for the test or the file that calls it. */
export async function startServers(count: number, env: Record<string, string> = {}) {
  const databaseUrl = await cloneDatabase()
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(databaseUrl, env)))
  const keys = await createTenantOn(databaseUrl)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, options: "-c app.tenants=*" })
  pool.on("error", () => {}) // some tests terminate its connection
  after(async () => {
    await Promise.all(servers.map(server => server.stop("SIGKILL")))
    await pool.end()
  })
  return {
    databaseUrl,
    keys,
    servers,
    apis: servers.map(({ baseUrl }) => createCaller(baseUrl, keys)),
    /** Queries the database directly, with access to all tenants. */
    sql: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Any[],
  }
}

/**
 * Creates a sandbox tenant on the database of started servers. Don't use it with a service in this process, which has another database
 * open.
 */
export async function createTenantOn(databaseUrl: string): Promise<Keys> {
  await endSharedService()
  setConfig(readConfig({}))
  setSecretKeys([secretKey])
  openDatabase(databaseUrl)
  const keys = await createTenant({ name: "Escola Azul", mode: "sandbox", timezone: "UTC", email: "admin@example.com" })
  await closeDatabase()
  return keys
}

/**
 * Starts the service twice on one new database: in a process that the test can kill, and in the test's own. Returns callers in this order.
 */
export async function startPair(env: Record<string, string> = {}) {
  const here = await startTestServer({ BASE_URL: "http://127.0.0.1", ...env })
  const killable = await startServer(here.databaseUrl, env)
  const baseUrls = [killable.baseUrl, here.baseUrl]
  return { ...here, killable, baseUrls, apis: baseUrls.map(baseUrl => createCaller(baseUrl, here.keys)) }
}

/** Lets another process claim the work of a killed one at once. */
export async function expireLeases(sql: TestServer["sql"]) {
  await sql("update jobs set leased_until = now() - interval '1 second' where leased_until is not null")
  await sql("update clock_jumps set leased_until = now() - interval '1 second' where ended_at is null")
}

/** Blocks writes to a table with an open transaction until `release`. With access exclusive it also blocks reads. */
export async function lockTable(
  databaseUrl: string,
  table: string,
  mode: "share row exclusive" | "access exclusive" = "share row exclusive",
) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in ${mode} mode`)
  /** Counts the transactions that wait for the table. */
  async function countWaiting(): Promise<number> {
    const { rows } = await client.query<{ n: number }>(
      "select count(*)::int as n from pg_locks where relation = $1::regclass and not granted",
      [table],
    )
    return rows[0]!.n
  }
  async function release() {
    await client.query("commit")
    await client.end()
  }
  return {
    countWaiting,
    /** Ends the connections that wait. */
    endWaiting: () => client.query("select pg_terminate_backend(pid) from pg_locks where relation = $1::regclass and not granted", [table]),
    release,
    /** Waits first until the statements of a killed process have ended. */
    async releaseWhenUnused() {
      await until(async () => (await countWaiting()) === 0, "no statement waits any more")
      await release()
    },
  }
}

/** A proxy to the database for the test or the file that calls it. */
export async function startDatabaseProxy(databaseUrl: string) {
  const proxy = await openDatabaseProxy(databaseUrl, await freePort())
  after(proxy.disconnect)
  return proxy
}
