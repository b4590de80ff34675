import { type BenchServer, type ChildProgram, startProgram } from "./bench-server.ts"
import { measureInRounds } from "./measure.ts"
import { formatDecimal, formatInteger, formatRatio, measureSeconds, medians, type Report, warmUpSeconds } from "./report.ts"
import { runWrk, type Workload } from "./tools.ts"
import { measureUsage } from "./usage.ts"

const apiKey = "csdemo_only-for-benches"
const env = { DEMO_INTEGRATION_KEYS: apiKey, TRUST_PROXY: "true" }

/** How close do the public rate routes, each request with another amount, come to a bare Fastify server with a fixed response? */
export async function rates(server: BenchServer): Promise<Report> {
  const [fx, financing] = await fetchSampleResponses(server)
  const measureBare = (workload: Workload, BENCH_BODY: string) => () =>
    measureUnderLoad(server, workload, () => startProgram("bare-fastify.ts", { BENCH_BODY }))
  const measureService = (workload: Workload) => () => measureUnderLoad(server, workload, () => server.startService("all", env))
  const samples = await measureInRounds({
    bareFx: measureBare("fx", fx),
    fx: measureService("fx"),
    bareFinancing: measureBare("financing", financing),
    financing: measureService("financing"),
  })
  const pairs = [
    { route: "/demo/fx-rates", bare: medians(samples.bareFx), service: medians(samples.fx) },
    { route: "/demo/financing-rates", bare: medians(samples.bareFinancing), service: medians(samples.financing) },
  ]
  const figures = ({ perSecond, p50Ms, p99Ms }: (typeof pairs)[0]["bare"]) => [
    formatInteger(perSecond),
    formatDecimal(p50Ms),
    formatDecimal(p99Ms),
  ]
  return {
    title: "The public rates, 64 clients",
    columns: ["", "per second", "p50 ms", "p99 ms", "of bare Fastify"],
    rows: pairs.flatMap(({ route, bare, service }) => [
      [`bare Fastify, a response as long as that of ${route}`, ...figures(bare), "1"],
      [route, ...figures(service), formatRatio(service.perSecond / bare.perSecond)],
    ]),
    passed: pairs.every(({ bare, service }) => service.perSecond / bare.perSecond >= 0.5),
    hotPaths: pairs.map(({ route, bare, service }) => ({ name: route, target: 0.7, limit: bare, load: service })),
    note: "The target is at least 0.5 of bare Fastify.",
  }
}

async function fetchSampleResponses(server: BenchServer): Promise<[string, string]> {
  const service = await server.startService("all", env)
  const get = async (path: string) => (await fetch(service.address + path, { headers: { authorization: `ApiKey ${apiKey}` } })).text()
  const fx = await get("/demo/fx-rates?sourceAmount=500000&sourceCurrency=EUR&targetCountry=BR&targetCurrency=BRL")
  const financing = await get("/demo/financing-rates?amount=500000&currency=BRL&gateway=simulator&method=card")
  await service.stop()
  return [fx, financing]
}

async function measureUnderLoad(server: BenchServer, workload: Workload, start: () => Promise<ChildProgram>) {
  const program = await start()
  try {
    await runWrk(program.address, { apiKey, tenantId: "" }, workload, warmUpSeconds)
    const load = () => runWrk(program.address, { apiKey, tenantId: "" }, workload, measureSeconds)
    return await measureUsage(server, program, load)
  } finally {
    await program.stop()
  }
}
