import { availableParallelism, totalmem } from "node:os"
import { type Config, ConfigFault } from "../kit/service/config.ts"

/** Of each process: the least connections to PostgreSQL, and what it opens where there are enough. */
const minConnections = 6
const maxConnections = 19
/** A process has 165 MB after its start, and grows under load. */
const memoryPerProcess = 384 * 1024 * 1024

type Machine = { cores: number; memoryBytes: number }
type Settings = Pick<Config, "ROLE" | "PROCESSES" | "DATABASE_CONNECTIONS">

/** A service has `web` processes that serve requests, and one more that is the worker, unless ROLE says that it has none. */
export type Plan = { web: number; hasWorker: boolean }

/** What this machine, or the container, admits. */
const thisMachine = (): Machine => {
  const limit = process.constrainedMemory()
  return { cores: availableParallelism(), memoryBytes: limit > 0 ? Math.min(limit, totalmem()) : totalmem() }
}

/** Undefined where one process does everything. */
export function planProcesses(settings: Settings, machine = thisMachine()): Plan | undefined {
  const { ROLE, PROCESSES, DATABASE_CONNECTIONS: connections } = settings
  if (ROLE === "worker" || PROCESSES === 1) return undefined
  const hasWorker = ROLE === "all"
  if (PROCESSES !== undefined) {
    assertEnough(connections, { web: PROCESSES, hasWorker })
    return { web: PROCESSES, hasWorker }
  }
  const bounds = [machine.memoryBytes / memoryPerProcess, connections === undefined ? Infinity : connections / minConnections]
  const web = Math.min(machine.cores, ...bounds.map(count => Math.floor(count) - Number(hasWorker)))
  return web > 1 ? { web, hasWorker } : undefined
}

function assertEnough(connections: number | undefined, plan: Plan) {
  const needed = countProcesses(plan) * minConnections
  if (connections === undefined || connections >= needed) return
  throw new ConfigFault(
    "Countersign can't start with these settings:\n" +
      `  - DATABASE_CONNECTIONS must be at least ${needed}, which is ${minConnections} for each of ${countProcesses(plan)} processes, ` +
      "or PROCESSES must be lower",
  )
}

const countProcesses = ({ web, hasWorker }: Plan) => web + Number(hasWorker)

/**
 * How many connections each process may open, and how many processes there can be. By default they use half of what the server admits: the
 * other half is for a second machine, for commands, and for the process that takes the place of another one.
 */
export function fitConnections(plan: Plan, settings: Settings, admitted: number): { plan: Plan; connections: number } {
  const { PROCESSES, DATABASE_CONNECTIONS: configured } = settings
  if (configured !== undefined) return { plan, connections: Math.floor(configured / countProcesses(plan)) }
  const half = Math.floor(admitted / 2)
  const most = Math.max(1, Math.floor(half / minConnections) - Number(plan.hasWorker))
  const fitting = PROCESSES === undefined && plan.web > most ? { ...plan, web: most } : plan
  const share = Math.max(minConnections, Math.min(maxConnections, Math.floor(half / countProcesses(fitting))))
  const needed = share * (countProcesses(fitting) + 1)
  if (needed <= admitted) return { plan: fitting, connections: share }
  throw new ConfigFault(
    `${countProcesses(fitting)} processes need ${needed} connections, with those of one that is being replaced, and PostgreSQL admits ` +
      `${admitted}. Raise max_connections of PostgreSQL, or lower PROCESSES.`,
  )
}

/** What each process that serves requests may have of what the service may have. 0 is no bound. */
export const shareOf = (bound: number, { web }: Plan) => Math.ceil(bound / web)
