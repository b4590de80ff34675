import pg from "pg"
import { BackupFault, checkBackup, type Header, openBackup, type Progress, type Summary, withProgress } from "./backup-file.ts"
import { connectForCopy } from "./backup.ts"
import { type CatalogTable, readTables } from "./catalog.ts"
import { faultFromDatabase } from "./connect.ts"
import { copyIn } from "./copy.ts"
import { appliedMigrations, beginRestore, migrateRestored } from "./migrate.ts"
import { unknownMigrations } from "./migrations.ts"
import { assertOpensMarker } from "./secret-key-marker.ts"

/**
 * Loads a backup into an empty database: the schema as it was then, every row in one transaction, and then the migrations since. The
 * service refuses the database until `endRestore`.
 */
export async function restore(databaseUrl: string, path: string, report: Progress): Promise<Header & Summary> {
  const { header, summary } = await checkBackup(path)
  const unknown = unknownMigrations(header.migrations)
  if (unknown.length > 0)
    throw new BackupFault(
      `The database of ${path}, which version ${header.version} wrote, had migrations that this version lacks: ${unknown.join(", ")}. ` +
        "Restore it with the version that made them.",
    )
  if (header.secretKeyMarker !== null) assertOpensMarker(header.secretKeyMarker)
  const client = await connectForCopy(databaseUrl)
  try {
    await assertEmpty(client, header)
    await beginRestore(databaseUrl)
    const names = header.migrations.map(({ name }) => name)
    await migrateRestored(databaseUrl, names)
    await load(client, path, summary, report)
    await migrateRestored(databaseUrl)
    await client.query("analyze")
  } catch (error) {
    throw faultFromDatabase(error)
  } finally {
    await client.end()
  }
  return { ...header, ...summary }
}

/** A restore overwrites nothing. Tables that all tenants share, such as exchange rates, may have rows already. */
async function assertEmpty(client: pg.Client, { migrations }: Header) {
  for (const { name, isProtected } of await readTables(client)) {
    const { rows } = await client.query<{ full: boolean }>(`select exists (select from ${pg.escapeIdentifier(name)}) as full`)
    if (isProtected && rows[0]!.full)
      throw new BackupFault(
        `The database is not empty: its table ${name} has rows. A restore overwrites nothing: use a new database, or a new DATA_DIR.`,
      )
  }
  const applied = (await appliedMigrations(client)).map(({ name }) => name)
  if (applied.some(name => !migrations.some(each => each.name === name)))
    throw new BackupFault("The database has no rows, but the tables of a later version than the backup's. Use one without tables.")
}

/** The owner of the tables loads them without row-level security, which COPY does not support. It is on again before the commit. */
async function load(client: pg.Client, path: string, { counts }: Summary, report: Progress) {
  const { header, rows } = await openBackup(path)
  await client.query("begin")
  const tables = await readTables(client)
  assertSameTables(header, tables)
  for (const partition of header.partitions) await createPartition(client, partition)
  const isProtected = new Set(tables.filter(table => table.isProtected).map(({ name }) => name))
  for (const { name, columns } of header.tables) {
    const table = pg.escapeIdentifier(name)
    await client.query(isProtected.has(name) ? `alter table ${table} no force row level security` : `delete from ${table}`)
    const count = await copyIn(client, `${table} (${columns.map(pg.escapeIdentifier).join(", ")})`, withProgress(name, rows(), report))
    if (count !== counts[name]) throw new BackupFault(`${count} of the ${counts[name]} rows of ${name} were loaded; nothing was changed.`)
    if (isProtected.has(name)) await client.query(`alter table ${table} force row level security`)
    report(name, count, true)
  }
  await client.query("commit")
}

function assertSameTables(header: Header, tables: readonly CatalogTable[]) {
  const shapeOf = ({ name, columns }: Header["tables"][number]) => `${name} (${columns.toSorted().join(", ")})`
  const [expected, found] = [header.tables.map(shapeOf), tables.map(shapeOf)]
  const differing = [...expected.filter(shape => !found.includes(shape)), ...found.filter(shape => !expected.includes(shape))]
  if (differing.length > 0) throw new BackupFault(`The backup and the database have different tables: ${differing.join("; ")}.`)
}

/** The bounds come from the file, so only what PostgreSQL itself writes for a range is executed. */
async function createPartition(client: pg.Client, { name, parent, bounds }: Header["partitions"][number]) {
  if (!/^FOR VALUES FROM \('[\d:+ -]+'\) TO \('[\d:+ -]+'\)$/.test(bounds)) throw new BackupFault(`Unknown partition bounds ${bounds}.`)
  const partition = pg.escapeIdentifier(name)
  await client.query(`create table if not exists ${partition} partition of ${pg.escapeIdentifier(parent)} ${bounds}`)
  await client.query("select protect($1::regclass) where not (select relrowsecurity from pg_class where oid = $1::regclass)", [partition])
}
