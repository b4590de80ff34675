import { execFile } from "node:child_process"
import { existsSync, globSync } from "node:fs"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import type { House, Party } from "./house.ts"

const run = promisify(execFile)

/** Where a program is: on the PATH, or where Debian keeps what belongs to one version of PostgreSQL. */
function find(program: string, install: string): string {
  const places = [...(process.env["PATH"] ?? "").split(delimiter), ...globSync("/usr/lib/postgresql/*/bin").sort().reverse()]
  const found = places.map(place => join(place, program)).find(path => existsSync(path))
  if (!found) throw new ToolMissing(`${program} is not installed. ${install}`)
  return found
}

/** Said in words, without a trace. */
export class ToolMissing extends Error {}

export const findTools = () => ({
  pgbench: find("pgbench", "It comes with PostgreSQL: apt-get install postgresql-contrib, or brew install postgresql."),
  wrk: find("wrk", "It makes the load: apt-get install wrk, or brew install wrk."),
})

export type Load = { perSecond: number; p50: number; p99: number; requests: number }

export type Work = "create" | "read" | "pay" | "fx" | "financing"

/** As load.lua says it. */
type Said = { requests: number; us: number; p50us: number; p99us: number; failed: number }

/** 64 clients on one thread against the service, for so many seconds. */
export async function load(
  address: string,
  { tenantId, apiKey }: Pick<Party, "tenantId" | "apiKey">,
  what: Work,
  seconds: number,
  size = 1000,
): Promise<Load> {
  const env = { ...process.env, DO: what, API_KEY: apiKey, TENANT: tenantId, SIZE: String(size) }
  const script = join(import.meta.dirname, "load.lua")
  const { stdout } = await run(findTools().wrk, ["-t1", "-c64", "--timeout", "10s", `-d${seconds}s`, "-s", script, address], { env })
  const said = JSON.parse(stdout.trim().split("\n").at(-1)!) as Said
  if (said.failed > 0) throw new Error(`${said.failed} of ${said.requests} requests failed; a figure with failures in it says nothing`)
  return { perSecond: (said.requests / said.us) * 1e6, p50: said.p50us / 1000, p99: said.p99us / 1000, requests: said.requests }
}

/** The service's own settings for a connection (see src/kit/db.ts), so that both have the same plans. */
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

/** Transactions a second of one script with so many clients, over the socket. */
export async function pgbench(
  { databaseUrl, limit }: Pick<House, "databaseUrl" | "limit">,
  script: string,
  clients: number,
  seconds: number,
  size = 1000,
) {
  const path = join(import.meta.dirname, `${script}.pgbench`)
  const variables = [`hash=${limit.hash}`, `tenant=${limit.tenantId}`, `size=${size}`].flatMap(variable => ["-D", variable])
  const args = ["-n", "-M", "prepared", "-c", String(clients), "-j", "2", "-T", String(seconds), ...variables, "-f", path, databaseUrl]
  const { stdout } = await run(findTools().pgbench, args, { env: { ...process.env, PGOPTIONS: settings } })
  const [, failed] = /number of failed transactions: (\d+)/.exec(stdout) ?? []
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? []
  if (failed !== "0" || !perSecond) throw new Error(`pgbench did not get through ${script}:\n${stdout}`)
  return Number(perSecond)
}

/** pgbench is at its best with few clients on few cores; the limit is the best it does. */
export async function bestClients(house: House, script: string, size?: number): Promise<number> {
  const tried: { clients: number; perSecond: number }[] = []
  for (const clients of [8, 16, 32]) tried.push({ clients, perSecond: await pgbench(house, script, clients, 3, size) })
  return tried.sort((a, b) => b.perSecond - a.perSecond)[0]!.clients
}
