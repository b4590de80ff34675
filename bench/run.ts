import { agentTools } from "./agent-tools.ts"
import { analytics } from "./analytics.ts"
import { approve } from "./approve.ts"
import { backlog } from "./backlog.ts"
import { cells } from "./cells.ts"
import { clock } from "./clock.ts"
import { cost } from "./cost.ts"
import { create } from "./create.ts"
import { deliveries } from "./deliveries.ts"
import { type HotPath, isTable, renderMarkdown, type Report } from "./report.ts"
import { growth } from "./growth.ts"
import { importRows } from "./import-rows.ts"
import { importStatement } from "./import-statement.ts"
import { type BenchServer, startBenchServer } from "./bench-server.ts"
import { measureCpuUsage } from "./cpu-usage.ts"
import { latency } from "./latency.ts"
import { medusa } from "./peers/medusa.ts"
import { memory } from "./memory.ts"
import { payPage } from "./pay-page.ts"
import { pages } from "./pages.ts"
import { pay } from "./pay.ts"
import { payout } from "./payout.ts"
import { policies } from "./policies.ts"
import { rates } from "./rates.ts"
import { read } from "./read.ts"
import { refund } from "./refund.ts"
import { rls } from "./rls.ts"
import { rollUps } from "./roll-ups.ts"
import { search } from "./search.ts"
import { signIn } from "./sign-in.ts"
import { tableOf } from "./table.ts"
import { findTools, ToolMissing } from "./tools.ts"

const benchmarks: Record<string, (server: BenchServer) => Promise<Report>> = {
  create,
  read,
  pay,
  cost,
  cells,
  approve,
  refund,
  payout,
  policies,
  growth,
  search,
  analytics,
  memory,
  rls,
  "roll-ups": rollUps,
  rates,
  "pay-page": payPage,
  pages,
  deliveries,
  latency,
  backlog,
  clock,
  "sign-in": signIn,
  "agent-tools": agentTools,
  peers: medusa,
  "import-rows": importRows,
  "import-statement": importStatement,
}
/** Runs only if it is named, because it installs a peer from npm. */
const optional = ["peers"]

/** The benchmarks whose figures are in the table of docs/performance.md. */
const hotPathBenchmarks = ["create", "pay", "read", "approve", "refund", "payout", "deliveries", "rates"]

/**
 * npm run bench [name…] [--json]: runs each benchmark on its own new database on this machine. npm run bench table runs those of the hot
 * paths and prints one table of them.
 */
const args = process.argv.slice(2)
const names = isTable ? hotPathBenchmarks : args.filter(name => name !== "--json")
const unknown = names.find(name => !Object.hasOwn(benchmarks, name))
if (unknown !== undefined) fail(`Unknown benchmark ${unknown}; use ${Object.keys(benchmarks).join(", ")}.`)
try {
  findTools()
} catch (error) {
  if (!(error instanceof ToolMissing)) throw error
  fail(error.message)
}
const hotPaths: HotPath[] = []
for (const name of names.length > 0 ? names : Object.keys(benchmarks).filter(name => !optional.includes(name))) {
  const usage = await measureCpuUsage()
  if (usage > 0.1) console.error(`Other programs use ${Math.round(usage * 100)} % of the CPU; the figures below are not reliable.`)
  const report = await runBenchmark(benchmarks[name]!)
  hotPaths.push(...(report.hotPaths ?? []))
  if (isTable) console.error(`${name} is measured.`)
  else console.log(args.includes("--json") ? JSON.stringify({ name, ...report }) : renderMarkdown(report))
  if (report.passed === false) process.exitCode = 1
}
if (isTable) console.log(renderMarkdown(tableOf(hotPaths)))

async function runBenchmark(benchmark: (server: BenchServer) => Promise<Report>): Promise<Report> {
  const server = await startBenchServer()
  try {
    return await benchmark(server)
  } finally {
    await server.close()
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
