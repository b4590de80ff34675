import { execFile } from "node:child_process"
import { existsSync, globSync } from "node:fs"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import type { BenchServer, BenchTenant } from "./bench-server.ts"
import { isTable, measureSeconds } from "./report.ts"

const run = promisify(execFile)

/** Looks on the PATH, then where Debian installs the programs of each PostgreSQL version. */
function findProgram(program: string, install: string): string {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...globSync("/usr/lib/postgresql/*/bin").sort().reverse()]
  const path = folders.map(folder => join(folder, program)).find(path => existsSync(path))
  if (!path) throw new ToolMissing(`${program} is not installed. ${install}`)
  return path
}

/** Printed as its message, without a stack trace. */
export class ToolMissing extends Error {}

export const findTools = () => ({
  pgbench: findProgram("pgbench", "It comes with PostgreSQL: apt-get install postgresql-contrib, or brew install postgresql."),
  wrk: findProgram("wrk", "It generates the HTTP load: apt-get install wrk, or brew install wrk."),
})

export type LoadResult = { perSecond: number; p50Ms: number; p99Ms: number; requests: number }

export type Workload = "create" | "read" | "tool" | "pay" | "approve" | "refund" | "payout" | "fx" | "financing" | "payPage"

/** The last line that load.lua prints. */
type WrkSummary = { requests: number; us: number; p50us: number; p99us: number; failed: number }

const clientCount = 64
/**
 * The most requests that a tenant can have sent so far. If requests use up their objects, the next one names the object with this number.
 */
const sent = new Map<string, number>()

type LoadOptions = { clients?: number; env?: Record<string, string> }

/** Loads the service with 64 clients, unless said otherwise, on one thread. */
export async function runWrk(
  address: string,
  { tenantId, apiKey }: Pick<BenchTenant, "tenantId" | "apiKey">,
  workload: Workload,
  seconds: number,
  size = 1000,
  { clients = clientCount, env: further = {} }: LoadOptions = {},
): Promise<LoadResult> {
  const before = sent.get(tenantId) ?? 0
  const env = {
    ...further,
    WORKLOAD: workload,
    API_KEY: apiKey,
    TENANT: tenantId,
    SIZE: String(size),
    SENT: String(before),
  }
  const result = await loadByScript(join(import.meta.dirname, "load.lua"), address, seconds, { clients, env })
  sent.set(tenantId, before + result.requests + clients + 1) // includes requests without a response at the end, and wrk's trial request
  return result
}

/** Loads an address by the requests of a script, on one thread. */
export async function loadByScript(
  script: string,
  address: string,
  seconds: number,
  { clients = clientCount, env = {} }: LoadOptions,
): Promise<LoadResult> {
  const args = ["-t1", `-c${clients}`, "--timeout", "10s", `-d${seconds}s`, "-s", script, address]
  const { stdout } = await run(findTools().wrk, args, { env: { ...process.env, ...env } })
  const summary = JSON.parse(stdout.trim().split("\n").at(-1)!) as WrkSummary
  if (summary.failed > 0) throw new Error(`${summary.failed} of ${summary.requests} requests failed, so the figures are not valid.`)
  return {
    perSecond: (summary.requests / summary.us) * 1e6,
    p50Ms: summary.p50us / 1000,
    p99Ms: summary.p99us / 1000,
    requests: summary.requests,
  }
}

/** The connection settings of the service (see src/kit/db/pools.ts), so that both get the same query plans. */
const settings = [
  "enable_seqscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  "enable_material=off",
  "plan_cache_mode=force_generic_plan",
  "jit=off",
  "app.tenants=*",
]
  .map(setting => `-c ${setting}`)
  .join(" ")

/** Returns the transactions per second of one script over the Unix socket. */
export async function runPgbench(
  { databaseUrl, pgbenchTenant }: Pick<BenchServer, "databaseUrl" | "pgbenchTenant">,
  script: string,
  clients: number,
  seconds: number,
  size = 1000,
) {
  const path = join(import.meta.dirname, `${script}.pgbench`)
  const variables = [`hash=${pgbenchTenant.hash}`, `tenant=${pgbenchTenant.tenantId}`, `size=${size}`].flatMap(variable => ["-D", variable])
  const args = ["-n", "-M", "prepared", "-c", String(clients), "-j", "2", "-T", String(seconds), ...variables, "-f", path, databaseUrl]
  const { stdout } = await run(findTools().pgbench, args, { env: { ...process.env, PGOPTIONS: settings } })
  const [, failed] = /number of failed transactions: (\d+)/.exec(stdout) ?? []
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? []
  if (failed !== "0" || !perSecond) throw new Error(`pgbench failed on ${script}:\n${stdout}`)
  return Number(perSecond)
}

const tuneSeconds = isTable ? 1 : Math.min(3, measureSeconds)

/** On few cores pgbench is fastest with few clients; the limit is its best rate. */
export async function findBestClientCount(server: BenchServer, script: string, size?: number): Promise<number> {
  const results: { clients: number; perSecond: number }[] = []
  for (const clients of [8, 16, 32]) results.push({ clients, perSecond: await runPgbench(server, script, clients, tuneSeconds, size) })
  return results.sort((a, b) => b.perSecond - a.perSecond)[0]!.clients
}
