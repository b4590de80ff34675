// Runs the official MCP conformance suite. It can't send an API key, so a local proxy adds one. Most of its scenarios call tools, prompts
// and resources of the suite, which we do not have; the scenarios that apply to every server are listed here.
import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { after, test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"

const suite = new URL("../../../node_modules/.bin/conformance", import.meta.url).pathname

const server = await startTestServer()
const { port } = new URL(server.baseUrl)
const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${server.keys.apiKey}` }
  const { method, url: path } = incoming
  const upstream = request({ host: "127.0.0.1", port, method, path, headers }, answer => {
    outgoing.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(outgoing)
  })
  upstream.on("error", () => outgoing.destroy())
  incoming.pipe(upstream)
}).listen(0, "127.0.0.1")
await once(proxy, "listening")
after(() => proxy.close())
const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1/mcp`

/** The result of each scenario: "14 passed, 0 failed". The exit code is useless, because some scenarios do not apply to us. */
async function resultsOf(revision: string): Promise<Map<string, string>> {
  const output = await new Promise<string>(resolve => {
    execFile(process.execPath, [suite, "server", "--url", url, "--requirements", revision], (_error, stdout) => resolve(stdout))
  })
  return new Map([...output.matchAll(/^. ([\w-]+): (\d+ passed, \d+ failed)/gm)].map(([, name, result]) => [name!, result!]))
}

const expectedResults = {
  "2026-07-28": {
    "tools-list": "4 passed, 0 failed",
    "dns-rebinding-protection": "2 passed, 0 failed",
    "http-header-validation": "14 passed, 0 failed",
    "server-sse-multiple-streams": "1 passed, 0 failed",
    "server-stateless": "24 passed, 4 failed", // the four need a tool of the suite that sends a request to the client
  },
  "2025-11-25": {
    "server-initialize": "3 passed, 0 failed",
    ping: "2 passed, 0 failed",
    "tools-list": "3 passed, 0 failed",
    "dns-rebinding-protection": "2 passed, 0 failed",
  },
}

for (const [revision, scenarios] of Object.entries(expectedResults))
  test(`the official suite for ${revision} passes the scenarios that apply to us`, async () => {
    const results = await resultsOf(revision)
    for (const [scenario, expected] of Object.entries(scenarios)) assert.equal(results.get(scenario), expected, scenario)
  })
