// Runs the official MCP conformance suite and the MCP Inspector. The suite can't send an API key, so a local proxy adds one. Most of its
// scenarios call tools, prompts and resources of the suite, which we do not have; the scenarios that apply to every server are listed here.
import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { realpathSync } from "node:fs"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { delimiter, dirname } from "node:path"
import { after, test } from "node:test"
import { promisify } from "node:util"
import { type Any, inheritedEnv, startTestServer, uniqueEmail } from "../../../test/harness.ts"

const programs = new URL("../../../node_modules/.bin/", import.meta.url).pathname
const suite = `${programs}conformance`
const inspector = `${programs}mcp-inspector-cli`

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

/** The same results as in docs/guides/agents.md. */
const expectedResults = {
  "2026-07-28": {
    "tools-list": "4 passed, 0 failed",
    "server-stateless": "24 passed, 4 failed", // the four need a tool of the suite that sends a request to the client
    caching: "4 passed, 3 failed", // the three are about prompts and resources
    "http-header-validation": "14 passed, 0 failed",
    "dns-rebinding-protection": "2 passed, 0 failed",
    "server-sse-multiple-streams": "1 passed, 0 failed",
    "sep-2164-resource-not-found": "2 passed, 0 failed",
  },
  "2025-11-25": {
    "server-initialize": "3 passed, 0 failed",
    ping: "2 passed, 0 failed",
    "tools-list": "3 passed, 0 failed",
    "dns-rebinding-protection": "2 passed, 0 failed",
    "server-sse-multiple-streams": "2 passed, 0 failed",
    "server-session-lifecycle": "1 passed, 0 failed",
  },
}
/** Scenarios that call tools of the suite, or test what we do not offer: prompts, resources, completions, logging, tasks. */
const notApplicable = new RegExp(
  "^(tools-call|input-required-result|elicitation|json-schema|http-custom-header|prompts|resources|completion|logging|tasks)-",
)

for (const [revision, scenarios] of Object.entries(expectedResults))
  test(`the official suite for ${revision} passes the scenarios that apply to us`, async () => {
    const results = await resultsOf(revision)
    for (const [scenario, expected] of Object.entries(scenarios)) assert.equal(results.get(scenario), expected, scenario)
    for (const [scenario, result] of results)
      assert.ok(scenario in scenarios || result.endsWith(" 0 failed") || notApplicable.test(scenario), `${scenario}: ${result}`)
  })

/** The output of the Inspector's command line. It starts a process named `node`, and finds its version only from its own folder. */
async function inspect(...args: string[]): Promise<Any> {
  const { PATH, ...inherited } = inheritedEnv()
  const env = { ...inherited, PATH: `${dirname(process.execPath)}${delimiter}${PATH}` }
  const options = { env, cwd: dirname(realpathSync(inspector)), maxBuffer: 1024 * 1024 }
  const command = [
    inspector,
    "--cli",
    `${server.baseUrl}/v1/mcp`,
    "--transport",
    "http",
    "--header",
    `Authorization: Bearer ${server.keys.apiKey}`,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [...command, ...args], options)
  return JSON.parse(stdout)
}

test("the MCP Inspector lists the tools with an API key, and calls one", async () => {
  const email = uniqueEmail()
  const [{ tools }, { structuredContent, isError }] = await Promise.all([
    inspect("--method", "tools/list"),
    inspect("--method", "tools/call", "--tool-name", "contact_create", "--tool-arg", `email=${email}`),
  ])
  assert.equal(tools.length, 36)
  assert.deepEqual([isError, structuredContent.contact.email], [undefined, email])
  const { body } = await server.api.get(`/v1/contacts/${structuredContent.contact._id}/timeline`)
  assert.match(body.data[0].origin.client, /^inspector-cli \d/)
})
