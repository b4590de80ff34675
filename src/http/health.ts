import type { FastifyInstance } from "fastify"
import { allCells, type Cell, isOnlyCell } from "../kit/db/cells.ts"
import { isInOutage } from "../kit/db/outage.ts"
import { probeWrite, type Readiness } from "../kit/db/write-probe.ts"
import { isStopping } from "./connection/drain.ts"

const statuses: Record<Readiness, string> = {
  ready: "ready",
  "not migrated": "not ready: the database is not migrated",
  "can't commit": "not ready: the database is unreachable or can't commit a write; the log has the reason",
}

/** Does not wait for one of several cells that is known to be out of order: a server that does not answer would delay the response. */
const readinessOf = async (cell: Cell): Promise<Readiness> =>
  !isOnlyCell() && (cell.fault || isInOutage(cell.name)) ? "can't commit" : probeWrite(cell)

/** Liveness and readiness, for operators and load balancers. */
export function addHealthRoutes(app: FastifyInstance) {
  app.get("/healthz", async () => ({ status: "up" }))

  app.get("/readyz", async (_request, reply) => {
    if (isStopping(app.server)) return reply.code(503).send({ status: "not ready: the process is stopping" })
    const cells = await Promise.all(allCells().map(async cell => [cell.name, await readinessOf(cell)] as const))
    const [[, ofHome]] = cells as [(typeof cells)[number]]
    // As long as one cell can be used, a balancer must go on sending requests here: they may be for its tenants.
    const isReady = ofHome !== "not migrated" && cells.some(([, readiness]) => readiness === "ready")
    const others = cells.length > 1 && { cells: Object.fromEntries(cells.map(([name, readiness]) => [name, statuses[readiness]])) }
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : statuses[ofHome], ...others })
  })
}
