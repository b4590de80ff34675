import type { FastifyInstance } from "fastify"
import { application } from "./app.ts"
import { addressesOf } from "./http/connection/http-servers.ts"
import { flushRequestLog } from "./http/connection/request-log.ts"
import { startMetricsServer } from "./http/metrics.ts"
import { buildServer, buildWorkerServer, listen } from "./http/server.ts"
import { type Config, setConfig } from "./kit/service/config.ts"
import { setSecretKeys } from "./kit/service/crypto.ts"
import { closeDatabase, openDatabase, pool } from "./kit/db/pools.ts"
import { log, setLogLevel } from "./kit/service/log.ts"
import { followDatabaseClock } from "./kit/db/database-clock.ts"
import { assertMigrated, migrate } from "./kit/db/migrate.ts"
import { assertSecretKey } from "./kit/db/secret-key-marker.ts"
import { abortable } from "./processes/launch.ts"
import { startWorker } from "./worker.ts"

/** `address` is empty where nothing listens: in a worker that has a primary process. */
export type RunningService = { address: string; app: FastifyInstance; stop(): Promise<void> }

type StartConfig = Config & { DATABASE_URL: string; SECRET_KEY: string[] }
type BeforeListening = () => Promise<void>

/** Migrates the database, then starts the HTTP server and the worker as ROLE says. `signal` aborts the start until the server listens. */
export async function start(config: StartConfig, signal?: AbortSignal, beforeListening?: BeforeListening): Promise<RunningService> {
  configure(config)
  await abortable(() => migrate(config.DATABASE_URL, sentence => log.warn(sentence)), signal)
  return serve(config, false, beforeListening)
}

/** Starts one of several processes of a service. The primary process has migrated the database, and shows the metrics. */
export function startUnderPrimary(config: StartConfig, beforeListening?: BeforeListening): Promise<RunningService> {
  configure(config)
  return serve(config, true, beforeListening)
}

function configure(config: StartConfig) {
  setConfig(config)
  setLogLevel(config.LOG_LEVEL)
  setSecretKeys(config.SECRET_KEY)
}

async function serve(config: StartConfig, hasPrimary: boolean, beforeListening?: BeforeListening): Promise<RunningService> {
  openDatabase(config.DATABASE_URL, config.DATABASE_CONNECTIONS)
  const { ROLE, HOST, METRICS } = config
  let [app, worker]: [FastifyInstance?, ReturnType<typeof startWorker>?] = []
  const stops: (() => void)[] = []
  /** Waits for requests and jobs in flight, then closes the database pools. */
  async function stop() {
    await Promise.all([app?.close(), worker?.stop()])
    for (const each of stops) each()
    await closeDatabase()
    flushRequestLog()
  }
  try {
    if (hasPrimary) await assertMigrated(text => pool.query(text))
    stops.push(await followDatabaseClock())
    await assertSecretKey(application.reseals)
    await beforeListening?.()
    app = ROLE === "worker" ? buildWorkerServer() : buildServer(application)
    const address = hasPrimary && ROLE === "worker" ? "" : await listen(app, config)
    if (METRICS.kind === "port" && !hasPrimary) stops.push(await startMetricsServer(HOST, METRICS.port, await addressesOf(HOST)))
    if (ROLE !== "api") worker = startWorker(application)
    return { address, app, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
