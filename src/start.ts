import type { FastifyInstance } from "fastify"
import { jobs, loops, operations, sweeps } from "./app.ts"
import { buildServer } from "./http/server.ts"
import { type Config, useConfig } from "./kit/config.ts"
import { useSecretKeys } from "./kit/crypto.ts"
import { closeDatabase, openDatabase } from "./kit/db.ts"
import { useLogLevel } from "./kit/log.ts"
import { migrate } from "./kit/migrate.ts"
import { startWorker } from "./worker.ts"

export type Running = { address: string; app: FastifyInstance; stop(): Promise<void> }

/** The service on a database that is there: migrate, listen, work. Main starts it, and so do the tests. */
export async function start(config: Config & { DATABASE_URL: string; SECRET_KEY: string[] }): Promise<Running> {
  useConfig(config)
  useLogLevel(config.LOG_LEVEL)
  useSecretKeys(config.SECRET_KEY)
  await migrate(config.DATABASE_URL)
  openDatabase(config.DATABASE_URL)
  const app = buildServer(operations)
  const address = config.ROLE === "worker" ? "" : await app.listen({ host: config.HOST, port: config.PORT, backlog: 1024 })
  const worker = config.ROLE === "api" ? undefined : startWorker(jobs, sweeps, loops)
  return {
    address,
    app,
    /** Nobody new comes in, everybody inside is served, the worker puts its work down, then the lights go out. */
    async stop() {
      await Promise.all([app.close(), worker?.stop()])
      await closeDatabase()
    },
  }
}
