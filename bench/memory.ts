import type { BenchServer, Memory } from "./bench-server.ts"
import { formatInteger, type Report } from "./report.ts"
import { runWrk } from "./tools.ts"

const requestCounts = [10_000, 50_000, 100_000]

/** Does the service leak memory as it serves requests? */
export async function memory(server: BenchServer): Promise<Report> {
  const service = await server.startService("all", { PROCESSES: "1" })
  const rows: string[][] = []
  const heaps: number[] = []
  let served = 0
  for (const count of requestCounts) {
    while (served < count) served += (await runWrk(service.address, server.clientTenant, "create", 2)).requests
    const { rss, heapUsed } = await service.request<Memory>("memory")
    rows.push([formatInteger(served), formatMib(rss), formatMib(heapUsed)])
    heaps.push(heapUsed)
  }
  await service.stop()
  await server.clearBacklog()
  return {
    title: "Memory of the service and worker, after garbage collection",
    columns: ["creates served", "resident MiB", "heap MiB"],
    rows,
    passed: heaps.at(-1)! / heaps[0]! < 1.1,
    note: "The target is a heap that grows by less than 10 % from the first row to the last.",
  }
}

const formatMib = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
