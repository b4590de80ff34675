import type { FastifyInstance } from "fastify"
import { application } from "./app.ts"
import { buildServer } from "./http/server.ts"
import { type Config, useConfig } from "./kit/service/config.ts"
import { useSecretKeys } from "./kit/service/crypto.ts"
import { closeDatabase, openDatabase } from "./kit/db/pools.ts"
import { useLogLevel } from "./kit/service/log.ts"
import { migrate } from "./kit/db/migrate.ts"
import { startWorker } from "./worker.ts"

export type RunningService = { address: string; app: FastifyInstance; stop(): Promise<void> }

/** Migrates the database, then starts the HTTP server and the worker as ROLE says. */
export async function start(config: Config & { DATABASE_URL: string; SECRET_KEY: string[] }): Promise<RunningService> {
  useConfig(config)
  useLogLevel(config.LOG_LEVEL)
  useSecretKeys(config.SECRET_KEY)
  await migrate(config.DATABASE_URL)
  openDatabase(config.DATABASE_URL)
  const app = buildServer(application)
  const address = config.ROLE === "worker" ? "" : await app.listen({ host: config.HOST, port: config.PORT, backlog: 1024 })
  const worker = config.ROLE === "api" ? undefined : startWorker(application)
  return {
    address,
    app,
    /** Waits for requests and jobs in flight, then closes the database pools. */
    async stop() {
      await Promise.all([app.close(), worker?.stop()])
      await closeDatabase()
    },
  }
}
