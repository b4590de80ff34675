import type { BenchServer, ChildProgram } from "./bench-server.ts"
import { fillPaymentIntents } from "./fill-payment-intents.ts"
import { measureInRounds, measureService } from "./measure.ts"
import { formatDecimal, loadColumns, loadRow, median, medians, type Report, rounds } from "./report.ts"

/** Turns the rate limit off, which would refuse nearly all of these calls. */
const unlimited = { RATE_LIMIT_AGENT_READS: "0" }
const maxListMs = 5

/** How close does a tool call that reads come to the same read over REST, and how much CPU does the list of tools take? */
export async function agentTools(server: BenchServer): Promise<Report> {
  await fillPaymentIntents(server, server.clientTenant.tenantId, 1000)
  const samples = await measureInRounds({
    rest: () => measureService(server, "all", "read"),
    tool: () => measureService(server, "all", "tool", undefined, unlimited),
  })
  const [rest, tool] = [medians(samples.rest), medians(samples.tool)]
  const list = await measureToolList(server)
  return {
    title: "tools/call of payment_intent_get, 64 clients; CPU of tools/list",
    columns: [...loadColumns.slice(0, -1), "of REST", "CPU ms"],
    rows: [
      [...loadRow("GET /v1/payment-intents/{id}", rest, rest.perSecond), ""],
      [...loadRow("tools/call", tool, rest.perSecond), ""],
      [`tools/list, ${list.tools} tools, ${formatDecimal(list.bytes / 1024)} KiB`, "", "", "", "", formatDecimal(list.cpuMs)],
    ],
    passed: tool.perSecond / rest.perSecond >= 0.5 && list.cpuMs <= maxListMs,
    note: `The targets are at least 0.5 of the same read over REST, and at most ${maxListMs} ms for the list.`,
  }
}

async function measureToolList(server: BenchServer) {
  const service = await server.startService("api", { PROCESSES: "1" })
  try {
    for (let i = 0; i < 100; i++) await listTools(service.address, server) // to warm up
    const samples: number[] = []
    for (let round = 0; round < rounds; round++) samples.push(await cpuMsOf(service, 100, () => listTools(service.address, server)))
    const text = await listTools(service.address, server)
    const { result } = JSON.parse(text) as { result: { tools: unknown[] } }
    return { cpuMs: median(samples), tools: result.tools.length, bytes: Buffer.byteLength(JSON.stringify(result.tools)) }
  } finally {
    await service.stop()
  }
}

/** The CPU time of the service for one of these calls. */
async function cpuMsOf(service: ChildProgram, times: number, call: () => Promise<unknown>): Promise<number> {
  const before = await service.request<number>("cpu")
  for (let i = 0; i < times; i++) await call()
  return ((await service.request<number>("cpu")) - before) / 1000 / times
}

const prefix = "io.modelcontextprotocol/"
const _meta = {
  [`${prefix}protocolVersion`]: "2026-07-28",
  [`${prefix}clientCapabilities`]: {},
  [`${prefix}clientInfo`]: { name: "bench", version: "1" },
}

async function listTools(address: string, { clientTenant }: BenchServer): Promise<string> {
  const response = await fetch(`${address}/v1/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${clientTenant.apiKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/list",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } }),
  })
  if (!response.ok) throw new Error(`tools/list returned ${response.status}: ${await response.text()}`)
  return response.text()
}
