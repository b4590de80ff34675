import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { test } from "node:test"
import { dayMs } from "../../src/kit/pure/calendar.ts"
import { dataOf, logOf, prepareMonth } from "../clock-script.ts"
import { type Any, createCaller, until } from "../harness.ts"
import { isLong } from "../levels.ts"
import { createTenantOn, expireLeases, startServer, startServers } from "./server-process.ts"

const { databaseUrl, servers, sql } = await startServers(1, { ROLE: "api" })
const worker = () => startServer(databaseUrl, { ROLE: "worker" })

async function newTenant() {
  const keys = await createTenantOn(databaseUrl)
  const jump = async (): Promise<Any> =>
    (await sql("select * from clock_jumps where tenant_id = $1 order by n desc limit 1", [keys.tenantId]))[0]
  return { api: createCaller(servers[0]!.baseUrl, keys), keys, jump }
}

const hashOf = (log: string[]) => createHash("sha256").update(log.join("\n")).digest("hex")

/** Waits until the current move has done that much. A move that has already ended is too short for the test. */
const doneAtLeast = (n: number, jump: () => Promise<Any>) =>
  until(async () => {
    const { done, ended_at } = await jump()
    assert.equal(ended_at, null, "the move ended before it could be interrupted")
    return done >= n
  }, `${n} things have happened on the way`)

test("publishes the same events for 13 months with kills and stops as without, and repeats none", async t => {
  const script = { cycles: 56, unit: "week" }
  const whole = await newTenant()
  const first = await worker()
  const { start } = await prepareMonth(whole.api, script)
  dataOf(await whole.api.create("/v1/simulations/clock", { advance: "P13M" }))
  await until(async () => (await whole.jump()).ended_at, "the clock has arrived")
  const expected = await logOf(whole.api, start)
  const tell = (run: string, log: string[]) => t.diagnostic(`${run}: ${log.length} events, sha256 ${hashOf(log)}`)
  tell("not interrupted", expected)

  const { api, jump } = await newTenant()
  const month = await prepareMonth(api, script)
  const send = () => api.create("/v1/simulations/clock", { advance: "P13M" }, "jump").catch(() => undefined)
  void send()
  await until(async () => (await jump()).n === 2, "the move is committed")
  await doneAtLeast(20, jump)
  const during = dataOf(await api.get("/v1/simulations/clock"))
  assert.equal(during.status, "moving")
  assert.ok(during.progress > 0 && during.progress < 1 && during.now < during.target, JSON.stringify(during))
  await first.stop("SIGKILL")
  const { port } = new URL(servers[0]!.baseUrl)
  await servers[0]!.stop("SIGKILL") // the response is lost too
  servers[0] = await startServer(databaseUrl, { ROLE: "api", PORT: port })

  if (!isLong) await expireLeases(sql) // a long run waits until it expires
  const [second, third] = await Promise.all([worker(), worker()])
  const killedAt = (await jump()).done
  await until(async () => (await jump()).done > killedAt + 20, "another worker goes on")
  await Promise.all([second.stop(), third.stop()])
  const last = await worker()
  assert.equal((await send())!.status, 200)
  await until(async () => (await jump()).ended_at, "the clock has arrived")
  assert.equal((await send())!.status, 200)
  const events = await logOf(api, month.start)
  tell("interrupted", events)
  assert.deepEqual(events, expected)
  assert.deepEqual([(await jump()).n, (await api.get("/v1/ledger/verify")).body.data.ok], [2, true])
  const now = Date.parse(dataOf(await api.get("/v1/settings")).now)
  assert.ok(now - month.start.getTime() >= 394 * dayMs && now - month.start.getTime() < 398 * dayMs)
  await last.stop()
})
