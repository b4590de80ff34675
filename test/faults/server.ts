import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { dirname, join } from "node:path"
import { after } from "node:test"
import pg from "pg"
import { createTenant } from "../../src/api-keys/create-tenant.ts"
import { closeDatabase, openDatabase } from "../../src/kit/db.ts"
import { type Any, callerOf, cloneDatabase, freePort, until } from "../harness.ts"

/** Countersign in a process of its own, as `npm start` runs it, so that it can be killed. */
export type Server = {
  baseUrl: string
  child: ChildProcess
  /** All it said so far, on both streams. */
  said(): string
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const main = join(dirname(dirname(import.meta.dirname)), "src", "main.ts")
const alive = new Set<Server>()
after(() => Promise.all([...alive].map(server => server.stop("SIGKILL"))))

export const secretKey = "a secret key that is only for tests"

/** A process with these settings and no others. Not waited for: it may be one that refuses to start. */
export function spawnServer(env: Record<string, string>): Server {
  const { PATH = "", HOME = "", TMPDIR = "" } = process.env
  const child = spawn(process.execPath, [main], {
    env: { PATH, HOME, TMPDIR, HOST: "127.0.0.1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (said += text))
  const ended = once(child, "close").then(([code]) => code as number | null)
  const server: Server = {
    baseUrl: `http://127.0.0.1:${env["PORT"]}`,
    child,
    ended,
    said: () => said,
    stop(signal = "SIGTERM") {
      child.kill(signal)
      return ended
    },
  }
  alive.add(server)
  void ended.then(() => alive.delete(server))
  return server
}

/** Up and ready, on that database. */
export async function startServer(databaseUrl: string, env: Record<string, string> = {}): Promise<Server> {
  const PORT = env["PORT"] ?? String(await freePort())
  const BASE_URL = "http://127.0.0.1" // the same for all processes, as behind a load balancer
  const server = spawnServer({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, BASE_URL, LOG_LEVEL: "silent", PORT, ...env })
  let code: number | null | undefined
  void server.ended.then(ended => (code = ended))
  await until(
    async () => {
      if (code !== undefined) throw new Error(`the server ended with ${code}: ${server.said()}`)
      return fetch(`${server.baseUrl}/readyz`).then(
        answer => answer.ok,
        () => false,
      )
    },
    "a server is ready",
    30_000,
  )
  return server
}

/** Several processes on one database, with one sandbox tenant in it. */
export async function openServers(count: number, env: Record<string, string> = {}) {
  const databaseUrl = await cloneDatabase()
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(databaseUrl, env)))
  openDatabase(databaseUrl)
  const keys = await createTenant({ name: "Escola Azul", mode: "sandbox", timezone: "UTC", email: "admin@example.com" })
  await closeDatabase()
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, options: "-c app.tenants=*" })
  pool.on("error", () => {}) // some tests cut it
  after(() => pool.end())
  return {
    databaseUrl,
    keys,
    servers,
    apis: servers.map(({ baseUrl }) => callerOf(baseUrl, keys)),
    /** Straight into the database, past every rule of the house. */
    sql: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Any[],
  }
}

/** A transaction of somebody else that keeps a table from being written to until it is let go. */
export async function holdTable(databaseUrl: string, table: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in share row exclusive mode`)
  return {
    /** How many others wait for it. */
    async waiting(): Promise<number> {
      const { rows } = await client.query<{ n: number }>(
        "select count(*)::int as n from pg_locks where relation = $1::regclass and not granted",
        [table],
      )
      return rows[0]!.n
    },
    async release() {
      await client.query("commit")
      await client.end()
    },
  }
}

/** A way to the database that can be cut (connections are reset and refused) or stopped up (they stay open, and nothing comes through). */
export async function openWay(databaseUrl: string) {
  const [, user = "", name = "", host = ""] = /^postgres:\/\/(.+)@[^/]*\/(\w+)\?host=([^&]+)/.exec(databaseUrl) ?? []
  const open = new Set<Socket>()
  let isStopped = false
  const listener = createServer(socket => {
    const far = connect({ path: `${decodeURIComponent(host)}/.s.PGSQL.5432` })
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      open.add(one)
      one.on("error", () => {}).on("close", () => other.destroy())
      one.pipe(other)
    }
    if (isStopped) stopUp(true)
  })
  const stopUp = (stopped: boolean) => {
    isStopped = stopped
    for (const socket of open) void (stopped ? socket.pause() : socket.resume())
  }
  const port = await freePort()
  const listen = () => new Promise<void>(resolve => listener.listen(port, "127.0.0.1", resolve))
  const cut = () => {
    listener.close()
    for (const socket of open) socket.destroy()
    open.clear()
  }
  await listen()
  after(cut)
  return { url: `postgres://${user}@127.0.0.1:${port}/${name}`, cut, mend: listen, stopUp }
}
