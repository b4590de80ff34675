import assert from "node:assert/strict"
import { setTimeout as wait } from "node:timers/promises"
import type { BenchServer } from "./bench-server.ts"
import { formatDecimal, formatInteger, type Report } from "./report.ts"

const sizes = [1_000, 10_000, 100_000] as const
const maxSeconds = 300

/** How long does an import of contacts take: the upload, the rows, and the same file again? */
export async function importRows(server: BenchServer): Promise<Report> {
  const service = await server.startService("all", { PROCESSES: "1" })
  const rows: string[][] = []
  let seconds = 0
  try {
    for (const count of sizes) {
      const file = fileOf(count)
      const first = await measureImport(server, service.address, file, "created", count)
      const again = await measureImport(server, service.address, file, "unchanged", count)
      const figures = [first.upload, first.run, count / first.run, again.run]
      rows.push([formatInteger(count), formatDecimal(file.length / 1e6), ...figures.map(formatDecimal)])
      seconds = first.upload + first.run
    }
  } finally {
    await service.stop()
  }
  const columns = ["rows", "MB", "upload, s", "import, s", "rows per s", "the same file again, s"]
  const note = `The target is at most ${maxSeconds} s for the largest, with its upload.`
  return { title: "An import of contacts from CSV", columns, rows, passed: seconds <= maxSeconds, note }
}

function fileOf(count: number): string {
  const lines = Array.from({ length: count }, (_, i) => `c${count}-${i},p${i}@of${count}.example.com,Payer ${i},gold\n`)
  return `id,email,name,plan (metadata)\n${lines.join("")}`
}

type Progress = { data: { _id: string; status: string; done: number; counts: Record<string, number> } }

async function measureImport({ clientTenant }: BenchServer, address: string, file: string, outcome: string, count: number) {
  const headers = { authorization: `ApiKey ${clientTenant.apiKey}`, "x-tenant-id": clientTenant.tenantId }
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(address + path, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
    })
    assert.ok(response.ok, `${path}: ${response.status}`)
    return ((await response.json()) as Progress).data
  }
  const begin = performance.now()
  const { _id } = await call("/v1/imports/create?kind=contacts", { method: "POST", headers: { "content-type": "text/csv" }, body: file })
  const uploaded = performance.now()
  await call(`/v1/imports/${_id}/start`, { method: "POST" })
  for (;;) {
    await wait(100)
    const { status, done, counts } = await call(`/v1/imports/${_id}`)
    if (status === "running") continue
    assert.deepEqual([status, done, counts[outcome]], ["done", count, count])
    return { upload: (uploaded - begin) / 1000, run: (performance.now() - uploaded) / 1000 }
  }
}
