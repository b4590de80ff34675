import assert from "node:assert/strict"
import { test } from "node:test"
import { until } from "../harness.ts"
import { openPage, payerOf, submit } from "../payer.ts"
import { expireLeases, lockTable, startPair } from "./server-process.ts"

const { apis, baseUrls, databaseUrl, killable, sql } = await startPair()
const [, api] = apis
const { bill, chargesOf } = payerOf({ api: api! })

test("a server that dies between the tap and the answer charges once, however often the payer sends the form again", async () => {
  const intent = await bill(10_000)
  const { pathname } = new URL(intent.links.long)
  const [dying, other] = baseUrls.map(baseUrl => ({ links: { long: baseUrl + pathname } }))
  const [{ key }, later] = [await openPage(dying), await openPage(other)]
  const ledger = await lockTable(databaseUrl, "ledger_entries")
  const answer = submit(dying, { key }).catch(() => "no response")
  await until(async () => (await sql("select 1 from simulator_charges")).length === 1, "the gateway has charged")
  await until(async () => (await ledger.countWaiting()) > 0, "the outcome waits to be written")
  assert.match((await openPage(other)).html, /You may close this page/)
  await killable.stop("SIGKILL")
  await ledger.releaseWhenUnused()
  assert.equal(await answer, "no response")
  for (const again of [key, later.key]) assert.equal((await submit(other, { key: again })).status, 303)
  await expireLeases(sql)
  await api!.post("/v1/simulations/clock", { advance: "PT1M" })
  await until(async () => (await openPage(other)).html.includes("Paid in full"), "the charge was looked up")
  assert.equal((await submit(other, { key })).status, 303)
  assert.equal((await chargesOf(intent)).length, 1)
  assert.equal((await sql("select 1 from simulator_charges")).length, 1)
  assert.deepEqual((await api!.get("/v1/ledger/verify")).body.data.differences, [])
})
