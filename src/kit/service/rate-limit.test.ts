import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { Problem } from "../pure/problem.ts"
import { config, readConfig, setConfig } from "./config.ts"
import { rateLimit, networkOf } from "./rate-limit.ts"

test("admits calls up to the limit, at once or over time, then says how long to wait", () => {
  const { consume } = rateLimit(60)
  for (let i = 0; i < 60; i++) consume("ana", 0)
  assert.throws(() => consume("ana", 0), { code: "RTE-1001", retryAfterSeconds: 1 })
  consume("bia", 0)
  consume("ana", 1000)
  assert.throws(() => consume("ana", 1000), { code: "RTE-1001" })
})

test("admits a caller who waits exactly as long as the refusal says, at every limit and at every time", () => {
  const limit = fc.constantFrom(1, 2, 3, 5, 6, 7, 10, 30, 60, 97, 600)
  const clock = fc.integer({ min: 0, max: 1e9 }).map(n => n / 1000)
  const pauses = fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { maxLength: 20 })
  fc.assert(
    fc.property(limit, clock, pauses, (perMinute, start, pausesMs) => {
      const { consume } = rateLimit(perMinute)
      let now = start
      for (let i = 0; i < perMinute + pausesMs.length; i++) {
        now += pausesMs[i - perMinute] ?? 0
        const waitMs = 1000 * secondsToWait(() => consume("ana", now))
        now += waitMs
        if (waitMs > 0) consume("ana", now)
      }
    }),
  )
})

/** The seconds that a refusal names, or 0 for no refusal. */
function secondsToWait(consume: () => void): number {
  try {
    consume()
    return 0
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === "RTE-1001")
    return error.retryAfterSeconds!
  }
}

test("drops long unused names when there are many names, but never names in use", () => {
  const { consume } = rateLimit(2)
  consume("early", 0)
  consume("early", 0)
  for (let i = 0; i < 10_000; i++) consume(`visitor ${i}`, 1)
  consume("early", 1) // dropped, so its bucket is full again

  const other = rateLimit(2)
  other.consume("steady", 0)
  other.consume("steady", 0)
  for (let i = 0; i < 50_000; i++) {
    other.consume(`visitor ${i}`, 1)
    if (i % 4_000 === 0) assert.throws(() => other.consume("steady", 1), { code: "RTE-1001" }, `after ${i}`)
  }
})

test("a second service in the same process has its own counts", () => {
  const before = config
  const { consume } = rateLimit(1)
  consume("ana", 0)
  assert.throws(() => consume("ana", 0), { code: "RTE-1001" })
  setConfig(readConfig({}))
  consume("ana", 0)
  setConfig(before)
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
