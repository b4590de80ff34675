import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { Client } from "pg"
import { findBinaries } from "./binaries.ts"
import { keepPasswords, makeCluster, needsCluster, type Passwords, type Place } from "./cluster.ts"
import { faultFromError } from "./fault.ts"
import { isHeld, takeLock } from "./lock.ts"
import { chooseOwner, giveTo } from "./owner.ts"
import { runServer } from "./server.ts"
import { serverSettings } from "./settings.ts"

export { EmbeddedFault } from "./fault.ts"

/** `died` resolves with the reason when the server ends without being asked to; it never rejects. */
export type Embedded = { url: string; superUrl: string; pid: number; adopted: boolean; died: Promise<string>; stop(): Promise<void> }

export type EmbeddedOptions = {
  dataDir: string
  say(line: string): void
  /** Instead of the ones in settings.ts. Only a test, whose data nobody will miss, may turn fsync off. */
  settings?: Record<string, string>
}

/** The PostgreSQL that comes with Countersign, in `<dataDir>/postgres`, reachable through a socket there and by nothing else. */
export async function startEmbedded({ dataDir, say, settings }: EmbeddedOptions): Promise<Embedded> {
  const directory = resolve(dataDir)
  const undo: (() => void | Promise<void>)[] = []
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= inReverse(undo))
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    undo.push(takeLock(directory))
    const { place, passwords } = await prepare(directory, say, settings?.["fsync"] !== "off")
    const server = await runServer(place, serverSettings(settings), say)
    undo.push(server.stop)
    const socket = shortSocketDirectory(place.cluster)
    undo.push(socket.release)
    const superUrl = urlOf("postgres", passwords, socket.path)
    await ensureDatabase(superUrl, passwords.countersign)
    const { pid, adopted, died } = server
    return { url: urlOf("countersign", passwords, socket.path), superUrl, pid, adopted, died, stop }
  } catch (error) {
    await stop()
    throw faultFromError(error, directory)
  }
}

/** For a command beside it: the server that a running Countersign holds is used as it is, else one is started for as long as needed. */
export async function reachEmbedded(options: EmbeddedOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = resolve(options.dataDir)
  if (!isHeld(directory)) return startEmbedded(options)
  const { path, release } = shortSocketDirectory(join(directory, "postgres"))
  return { url: urlOf("countersign", keepPasswords(directory, false), path), stop: async () => release() }
}

const urlOf = (user: keyof Passwords, passwords: Passwords, socket: string) =>
  `postgres://${user}:${passwords[user]}@/${user}?host=${encodeURIComponent(socket)}&port=5432`

async function inReverse(steps: (() => void | Promise<void>)[]) {
  for (const step of steps.toReversed()) await step()
}

async function prepare(dataDir: string, say: (line: string) => void, sync: boolean): Promise<{ place: Place; passwords: Passwords }> {
  const cluster = join(dataDir, "postgres")
  const fresh = needsCluster(cluster)
  const passwords = keepPasswords(dataDir, fresh)
  const owner = chooseOwner(cluster)
  const place = { dataDir, cluster, owner, binaries: findBinaries(owner) }
  if (fresh) {
    say(`Preparing a database in ${dataDir}. This happens once and takes a few seconds.`)
    await makeCluster(place, passwords, sync)
  }
  giveTo(owner, cluster)
  return { place, passwords }
}

/** The path of a Unix socket has room for 107 bytes (103 on macOS). A longer one gets a short private way in. */
function shortSocketDirectory(cluster: string) {
  if (Buffer.byteLength(join(cluster, ".s.PGSQL.5432")) <= 100) return { path: cluster, release() {} }
  const way = mkdtempSync(join(tmpdir().length < 60 ? tmpdir() : "/tmp", "countersign-"))
  const path = join(way, "postgres")
  symlinkSync(cluster, path)
  return { path, release: () => rmSync(way, { recursive: true, force: true }) }
}

/** Asked at each start, because the first one may have been cut short between the cluster and its database. */
async function ensureDatabase(superUrl: string, password: string) {
  const client = new Client({ connectionString: superUrl })
  client.on("error", () => {}) // a broken connection also rejects the query that waits on it
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
