import type { BenchServer, BenchTenant } from "./bench-server.ts"
import { copyToOthers, fillLedger, vacuumLedger } from "./fill-ledger.ts"
import { measureRequest } from "./measure.ts"
import { formatDecimal, formatInteger, formatRatio, type Report } from "./report.ts"

const small = 10_000
/** BENCH_INTENTS=5000000 measures five million payment intents. One tenant has half of them, and 999 others share the rest. */
const total = Number(process.env["BENCH_INTENTS"] ?? 200_000)
const large = total / 2
const otherTenants = 999

const lists = {
  "newest first": "",
  "a page in the middle": "?startingAfter=",
  "`status=due`": "?status=due",
  "`contact=…`": `?contact=${(500).toString(16).padStart(24, "0")}`,
  "`sort=dueAt`": "?sort=dueAt",
  "`sort=dueAt`, a page in the middle": "?sort=dueAt&startingAfter=",
}
const verification = "verification, for each 10,000 intents"

/** Does what a tenant does take longer when it and its neighbours have many more rows? */
export async function growth(server: BenchServer): Promise<Report> {
  await fillLedger(server, server.pgbenchTenant.tenantId, small)
  await vacuumLedger(server)
  const before = await measureTenant(server, server.pgbenchTenant, small)
  await fillLedger(server, server.clientTenant.tenantId, large)
  await copyToOthers(server, server.clientTenant.tenantId, otherTenants)
  const start = performance.now()
  await vacuumLedger(server)
  const vacuumSeconds = (performance.now() - start) / 1000
  const after = await measureTenant(server, server.clientTenant, large)
  const growths = [...before].map(([name, ms]) => ({ name, before: ms, after: after.get(name)! }))
  return {
    title: `A tenant with ${formatInteger(large)} of ${formatInteger(total)} payment intents, one client`,
    columns: ["", `p50 ms with ${formatInteger(small)}`, `p50 ms with ${formatInteger(large)}`, "growth"],
    rows: growths.map(each => [each.name, formatDecimal(each.before), formatDecimal(each.after), formatRatio(each.after / each.before)]),
    passed: growths.every(each => each.after <= 2 * each.before),
    note: `The target is at most 2. ${await describeTables(server)} Vacuum and analyze took ${formatInteger(vacuumSeconds)} s.`,
  }
}

/** The median of each request in ms; of the verification, the time of one. */
async function measureTenant({ sql, startService }: BenchServer, tenant: BenchTenant, size: number): Promise<Map<string, number>> {
  const service = await startService("api")
  const [middle] = await sql<{ id: string }>("select id from payment_intents where tenant_id = $1 order by id offset $2 limit 1", [
    tenant.tenantId,
    size / 2,
  ])
  const url = `${service.address}/v1/payment-intents`
  const create = (n: number) => ({
    contact: (1 + (n % 1000)).toString(16).padStart(24, "0"),
    intentType: "ad-hoc",
    currency: "EUR",
    items: [{ name: "Room", amount: 1200 }],
    dueAt: "2030-01-01T00:00:00Z",
    reference: `growth ${n}`,
  })
  const found = new Map([
    ["create", await measureRequest(`${url}/create`, tenant, { body: create })],
    ["read by id", await measureRequest(`${url}/${middle!.id}`, tenant)],
  ])
  for (const [name, query] of Object.entries(lists))
    found.set(name, await measureRequest(`${url}${query.replace(/startingAfter=$/, `$&${middle!.id}`)}`, tenant))
  const verified = await measureRequest(`${service.address}/v1/ledger/verify`, tenant, { warmUp: 0, measured: 1 })
  found.set(verification, (verified * small) / size)
  await service.stop()
  return found
}

async function describeTables({ sql }: BenchServer): Promise<string> {
  const tables = await sql<{ name: string; rows: number; heap: number; indexes: number; dead: number }>(`
    select relname::text as name, n_live_tup::float8 as rows, n_dead_tup::float8 as dead, pg_table_size(relid)::float8 / 1048576 as heap,
      pg_indexes_size(relid)::float8 / 1048576 as indexes
    from pg_stat_user_tables where relname in ('payment_intents', 'transactions', 'ledger_entries', 'contacts', 'tallies')
    order by pg_total_relation_size(relid) desc`)
  const sizes = tables.map(({ name, rows, heap, indexes, dead }) => {
    const [n, unused, table, index] = [rows, dead, heap, indexes].map(formatInteger)
    return `${name}: ${n} rows (${unused} dead), ${table} MiB, indexes ${index} MiB`
  })
  return `${sizes.join("; ")}.`
}
