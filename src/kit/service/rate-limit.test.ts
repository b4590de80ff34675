import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { config, readConfig, setConfig } from "./config.ts"
import { leasedCounts, leaseOf } from "./leased-counts.ts"
import { networkOf, type Quota, rateLimit, takeHere } from "./rate-limit.ts"

let count = 0
/** Counts at a given time. Returns the seconds to wait, or 0. */
function limitOf(perMinute: number) {
  const limit = `test ${count++}`
  return (name: string, now: number) => takeHere([{ limit, perMinute, name }], undefined, now).retryAfterSeconds
}

test("admits calls up to the limit, at once or over time, then says how long to wait", () => {
  const consume = limitOf(60)
  for (let i = 0; i < 60; i++) assert.equal(consume("ana", 0), 0)
  assert.equal(consume("ana", 0), 1)
  assert.equal(consume("bia", 0), 0)
  assert.equal(consume("ana", 1000), 0)
  assert.ok(consume("ana", 1000) > 0)
})

test("admits a caller who waits exactly as long as the refusal says, at every limit and at every time", () => {
  const limit = fc.constantFrom(1, 2, 3, 5, 6, 7, 10, 30, 60, 97, 600)
  const clock = fc.integer({ min: 0, max: 1e9 }).map(n => n / 1000)
  const pauses = fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { maxLength: 20 })
  fc.assert(
    fc.property(limit, clock, pauses, (perMinute, start, pausesMs) => {
      const consume = limitOf(perMinute)
      let now = start
      for (let i = 0; i < perMinute + pausesMs.length; i++) {
        now += pausesMs[i - perMinute] ?? 0
        const waitMs = 1000 * consume("ana", now)
        now += waitMs
        if (waitMs > 0) assert.equal(consume("ana", now), 0)
      }
    }),
  )
})

test("drops long unused names when there are many names, but never names in use", () => {
  const consume = limitOf(2)
  for (let i = 0; i < 2; i++) consume("early", 0)
  for (let i = 0; i < 10_000; i++) consume(`visitor ${i}`, 1)
  assert.equal(consume("early", 1), 0) // dropped, so its bucket is full again

  const other = limitOf(2)
  for (let i = 0; i < 2; i++) other("steady", 0)
  for (let i = 0; i < 50_000; i++) {
    other(`visitor ${i}`, 1)
    if (i % 4_000 === 0) assert.ok(other("steady", 1) > 0, `after ${i}`)
  }
})

test("a second service in the same process has its own counts", () => {
  const before = config
  const { consume } = rateLimit("test of services", 1)
  void consume("ana")
  assert.throws(() => consume("ana"), { code: "RTE-1001" })
  setConfig(readConfig({}))
  void consume("ana")
  setConfig(before)
})

test("of several quotas all are counted or none, and the longest wait is named", () => {
  const quotas = (user: string, tenant: string): Quota[] => [
    { limit: "test of a key", perMinute: 2, name: user },
    { limit: "test of a tenant", perMinute: 60, name: tenant },
  ]
  const consume = (user: string, tenant: string, now: number) => takeHere(quotas(user, tenant), undefined, now).retryAfterSeconds
  for (let i = 0; i < 60; i++) consume(`user ${i}`, "school", 0)
  consume("ana", "shop", 0)
  for (let i = 0; i < 3; i++) assert.equal(consume("ana", "school", 0), 1)
  assert.equal(consume("ana", "school", 1000), 0) // the refusals have used up nothing of ana's
  assert.equal(consume("ana", "school", 1000), 29)
})

test("processes that take a low limit from one that counts admit exactly that many together, however many ask at once", async () => {
  const take = async (quotas: Quota[]) => takeHere(quotas, leaseOf, 0)
  const processes = [leasedCounts(take), leasedCounts(take)]
  const quota = { limit: "test of leases", perMinute: 50, name: "ana" }
  const waits = await Promise.all(Array.from({ length: 200 }, async (_, i) => processes[i % 2]!([quota])))
  assert.equal(waits.filter(seconds => seconds === 0).length, 50)
  assert.equal(Math.max(...waits), 2)
})

test("a high limit is taken in parts, so that few requests ask", async () => {
  let messages = 0
  const consume = leasedCounts(async quotas => {
    messages++
    return takeHere(quotas, leaseOf, 0)
  })
  const quota = { limit: "test of parts", perMinute: 300_000, name: "ana" }
  for (let i = 0; i < 3_000; i++) assert.equal(await consume([quota]), 0)
  assert.equal(messages, 10)
})

test("counts an IPv6 address by its network, and any other address by itself", () => {
  const table: [address: string, network: string][] = [
    ["198.51.100.7", "198.51.100.7"],
    ["::ffff:198.51.100.7", "::ffff:198.51.100.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::6", "2001:db8:1:2"],
    ["2001:db8::6", "2001:db8:0:0"],
    ["2001:db8::", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["198.51.100.7:50123", "198.51.100.7"],
    ["[2001:db8:1:2::6]:443", "2001:db8:1:2"],
    ["[2001:db8:1:2::6]", "2001:db8:1:2"],
  ]
  for (const [address, network] of table) assert.equal(networkOf(address), network, address)
})
