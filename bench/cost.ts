import { readFileSync, readdirSync } from "node:fs"
import type { BenchServer } from "./bench-server.ts"
import { fillPayableIntents } from "./fill-payable-intents.ts"
import { formatInteger, measureSeconds, medians, type Report, rounds, warmUpSeconds } from "./report.ts"
import { runWrk, type Workload } from "./tools.ts"

export const workloads = { create: "a create", pay: "a payment", read: "a read" } as const
const size = 100_000
/** A tick of /proc on Linux. */
const microsecondsPerTick = 10_000
/** Rows that are folded or deleted within a day. What is left is kept for months or for ever. */
const shortLived = ["idempotency_keys", "tallies", "row_changes", "audit_unsealed", "ledger_unsealed", "jobs"]

/**
 * What a request costs: CPU of one process with its worker and of PostgreSQL, bytes of the database's log, and bytes of tables with their
 * indexes. CPU and bytes depend on other programs far less than times do. Needs Linux.
 */
export async function cost(server: BenchServer): Promise<Report> {
  await fillPayableIntents(server, server.clientTenant.tenantId, size)
  const service = await server.startService("all", { PROCESSES: "1" })
  const rows: string[][] = []
  for (const [workload, name] of Object.entries(workloads) as [Workload & keyof typeof workloads, string][]) {
    await runWrk(service.address, server.clientTenant, workload, warmUpSeconds, size)
    const samples = []
    for (let round = 0; round < rounds; round++) samples.push(await costOf(server, service, workload))
    const { node, database, log, kept, passing } = medians(samples)
    rows.push([name, ...[node, database, log, kept, passing].map(formatInteger)])
  }
  await service.stop()
  return {
    title: `CPU, log and disk of a request, 64 clients, one process with its worker, ${formatInteger(size)} intents`,
    columns: ["", "µs of CPU in Node", "µs of CPU in PostgreSQL", "bytes of log", "bytes kept", "bytes for a day"],
    rows,
    note: "`bench/capacity.ts` computes with these.",
  }
}

async function costOf(server: BenchServer, service: { address: string; request<T>(command: string): Promise<T> }, workload: Workload) {
  const read = async () => ({
    node: await service.request<number>("cpu"),
    database: await databaseCpu(server),
    ...(await bytesOf(server)),
  })
  const before = await read()
  const { requests } = await runWrk(service.address, server.clientTenant, workload, measureSeconds, size)
  const after = await read()
  const names = Object.keys(before) as (keyof typeof before)[]
  return Object.fromEntries(names.map(name => [name, Math.max(0, after[name] - before[name]) / requests])) as typeof before
}

async function bytesOf({ sql }: BenchServer) {
  const [row] = await sql<{ log: string; kept: string; passing: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log,
       sum(pg_total_relation_size(oid)) filter (where relname <> all($1)) as kept,
       sum(pg_total_relation_size(oid)) filter (where relname = any($1)) as passing
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    [shortLived],
  )
  return { log: Number(row!.log), kept: Number(row!.kept), passing: Number(row!.passing) }
}

/** Of all processes of the server, also those that have ended, in microseconds. */
export async function databaseCpu({ sql }: Pick<BenchServer, "sql">): Promise<number> {
  const [row] = await sql<{ pid: number }>("select pg_backend_pid() as pid")
  const postmaster = statOf(row!.pid).parent
  const stats = readdirSync("/proc")
    .filter(name => /^\d+$/.test(name))
    .map(name => [Number(name), statOf(Number(name))] as const)
  const own = stats.filter(([pid, { parent }]) => pid === postmaster || parent === postmaster)
  const ended = statOf(postmaster).endedTicks
  return (own.reduce((sum, [, { ticks }]) => sum + ticks, 0) + ended) * microsecondsPerTick
}

function statOf(pid: number): { parent: number; ticks: number; endedTicks: number } {
  let text = ""
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8")
  } catch {
    return { parent: 0, ticks: 0, endedTicks: 0 } // it has just ended
  }
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number)
  return { parent: fields[1]!, ticks: fields[11]! + fields[12]!, endedTicks: fields[13]! + fields[14]! }
}
