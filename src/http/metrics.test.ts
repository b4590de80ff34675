import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { test } from "node:test"
import { freePort, startTestServer } from "../../test/harness.ts"
import { startMetricsServer } from "./metrics.ts"

const token = "only-for-the-monitoring"
const { baseUrl } = await startTestServer({ METRICS: `token:${token}`, ROLE: "api" })
const read = (authorization?: string) => fetch(`${baseUrl}/metrics`, authorization === undefined ? {} : { headers: { authorization } })

test("with a token, the metrics are shown to who sends it and to nobody else", async () => {
  for (const header of [undefined, "Bearer", `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, `ApiKey ${token}`]) {
    const response = await read(header)
    const { error } = (await response.json()) as { error: { code: string } }
    assert.deepEqual([response.status, error.code, response.headers.get("www-authenticate")], [401, "MTR-1001", "Bearer"], header)
  }
  const response = await read(`Bearer ${token}`)
  assert.equal(response.status, 200)
  assert.match(await response.text(), /^# HELP countersign_request_seconds /m)
})

test("the guide names every metric of the service", async () => {
  const guide = readFileSync("docs/guides/operations.md", "utf8")
  const names = [...(await (await read(`Bearer ${token}`)).text()).matchAll(/^# HELP (countersign_\w+) /gm)].map(([, name]) => name!)
  assert.ok(names.length >= 6)
  for (const name of names) assert.ok(guide.includes(`\`${name}\``), name)
})

test("on a port of their own, the metrics are the only thing that is shown, at every address of the host", async () => {
  const port = await freePort()
  const unusable = "192.0.2.1" // reserved for documentation, so no machine has it
  const stop = await startMetricsServer("127.0.0.1", port, ["127.0.0.1", "127.0.0.2", unusable])
  for (const address of ["127.0.0.1", "127.0.0.2"]) {
    const response = await fetch(`http://${address}:${port}/metrics`)
    assert.match(await response.text(), /^# HELP countersign_fx_rates_age_seconds /m)
  }
  assert.equal((await fetch(`http://127.0.0.1:${port}/v1/contacts`)).status, 404)
  stop()
  for (const address of ["127.0.0.1", "127.0.0.2"]) await assert.rejects(fetch(`http://${address}:${port}/metrics`))
})

test("a port of METRICS that another program uses is named", async () => {
  const other = createServer()
  const port = await freePort()
  await new Promise<void>(resolve => other.listen(port, "127.0.0.1", resolve))
  await assert.rejects(startMetricsServer("127.0.0.1", port, []), {
    message: new RegExp(`^METRICS names port ${port}, which can't be used`),
  })
  other.close()
})
