import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { startEmbedded } from "../src/embedded/postgres.ts"
import { addCell } from "../src/kit/db/cell-registry.ts"
import { closeDatabase, openDatabase } from "../src/kit/db/cells.ts"
import { createTenant } from "../src/platform/api-keys/create-tenant.ts"
import { type BenchServer, type BenchTenant, type ChildProgram, fillContacts, startBenchServer } from "./bench-server.ts"
import { databaseCpu, workloads } from "./cost.ts"
import { fillPayableIntents } from "./fill-payable-intents.ts"
import { formatInteger, formatRatio, measureSeconds, medians, type Report, rounds, warmUpSeconds } from "./report.ts"
import { runWrk, type Workload } from "./tools.ts"

const size = 20_000
const clients = 32

type Sql = BenchServer["sql"]
type Installation = { service: ChildProgram; tenants: Pick<BenchTenant, "tenantId" | "apiKey">[]; databases: Sql[] }

/** What a request costs where its tenant is in one of two cells, against one cell with both tenants. Needs Linux. */
export async function cells(one: BenchServer): Promise<Report> {
  const two = await startBenchServer()
  const east = await addEast(two)
  const inOne = await serve(one, [one.clientTenant, one.pgbenchTenant], [one.sql], {})
  const inTwo = await serve(two, [two.clientTenant, east.tenant], [two.sql, east.sql], { CELL_URLS: `east=${east.url}` })
  const rows: string[][] = []
  for (const [workload, name] of Object.entries(workloads) as [Workload, string][]) {
    const samples: [Cost[], Cost[]] = [[], []]
    for (const installation of [inOne, inTwo]) await load(installation, workload, warmUpSeconds)
    for (let round = 0; round < rounds; round++)
      for (const i of round % 2 === 0 ? [0, 1] : [1, 0]) samples[i]!.push(await costOf([inOne, inTwo][i]!, workload))
    const [single, both] = samples.map(medians) as [Cost, Cost]
    const total = ({ node, database }: Cost) => node + database
    const figures = [single.node, single.database, both.node, both.database].map(formatInteger)
    rows.push([name, ...figures, formatRatio(total(both) / total(single))])
  }
  for (const { service } of [inOne, inTwo]) await service.stop()
  await east.close()
  await two.close()
  return {
    title: `CPU of a request with two cells against one, two tenants with ${clients} clients each, one process with its worker`,
    columns: ["", "one: µs in Node", "µs in PostgreSQL", "two: µs in Node", "µs in PostgreSQL", "two / one"],
    rows,
  }
}

async function addEast(home: BenchServer) {
  const directory = mkdtempSync(join(tmpdir(), "countersign-bench-"))
  const { url, superuserUrl, stop } = await startEmbedded({ dataDir: directory, report() {} })
  const pool = new pg.Pool({ connectionString: superuserUrl.replace("/postgres?", "/countersign?"), max: 1 })
  pool.on("error", () => {})
  openDatabase(home.databaseUrl)
  await addCell({ name: "east", url })
  await closeDatabase()
  openDatabase(home.databaseUrl, 7, [{ name: "east", url }])
  const tenant = await createTenant({ name: "East", mode: "sandbox", timezone: "UTC", email: "east@example.com", cell: "east" })
  await closeDatabase()
  const sql: Sql = async <Row extends object>(text: string, values: unknown[] = []) => (await pool.query<Row>(text, values)).rows
  await fillContacts(sql, tenant.tenantId)
  const close = async () => {
    await pool.end()
    await stop()
    rmSync(directory, { recursive: true, force: true })
  }
  return { url, tenant, sql, close }
}

async function serve(
  { startService }: BenchServer,
  tenants: Installation["tenants"],
  databases: Sql[],
  env: Record<string, string>,
): Promise<Installation> {
  for (const [i, { tenantId }] of tenants.entries()) await fillPayableIntents({ sql: databases[i] ?? databases[0]! }, tenantId, size)
  return { service: await startService("all", { PROCESSES: "1", ...env }), tenants, databases }
}

/** Returns how many requests were answered. */
async function load({ service, tenants }: Installation, workload: Workload, seconds: number): Promise<number> {
  const results = await Promise.all(tenants.map(tenant => runWrk(service.address, tenant, workload, seconds, size, { clients })))
  return results.reduce((sum, { requests }) => sum + requests, 0)
}

type Cost = { node: number; database: number }

async function costOf(installation: Installation, workload: Workload): Promise<Cost> {
  const read = async () => ({
    node: await installation.service.request<number>("cpu"),
    database: (await Promise.all(installation.databases.map(sql => databaseCpu({ sql })))).reduce((sum, used) => sum + used, 0),
  })
  const before = await read()
  const requests = await load(installation, workload, measureSeconds)
  const after = await read()
  return { node: (after.node - before.node) / requests, database: (after.database - before.database) / requests }
}
