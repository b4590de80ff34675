import { agentTools } from "./agent-tools.ts"
import { analytics } from "./analytics.ts"
import { approve } from "./approve.ts"
import { backlog } from "./backlog.ts"
import { clock } from "./clock.ts"
import { cost } from "./cost.ts"
import { create } from "./create.ts"
import { deliveries } from "./deliveries.ts"
import { renderMarkdown, type Report } from "./report.ts"
import { growth } from "./growth.ts"
import { type BenchServer, startBenchServer } from "./bench-server.ts"
import { measureCpuUsage } from "./cpu-usage.ts"
import { latency } from "./latency.ts"
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
import { findTools, ToolMissing } from "./tools.ts"

const benchmarks: Record<string, (server: BenchServer) => Promise<Report>> = {
  create,
  read,
  pay,
  cost,
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
}

/** npm run bench [name…] [--json]: runs each benchmark on its own new database on this machine. */
const args = process.argv.slice(2)
const names = args.filter(name => name !== "--json")
const unknown = names.find(name => !Object.hasOwn(benchmarks, name))
if (unknown !== undefined) fail(`Unknown benchmark ${unknown}; use ${Object.keys(benchmarks).join(", ")}.`)
try {
  findTools()
} catch (error) {
  if (!(error instanceof ToolMissing)) throw error
  fail(error.message)
}
for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
  const usage = await measureCpuUsage()
  if (usage > 0.1) console.error(`Other programs use ${Math.round(usage * 100)} % of the CPU; the figures below are not reliable.`)
  const report = await runBenchmark(benchmarks[name]!)
  console.log(args.includes("--json") ? JSON.stringify({ name, ...report }) : renderMarkdown(report))
  if (report.passed === false) process.exitCode = 1
}

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
