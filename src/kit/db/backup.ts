import { createHash } from "node:crypto"
import { createWriteStream, existsSync, rmSync } from "node:fs"
import { open, rename } from "node:fs/promises"
import { dirname } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import pg from "pg"
import { BackupFault, countRows, endOfRows, type Header, lineOf, type Progress, type Summary, withProgress } from "./backup-file.ts"
import { readPartitions, readTables } from "./catalog.ts"
import { connect } from "./connect.ts"
import { copyOut } from "./copy.ts"
import { appliedMigrations } from "./migrate.ts"
import { applySettings, assertKeepsSession } from "./session.ts"

/** Writes every row of the database, in one snapshot, to a new file. Requests continue meanwhile. */
export async function backUp(databaseUrl: string, path: string, version: string, report: Progress): Promise<Header & Summary> {
  if (existsSync(path)) throw new BackupFault(`${path} exists already; name another file.`)
  const draft = `${path}.draft`
  const client = await connectForCopy(databaseUrl)
  try {
    await client.query("begin isolation level repeatable read read only")
    const header = await readHeader(client, version)
    const summary: Summary = { counts: {}, sha256: "" }
    const file = createWriteStream(draft, { mode: 0o600, flush: true })
    await pipeline(Readable.from(contents(client, header, summary, report)), createGzip(), file)
    await rename(draft, path)
    await syncDirectory(dirname(path))
    return { ...header, ...summary }
  } catch (error) {
    throw isFileError(error) ? new BackupFault(`${path} can't be written: ${error.message}.`) : error
  } finally {
    removeDraft(draft)
    await client.end()
  }
}

/** Ignores a folder that can't be entered: it has no draft, and the error of the backup reports it. */
function removeDraft(draft: string) {
  if (existsSync(draft)) rmSync(draft, { force: true })
}

/** The folder is missing, read-only or full. */
const isFileError = (error: unknown): error is Error =>
  error instanceof Error && "syscall" in error && (error.syscall === "open" || error.syscall === "write") && !("port" in error)

/** The text that the server sends depends on these settings. Without the first one it would send no rows of tenants. */
const settings = {
  "app.tenants": "*",
  timezone: "UTC",
  datestyle: "ISO",
  statement_timeout: "0",
  idle_in_transaction_session_timeout: "0",
}

export async function connectForCopy(databaseUrl: string): Promise<pg.Client> {
  const client = await connect(databaseUrl)
  try {
    await assertKeepsSession(client, databaseUrl)
    await applySettings(client, settings)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

async function readHeader(client: pg.Client, version: string): Promise<Header> {
  const migrations = await appliedMigrations(client)
  if (migrations.length === 0) throw new BackupFault("The database is empty: there is nothing to back up.")
  const { rows } = await client.query<{ at: Date }>("select now() as at")
  const tables = await readTables(client)
  // As pg_dump does: a migration that starts now waits until the backup is done.
  await client.query(`lock table ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(", ")} in access share mode`)
  return {
    countersign: "backup",
    format: 1,
    version,
    at: rows[0]!.at.toISOString(),
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    partitions: await readPartitions(client),
    secretKeyMarker: tables.some(({ name }) => name === "secret_key_marker") ? await readMarker(client) : null,
  }
}

async function readMarker(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ sealed: string }>("select sealed from secret_key_marker")
  return rows[0]?.sealed ?? null
}

/** Yields the file's content and fills in the summary. */
async function* contents(client: pg.Client, header: Header, summary: Summary, report: Progress): AsyncGenerator<Buffer> {
  const digest = createHash("sha256")
  const hashed = (bytes: Buffer) => {
    digest.update(bytes)
    return bytes
  }
  yield hashed(Buffer.from(lineOf(header)))
  for (const { name, columns } of header.tables) {
    let count = 0
    const rows = copyOut(client, `select ${columns.map(pg.escapeIdentifier).join(", ")} from ${pg.escapeIdentifier(name)}`)
    for await (const block of withProgress(name, rows, report)) {
      count += countRows(block)
      yield hashed(block)
    }
    yield hashed(Buffer.from(endOfRows))
    summary.counts[name] = count
    report(name, count, true)
  }
  summary.sha256 = digest.digest("hex")
  yield Buffer.from(lineOf(summary))
}

/** So that the new name survives a power failure. */
async function syncDirectory(path: string) {
  const directory = await open(path, "r")
  await directory.sync()
  await directory.close()
}
