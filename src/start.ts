import { once } from "node:events"
import type { FastifyInstance } from "fastify"
import { application } from "./app.ts"
import { addressesOf } from "./http/connection/http-servers.ts"
import { flushRequestLog } from "./http/connection/request-log.ts"
import { startMetricsServer } from "./http/metrics.ts"
import { buildServer, buildWorkerServer, listen } from "./http/server.ts"
import { type Config, setConfig } from "./kit/service/config.ts"
import { setSecretKeys } from "./kit/service/crypto.ts"
import { closeDatabase, openDatabase } from "./kit/db/pools.ts"
import { log, setLogLevel } from "./kit/service/log.ts"
import { followDatabaseClock } from "./kit/db/database-clock.ts"
import { migrate } from "./kit/db/migrate.ts"
import { assertSecretKey } from "./kit/db/secret-key-marker.ts"
import { startWorker } from "./worker.ts"

export type RunningService = { address: string; app: FastifyInstance; stop(): Promise<void> }

type StartConfig = Config & { DATABASE_URL: string; SECRET_KEY: string[] }

/** Migrates the database, then starts the HTTP server and the worker as ROLE says. `signal` aborts the start until the server listens. */
export async function start(config: StartConfig, signal?: AbortSignal, beforeListening?: () => Promise<void>): Promise<RunningService> {
  setConfig(config)
  setLogLevel(config.LOG_LEVEL)
  setSecretKeys(config.SECRET_KEY)
  await unlessAborted(() => migrate(config.DATABASE_URL, sentence => log.warn(sentence)), signal)
  openDatabase(config.DATABASE_URL, config.DATABASE_CONNECTIONS)
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
    stops.push(await followDatabaseClock())
    await assertSecretKey(application.reseals)
    await beforeListening?.()
    app = config.ROLE === "worker" ? buildWorkerServer() : buildServer(application)
    const address = await listen(app, config)
    const { HOST, METRICS } = config
    if (METRICS.kind === "port") stops.push(await startMetricsServer(HOST, METRICS.port, await addressesOf(HOST)))
    if (config.ROLE !== "api") worker = startWorker(application)
    return { address, app, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Stops a process that waits for its database at once. Uncommitted work is rolled back. */
async function unlessAborted(work: () => Promise<void>, signal: AbortSignal | undefined) {
  signal?.throwIfAborted()
  await Promise.race([work(), ...(signal ? [once(signal, "abort")] : [])])
  signal?.throwIfAborted()
}
