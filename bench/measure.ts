import { Agent, request } from "node:http"
import type { BenchServer, BenchTenant } from "./bench-server.ts"
import { measureSeconds, median, rounds, warmUpSeconds } from "./report.ts"
import { findBestClientCount, type LoadResult, runPgbench, runWrk, type Workload } from "./tools.ts"
import { measureUsage, type Usage } from "./usage.ts"

/** Loads the warm service with 64 clients. pgbench does not run at the same time. */
export async function measureService(
  server: BenchServer,
  role: "all" | "api",
  workload: Workload,
  size?: number,
  env?: Record<string, string>,
): Promise<LoadResult & Usage & { unsealed: number }> {
  const service = await server.startService(role, env)
  try {
    await runWrk(service.address, server.clientTenant, workload, warmUpSeconds, size)
    const load = () => runWrk(service.address, server.clientTenant, workload, measureSeconds, size)
    const result = await measureUsage(server, service, load)
    const [row] = await server.sql<{ n: string }>("select count(*) as n from audit_unsealed")
    return { ...result, unsealed: Number(row!.n) }
  } finally {
    await service.stop()
    await server.clearBacklog()
  }
}

/** Runs the benchmarks one after the other, round by round, so that a slow period of the machine affects all of them. */
export async function measureInRounds<T extends Record<string, () => Promise<unknown>>>(
  benchmarks: T,
  count = rounds,
): Promise<{ [K in keyof T]: Awaited<ReturnType<T[K]>>[] }> {
  const samples: Record<string, unknown[]> = Object.fromEntries(Object.keys(benchmarks).map(name => [name, []]))
  const inOrder = Object.entries(benchmarks)
  for (let round = 0; round < count; round++)
    for (const [name, measure] of round % 2 === 0 ? inOrder : inOrder.toReversed()) samples[name]!.push(await measure())
  return samples as { [K in keyof T]: Awaited<ReturnType<T[K]>>[] }
}

/** Finds the number of clients with which pgbench is fastest, and returns it with a function that measures the script. */
export async function tunePgbench(server: BenchServer, script: string, size?: number) {
  const clients = await findBestClientCount(server, script, size)
  await server.clearBacklog()
  return { clients, measure: () => measurePgbench(server, script, clients, size) }
}

async function measurePgbench(server: BenchServer, script: string, clients: number, size?: number): Promise<Limit> {
  await runPgbench(server, script, clients, warmUpSeconds, size)
  const result = await measureUsage(server, process, async () => {
    const perSecond = await runPgbench(server, script, clients, measureSeconds, size)
    return { perSecond, requests: perSecond * measureSeconds }
  })
  await server.clearBacklog()
  return { perSecond: result.perSecond, databaseUs: result.databaseUs, walBytes: result.walBytes }
}

/** The calls of pgbench per second, and what each costs PostgreSQL. */
type Limit = { perSecond: number } & Pick<Usage, "databaseUs" | "walBytes">

type Requests = {
  measured?: number
  warmUp?: number
  /** Makes the body of each request, which is then a POST. */
  body?: (n: number) => object
}

/** Returns the median of some requests, one after the other on one connection, after others to warm up. */
export async function measureRequest(
  url: string,
  { apiKey, tenantId }: BenchTenant,
  { measured = 200, warmUp = 300, body }: Requests = {},
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId, "content-type": "application/json" }
  const method = body ? "POST" : "GET"
  const durationsMs: number[] = []
  for (let i = 0; i < warmUp + measured; i++) {
    const start = performance.now()
    const status = await new Promise((resolve, reject) => {
      request(url, { agent, headers, method }, response => response.resume().once("end", () => resolve(response.statusCode)))
        .once("error", reject)
        .end(body && JSON.stringify(body(i)))
    })
    if (status !== (body ? 201 : 200)) throw new Error(`${url} returned ${String(status)}`)
    durationsMs.push(performance.now() - start)
  }
  agent.destroy()
  return median(durationsMs.slice(warmUp))
}
