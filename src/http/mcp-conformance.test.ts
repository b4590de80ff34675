// The official suite against our own tools. It can't send a key, so a proxy on this machine adds one. Most of its scenarios call tools,
// prompts and resources of its own making, which we do not have; those that any server can be held to are named here.
import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { after, test } from "node:test"
import { openHouse } from "../../test/harness.ts"

const suite = new URL("../../node_modules/.bin/conformance", import.meta.url).pathname

const house = await openHouse()
const { port } = new URL(house.baseUrl)
const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${house.keys.apiKey}` }
  const { method, url: path } = incoming
  const onward = request({ host: "127.0.0.1", port, method, path, headers }, answer => {
    outgoing.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on("error", () => outgoing.destroy())
  incoming.pipe(onward)
}).listen(0, "127.0.0.1")
await once(proxy, "listening")
after(() => proxy.close())
const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1/mcp`

/** What the suite says of each scenario: "14 passed, 0 failed". Its exit code only tells that some scenarios are not for us. */
async function resultsOf(revision: string): Promise<Map<string, string>> {
  const said = await new Promise<string>(resolve => {
    execFile(process.execPath, [suite, "server", "--url", url, "--requirements", revision], (_error, stdout) => resolve(stdout))
  })
  return new Map([...said.matchAll(/^. ([\w-]+): (\d+ passed, \d+ failed)/gm)].map(([, name, result]) => [name!, result!]))
}

const promised = {
  "2026-07-28": {
    "tools-list": "4 passed, 0 failed",
    "dns-rebinding-protection": "2 passed, 0 failed",
    "http-header-validation": "14 passed, 0 failed",
    "server-sse-multiple-streams": "1 passed, 0 failed",
    "server-stateless": "24 passed, 4 failed", // the four want a tool of the suite's that asks the client for something
  },
  "2025-11-25": {
    "server-initialize": "3 passed, 0 failed",
    ping: "2 passed, 0 failed",
    "tools-list": "3 passed, 0 failed",
    "dns-rebinding-protection": "2 passed, 0 failed",
  },
}

for (const [revision, scenarios] of Object.entries(promised))
  test(`the official suite for ${revision} finds the door as it should be`, async () => {
    const results = await resultsOf(revision)
    for (const [scenario, expected] of Object.entries(scenarios)) assert.equal(results.get(scenario), expected, scenario)
  })
