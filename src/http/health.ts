import { Gauge } from "@prometheus-io/client"
import type { FastifyInstance } from "fastify"
import { pool } from "../kit/db/pools.ts"
import { metrics } from "../kit/service/metrics.ts"
import { isMigrated } from "../kit/db/migrate.ts"
import { ratesAgeSeconds } from "../money/rates/store.ts"

new Gauge({
  name: "countersign_fx_rates_age_seconds",
  help: "Age of the exchange rates in use, counted from the start of their day",
  collect() {
    this.set(ratesAgeSeconds())
  },
})

/** Liveness, readiness and metrics, for operators and load balancers. */
export function addHealthRoutes(app: FastifyInstance) {
  app.get("/healthz", async () => ({ status: "up" }))

  app.get("/readyz", async (_request, reply) => {
    const ready = await isMigrated(text => pool.query(text)).catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready: the database is unreachable or not migrated" })
  })

  app.get("/metrics", async (_request, reply) => reply.header("content-type", metrics.contentType).send(await metrics.metrics()))
}
