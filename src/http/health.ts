import type { FastifyInstance } from "fastify"
import { probeWrite, type Readiness } from "../kit/db/write-probe.ts"
import { isStopping } from "./connection/drain.ts"

const statuses: Record<Readiness, string> = {
  ready: "ready",
  "not migrated": "not ready: the database is not migrated",
  "can't commit": "not ready: the database is unreachable or can't commit a write; the log has the reason",
}

/** Liveness and readiness, for operators and load balancers. */
export function addHealthRoutes(app: FastifyInstance) {
  app.get("/healthz", async () => ({ status: "up" }))

  app.get("/readyz", async (_request, reply) => {
    if (isStopping(app.server)) return reply.code(503).send({ status: "not ready: the process is stopping" })
    const readiness = await probeWrite()
    return reply.code(readiness === "ready" ? 200 : 503).send({ status: statuses[readiness] })
  })
}
