import { Gauge } from "@prometheus-io/client"
import type { FastifyInstance } from "fastify"
import { pool } from "../kit/db.ts"
import { metrics } from "../kit/metrics.ts"
import { isMigrated } from "../kit/migrate.ts"
import { ageS } from "../rates/store.ts"

new Gauge({
  name: "countersign_fx_rates_age_seconds",
  help: "How old the exchange rates are that are shown, counted from the start of their day",
  collect() {
    this.set(ageS())
  },
})

/** What operators and load balancers ask. */
export function health(app: FastifyInstance) {
  app.get("/healthz", async () => ({ status: "up" }))

  app.get("/readyz", async (_request, reply) => {
    const ready = await isMigrated(text => pool.query(text)).catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready: the database is away or not migrated" })
  })

  app.get("/metrics", async (_request, reply) => reply.header("content-type", metrics.contentType).send(await metrics.metrics()))
}
