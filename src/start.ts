import type { FastifyInstance } from "fastify"
import { application } from "./app.ts"
import { addressesOf } from "./http/connection/http-servers.ts"
import { flushRequestLog } from "./http/connection/request-log.ts"
import { startMetricsServer } from "./http/metrics.ts"
import { buildServer, buildWorkerServer, listen } from "./http/server.ts"
import { homeName } from "./kit/pure/cell-urls.ts"
import { type Config, setConfig } from "./kit/service/config.ts"
import { setSecretKeys } from "./kit/service/crypto.ts"
import { assertRegistered } from "./kit/db/cell-registry.ts"
import { allCells, migrateCellBeside, type Cell, closeDatabase, home, inCell, openDatabase } from "./kit/db/cells.ts"
import { loadDirectory } from "./kit/db/directory.ts"
import { prepareCells, retryCells } from "./kit/db/prepare-cells.ts"
import { log, setLogLevel } from "./kit/service/log.ts"
import { watchReplicas } from "./kit/db/replica-watch.ts"
import { followDatabaseClock } from "./kit/db/database-clock.ts"
import { migrate } from "./kit/db/migrate.ts"
import { assertSecretKey } from "./kit/db/secret-key-marker.ts"
import { abortable } from "./processes/launch.ts"
import { startWorker } from "./worker.ts"

/** `address` is empty where nothing listens: in a worker that has a primary process. */
export type RunningService = { address: string; app: FastifyInstance; stop(): Promise<void> }

type StartConfig = Config & { DATABASE_URL: string; SECRET_KEY: string[] }
type BeforeListening = () => Promise<void>

/** Migrates the cells, then starts the HTTP server and the worker as ROLE says. `signal` aborts the start until the server listens. */
export async function start(config: StartConfig, signal?: AbortSignal, beforeListening?: BeforeListening): Promise<RunningService> {
  configure(config)
  await abortable(() => migrate(config.DATABASE_URL, reportWait), signal)
  return serve(config, { hasPrimary: false, signal, beforeListening })
}

/** Starts one of several processes of a service. The primary process has migrated the cells, and shows the metrics. */
export function startUnderPrimary(config: StartConfig, beforeListening?: BeforeListening): Promise<RunningService> {
  configure(config)
  return serve(config, { hasPrimary: true, beforeListening })
}

function configure(config: StartConfig) {
  setConfig(config)
  setLogLevel(config.LOG_LEVEL)
  setSecretKeys(config.SECRET_KEY)
}

type ServeOptions = { hasPrimary: boolean; signal?: AbortSignal | undefined; beforeListening?: BeforeListening | undefined }

async function serve(config: StartConfig, { hasPrimary, signal, beforeListening }: ServeOptions): Promise<RunningService> {
  openDatabase(config.DATABASE_URL, config.DATABASE_CONNECTIONS, config.CELL_URLS, readUrlsOf(config))
  const { ROLE, HOST, METRICS } = config
  let app: FastifyInstance | undefined
  const workers: ReturnType<typeof startWorker>[] = []
  const stops: (() => void)[] = []
  const stopping = new AbortController()
  /** Waits for requests and jobs in flight, then closes the database pools. */
  async function stop() {
    stopping.abort()
    await Promise.all([app?.close(), ...workers.map(worker => worker.stop())])
    for (const each of stops) each()
    await closeDatabase()
    flushRequestLog()
  }
  const startWorkerIn = (cell: Cell) => void (ROLE !== "api" && workers.push(inCell(cell, () => startWorker(application))))
  try {
    if (hasPrimary) await migrateCellBeside(home())
    stops.push(await followDatabaseClock())
    await inCell(home(), () => assertSecretKey(application.reseals))
    await openCells(config, hasPrimary, signal)
    if (ROLE !== "worker") watchReplicas(stopping.signal)
    await beforeListening?.()
    app = ROLE === "worker" ? buildWorkerServer() : buildServer(application)
    const address = hasPrimary && ROLE === "worker" ? "" : await listen(app, config)
    if (METRICS.kind === "port" && !hasPrimary) stops.push(await startMetricsServer(HOST, METRICS.port, await addressesOf(HOST)))
    for (const cell of allCells()) if (!cell.fault) startWorkerIn(cell)
    void retryCells(cellOptions, startWorkerIn, stopping.signal)
    return { address, app, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const reportWait = (sentence: string) => log.warn(sentence)
const cellOptions = { reseals: application.reseals, reportWait }

const readUrlsOf = ({ DATABASE_READ_URL, CELL_READ_URLS }: Config): ReadonlyMap<string, string> =>
  new Map([
    ...(DATABASE_READ_URL ? [[homeName, DATABASE_READ_URL] as const] : []),
    ...CELL_READ_URLS.map(({ name, url }) => [name, url] as const),
  ])

/** The cells besides home. The service starts without those that can't be reached. */
async function openCells({ CELL_URLS }: Config, hasPrimary: boolean, signal?: AbortSignal) {
  await assertRegistered(CELL_URLS)
  await abortable(() => prepareCells(hasPrimary ? { ...cellOptions, areMigrated: true } : cellOptions), signal)
  await loadDirectory()
}
