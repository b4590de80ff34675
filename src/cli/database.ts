import { connectEmbedded } from "../embedded/postgres.ts"
import { readOrCreateSecretKeys, readSecretKeys } from "../embedded/secret-key.ts"
import { application } from "../app.ts"
import { DatabaseFault } from "../kit/db/fault.ts"
import { migrate } from "../kit/db/migrate.ts"
import { isOutage } from "../kit/db/outage.ts"
import { prepareCells } from "../kit/db/prepare-cells.ts"
import { assertRegistered } from "../kit/db/cell-registry.ts"
import { closeDatabase, home, inCell, openDatabase } from "../kit/db/cells.ts"
import { assertSecretKey } from "../kit/db/secret-key-marker.ts"
import { type CellAddress, homeName } from "../kit/pure/cell-urls.ts"
import { type Config, ConfigFault, readConfig, setConfig } from "../kit/service/config.ts"
import { setSecretKeys } from "../kit/service/crypto.ts"
import { setLogLevel } from "../kit/service/log.ts"
import { onStopSignals } from "../kit/service/stop-signals.ts"

/** Connects a command to the database of the service. Migrates nothing and opens no pool. */
export async function withDatabaseUrl<T>(work: (url: string, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  setConfig(config)
  setLogLevel(config.LOG_LEVEL)
  onStopSignals({ stop: () => process.exit(130), force() {} }) // a database server that this command started stops with it
  const embedded = config.embedded ? await connectEmbedded({ dataDir: config.DATA_DIR, report: line => console.error(line) }) : undefined
  try {
    return await work(embedded?.url ?? config.DATABASE_URL!, config)
  } catch (error) {
    throw isOutage(error) && !(error instanceof DatabaseFault) ? lostConnection(error) : error
  } finally {
    await embedded?.stop()
  }
}

const lostConnection = (error: Error) =>
  new DatabaseFault(
    `The connection to the database was lost: ${error.message}. Whether the command took effect is not known: check before you repeat it.`,
  )

/** Connects a command as the service does: migrated, with the service's keys. */
export const withDatabase = <T>(work: (config: Config) => Promise<T>): Promise<T> =>
  withDatabaseUrl(async (url, config) => {
    setSecretKeys(config.SECRET_KEY ?? readOrCreateSecretKeys(config.DATA_DIR))
    await migrate(url)
    return withPools(url, config.CELL_URLS, async () => {
      await inCell(home(), () => assertSecretKey(application.reseals))
      await assertRegistered(config.CELL_URLS)
      await prepareCells({ reseals: application.reseals })
      return work(config)
    })
  })

export async function withPools<T>(url: string, others: readonly CellAddress[], work: () => Promise<T>): Promise<T> {
  openDatabase(url, undefined, others)
  try {
    return await work()
  } finally {
    await closeDatabase()
  }
}

/** The address of the cell that a command names; by default home. */
export function addressOf(cell: string | undefined, homeUrl: string, others: readonly CellAddress[]): string {
  if (cell === undefined || cell === homeName) return homeUrl
  const found = others.find(({ name }) => name === cell)
  if (!found) throw new ConfigFault(`CELL_URLS does not name the cell ${cell}. Add it as ${cell}=postgres://…`)
  return found.url
}

/** A restored copy needs the keys of the original; a new key would open nothing. */
export function requireSecretKeys({ SECRET_KEY, DATA_DIR }: Config): string[] {
  const keys = SECRET_KEY ?? readSecretKeys(DATA_DIR)
  if (!keys)
    throw new ConfigFault(
      `The secrets in a backup are encrypted: set SECRET_KEY, or copy secret.key of the installation that was backed up to ${DATA_DIR}.`,
    )
  return keys
}
