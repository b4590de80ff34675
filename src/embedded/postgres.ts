import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { Client } from "pg"
import { findBinaries } from "./binaries.ts"
import { readOrCreatePasswords, createCluster, isClusterMissing, type Passwords, type ClusterLocation } from "./cluster.ts"
import { faultFromError, unresponsive } from "./fault.ts"
import { isLocked, acquireLock } from "./lock.ts"
import { makeDirectory } from "./make-directory.ts"
import { chooseOwner, changeOwner } from "./owner.ts"
import { runServer, type Server } from "./server.ts"
import { serverSettings } from "./settings.ts"

/** `unexpectedExit` resolves with the reason when the server ends without `stop`; it never rejects. */
export type Embedded = {
  url: string
  superuserUrl: string
  pid: number
  adopted: boolean
  unexpectedExit: Promise<string>
  stop(): Promise<void>
}

type EmbeddedOptions = {
  dataDir: string
  report(line: string): void
  /** Overrides the settings of settings.ts. Only tests may turn fsync off. */
  settings?: Record<string, string>
  /** Aborts the start: stops what has been started, and throws the reason. */
  signal?: AbortSignal
  /** How long a server that accepts connections may take to answer. Tests shorten it. */
  maxAnswerMs?: number
}

/** Starts the packaged PostgreSQL in `<dataDir>/postgres`. It listens on a Unix socket in that directory only. */
export async function startEmbedded({ dataDir, report, settings, signal, maxAnswerMs = 30_000 }: EmbeddedOptions): Promise<Embedded> {
  const directory = resolve(dataDir)
  const cleanups: (() => void | Promise<void>)[] = []
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= runInReverse(cleanups))
  try {
    makeDirectory(directory)
    cleanups.push(acquireLock(directory))
    const { location, passwords } = await prepare(directory, report, settings?.["fsync"] !== "off")
    signal?.throwIfAborted()
    const socket = linkSocketDirectory(location.cluster)
    cleanups.push(socket.release)
    const superuserUrl = urlOf("postgres", passwords, socket.path)
    const run = () => runServer(location, { settings: serverSettings(settings), report, signal })
    const server = await runUsable(run, () => ensureDatabase(superuserUrl, passwords.countersign, maxAnswerMs), directory)
    cleanups.push(server.stop)
    const { pid, adopted, unexpectedExit } = server
    return { url: urlOf("countersign", passwords, socket.path), superuserUrl, pid, adopted, unexpectedExit, stop }
  } catch (error) {
    await stop()
    signal?.throwIfAborted() // a signal to the process group has ended initdb too
    throw faultFromError(error, directory)
  }
}

/** For CLI commands: uses the server of a running Countersign process if there is one, else starts a server until `stop`. */
export async function connectEmbedded(options: EmbeddedOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = resolve(options.dataDir)
  if (!isLocked(directory)) return startEmbedded(options)
  const { path, release } = linkSocketDirectory(join(directory, "postgres"))
  return { url: urlOf("countersign", readOrCreatePasswords(directory, false), path), stop: async () => release() }
}

const urlOf = (user: keyof Passwords, passwords: Passwords, socket: string) =>
  `postgres://${user}:${passwords[user]}@/${user}?host=${encodeURIComponent(socket)}&port=5432`

/**
 * Replaces a server that was already being killed when it was adopted. A server that hangs is not replaced, because it would not stop
 * either.
 */
async function runUsable(run: () => Promise<Server>, use: () => Promise<void>, directory: string): Promise<Server> {
  const server = await run()
  try {
    await use()
    return server
  } catch (error) {
    if (server.adopted && isTimeout(error)) throw unresponsive(directory, server.pid)
    await server.stop()
    if (!server.adopted) throw error
    return runUsable(run, use, directory)
  }
}

/** The time-outs of `pg` have no code, so their messages are compared: one for connecting, one for a query. */
const isTimeout = (error: unknown) => error instanceof Error && /^(timeout expired|Query read timeout)$/.test(error.message)

async function runInReverse(steps: (() => void | Promise<void>)[]) {
  for (const step of steps.toReversed()) await step()
}

async function prepare(
  dataDir: string,
  report: (line: string) => void,
  sync: boolean,
): Promise<{ location: ClusterLocation; passwords: Passwords }> {
  const cluster = join(dataDir, "postgres")
  const fresh = isClusterMissing(cluster)
  const passwords = readOrCreatePasswords(dataDir, fresh)
  const owner = chooseOwner(cluster)
  const location = { dataDir, cluster, owner, binaries: findBinaries(owner) }
  if (fresh) {
    report(`Preparing a database in ${dataDir}. This happens once and takes a few seconds.`)
    await createCluster(location, passwords, sync)
  }
  changeOwner(owner, cluster)
  return { location, passwords }
}

/** The path of a Unix socket is limited to 107 bytes (103 on macOS); a longer one is reached through a link in a private directory. */
function linkSocketDirectory(cluster: string) {
  if (Buffer.byteLength(join(cluster, ".s.PGSQL.5432")) <= 100) return { path: cluster, release() {} }
  const linkDirectory = mkdtempSync(join(tmpdir().length < 60 ? tmpdir() : "/tmp", "countersign-"))
  const path = join(linkDirectory, "postgres")
  symlinkSync(cluster, path)
  return { path, release: () => rmSync(linkDirectory, { recursive: true, force: true }) }
}

/** Runs at each start, because the first start may have been interrupted after it created the cluster. */
async function ensureDatabase(superuserUrl: string, password: string, maxAnswerMs: number) {
  const client = new Client({ connectionString: superuserUrl, connectionTimeoutMillis: maxAnswerMs, query_timeout: maxAnswerMs })
  client.on("error", () => {}) // a broken connection also rejects the pending query
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(`
      select exists (select from pg_roles where rolname = 'countersign') as role,
             exists (select from pg_database where datname = 'countersign') as database`)
    if (!rows[0]?.role) {
      await client.query(`create role countersign login createdb nosuperuser nobypassrls password '${password}'`)
    }
    if (!rows[0]?.database) await client.query("create database countersign owner countersign")
  } finally {
    await client.end()
  }
}
