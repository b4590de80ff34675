import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { test } from "node:test"
import { freePort } from "../../test/free-port.ts"
import { startTestServer, until } from "../../test/harness.ts"
import { startMetricsServer } from "./metrics.ts"

const token = "only-for-the-monitoring"
const { baseUrl, keys, sql } = await startTestServer({ METRICS: `token:${token}`, ROLE: "api" })
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

test("the alert rules and the dashboard of the examples name metrics that exist", async () => {
  const shown = new Set([...(await (await read(`Bearer ${token}`)).text()).matchAll(/^# HELP (\w+) /gm)].map(([, name]) => name!))
  const dashboard = JSON.parse(readFileSync("docs/examples/grafana-dashboard.json", "utf8")) as {
    panels: { targets: { expr: string }[] }[]
  }
  const rules = readFileSync("docs/examples/prometheus-alerts.yaml", "utf8")
  const ofAlerts = [...rules.matchAll(/^ +expr: '(.+)'$/gm)].map(([, expression]) => expression!)
  const ofPanels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  assert.ok(ofAlerts.length >= 10 && ofPanels.length >= 10)
  assert.equal(ofAlerts.length, rules.match(/- alert: /g)!.length)
  const named = [...ofAlerts, ...ofPanels].flatMap(expression => expression.match(/\b(countersign|process|nodejs)_\w+/g) ?? [])
  for (const name of named) assert.ok(shown.has(name) || shown.has(name.replace(/_(bucket|count|sum)$/, "")), `${name} is no metric`)
  for (const name of shown)
    if (name.startsWith("countersign_")) assert.ok(named.some(each => each.startsWith(name)) || name === unwatched, name)
})
/** Which providers answer is of interest to those who compare them. */
const unwatched = "countersign_fx_answers_total"

test("shows pool use, failed jobs, the backlog of deliveries, outages and the version", async () => {
  await sql(`insert into jobs (tenant_id, id, kind, payload, next_at, attempts, failed_at, created_at)
    values ('${keys.tenantId}', '${"9".repeat(24)}', 'send-mail', '{}', now(), 10, now(), now())`)
  // On a busy machine the service may just have waited too long for a connection. Such an outage ends within seconds.
  const text = await until(async () => {
    const shown = await (await read(`Bearer ${token}`)).text()
    return shown.includes("\ncountersign_database_outage 0\n") && shown
  }, "the database can be used")
  const valueOf = (series: string) =>
    Number(
      text
        .split("\n")
        .find(line => line.startsWith(`${series} `))
        ?.slice(series.length),
    )
  assert.match(text, /^countersign_info\{version="\d+\.\d+\.\d+[^"]*",role="api"\} 1$/m)
  assert.equal(valueOf('countersign_failed_jobs{kind="send-mail"}'), 1)
  assert.equal(valueOf("countersign_pending_deliveries"), 0)
  assert.equal(valueOf("countersign_oldest_due_delivery_seconds"), 0)
  for (const pool of ["requests", "locks", "reports"]) {
    assert.ok(valueOf(`countersign_database_connections_max{pool="${pool}"}`) >= 1, pool)
    for (const state of ["used", "idle", "waiting"])
      assert.ok(valueOf(`countersign_database_connections{pool="${pool}",state="${state}"}`) >= 0, `${pool} ${state}`)
  }
  await sql("delete from jobs where failed_at is not null")
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
