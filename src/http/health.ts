import type { FastifyInstance } from "fastify"
import { pool } from "../kit/db/pools.ts"
import { isMigrated } from "../kit/db/migrate.ts"

/** Liveness and readiness, for operators and load balancers. */
export function addHealthRoutes(app: FastifyInstance) {
  app.get("/healthz", async () => ({ status: "up" }))

  app.get("/readyz", async (_request, reply) => {
    const ready = await isMigrated(text => pool.query(text)).catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready: the database is unreachable or not migrated" })
  })
}
