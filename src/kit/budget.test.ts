import assert from "node:assert/strict"
import { test } from "node:test"
import { budget, networkOf } from "./budget.ts"

test("a budget is spent at once or over time, and says how long to wait", () => {
  const { spend } = budget(60)
  for (let i = 0; i < 60; i++) spend("ana", 0)
  assert.throws(() => spend("ana", 0), { code: "RTE-1001", retryAfterSeconds: 1 })
  spend("bia", 0)
  spend("ana", 1000)
  assert.throws(() => spend("ana", 1000), { code: "RTE-1001" })
})

test("a crowd pushes out who came longest ago, never who comes all the time", () => {
  const { spend } = budget(2)
  spend("early", 0)
  spend("early", 0)
  for (let i = 0; i < 10_000; i++) spend(`visitor ${i}`, 1)
  spend("early", 1) // forgotten, so it begins anew

  const other = budget(2)
  other.spend("steady", 0)
  other.spend("steady", 0)
  for (let i = 0; i < 50_000; i++) {
    other.spend(`visitor ${i}`, 1)
    if (i % 4_000 === 0) assert.throws(() => other.spend("steady", 1), { code: "RTE-1001" }, `after ${i}`)
  }
})

test("an IPv6 address is known by its network, any other by itself", () => {
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
