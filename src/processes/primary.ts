import { readAdmittedConnections } from "../kit/db/admitted-connections.ts"
import { migrateAll } from "../kit/db/prepare-cells.ts"
import { type Config, setConfig } from "../kit/service/config.ts"
import { log, nameProcess, setLogLevel } from "../kit/service/log.ts"
import { connectMetrics } from "../kit/service/metrics.ts"
import type { Assignment, Ready } from "./channel.ts"
import { fitConnections, type Plan, shareOf } from "./plan.ts"
import { abortable, type Launch, type PreparedDatabase, type Running, StartFault } from "./launch.ts"
import type { Child } from "./spawn.ts"
import { createSupervisor, describeExit } from "./supervisor.ts"

/**
 * Runs a service as several processes. This one accepts connections and gives them to the others in turn, counts for all of them, and
 * knows neither the application nor its database. So it does nothing that could end it.
 */
export function launchProcesses(settings: Config, planned: Plan): Launch {
  setConfig(settings)
  setLogLevel(settings.LOG_LEVEL)
  nameProcess("primary")
  let assignment: Omit<Assignment, "role" | "isFirst"> | undefined
  const supervisor = createSupervisor(role => ({ ...assignment!, role, isFirst: false }))
  const first = supervisor.spawn("web-1", "api") // it loads while the database is prepared

  async function start({ databaseUrl, secretKeys }: PreparedDatabase, signal: AbortSignal): Promise<Running> {
    await abortable(() => migrateAll(databaseUrl, settings.CELL_URLS, sentence => log.warn(sentence)), signal)
    const { plan, connections } = fitConnections(planned, settings, await readAdmitted(databaseUrl, settings))
    if (plan.web < planned.web) log.warn({ processes: plan.web }, "PostgreSQL admits connections for fewer processes than there are cores")
    assignment = { databaseUrl, secretKeys, demoKeys: [], connections, ...boundsOf(settings, plan) }
    const ready = await serveFirst(first, { ...assignment, role: "api", isFirst: settings.embedded }, signal)
    if (ready.demoKey !== undefined) assignment.demoKeys = [ready.demoKey]
    supervisor.keep(first)
    const stopMetrics = await serveMetrics(settings, supervisor.readMetrics)
    const allServe = supervisor.startOthers(plan)
    return {
      address: ready.address,
      processes: plan.web,
      welcome: ready.welcome,
      allServe,
      failure: supervisor.failure,
      replaceAll: supervisor.replaceAll,
      async stop() {
        await supervisor.stop()
        stopMetrics()
      },
    }
  }

  return { start, kill: supervisor.kill }
}

/** The first process tells by its end that a port is used, or that a setting or the sandbox is broken. The others would too. */
async function serveFirst(first: Child, assignment: Assignment, signal: AbortSignal): Promise<Ready> {
  const stop = () => void first.stop("for good")
  signal.addEventListener("abort", stop)
  const ready = await first.serve(assignment)
  signal.removeEventListener("abort", stop)
  if (ready) return ready
  const exit = await first.exited
  signal.throwIfAborted()
  throw new StartFault(exit.code === 1 ? "" : `A process of the service ended ${describeExit(exit)} before it served.`)
}

/** Each process opens as many connections to every cell, so the cell that admits the fewest decides. One that can't be reached does not. */
async function readAdmitted(homeUrl: string, { CELL_URLS }: Config): Promise<number> {
  const others = CELL_URLS.map(({ url }) => readAdmittedConnections(url).catch(() => Infinity))
  return Math.min(...(await Promise.all([readAdmittedConnections(homeUrl), ...others])))
}

const boundsOf = ({ MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS }: Config, plan: Plan) => ({
  maxConnections: shareOf(MAX_CONNECTIONS, plan),
  maxConnectionsPerAddress: shareOf(MAX_CONNECTIONS_PER_ADDRESS, plan),
})

/** On a port of their own, if METRICS names one. Returns what stops it. */
async function serveMetrics({ HOST, METRICS }: Config, read: () => Promise<string>): Promise<() => void> {
  if (METRICS.kind !== "port") return () => {}
  const [{ startMetricsServer }, { addressesOf }] = await Promise.all([
    import("../http/metrics.ts"),
    import("../http/connection/http-servers.ts"),
  ])
  connectMetrics(read)
  return startMetricsServer(HOST, METRICS.port, await addressesOf(HOST))
}
