import assert from "node:assert/strict"
import { test } from "node:test"
import { hasFailedTooLong, maskCredentials, outcomeOf, maxRetries, retryDelayMs } from "./rules.ts"

const retries = Array.from({ length: 50 }, (_, i) => i + 1)

test("the first retry waits 15 seconds, each further one twice as long, and none more than an hour", () => {
  const seconds = retries.map(n => retryDelayMs(n, 0) / 1000)
  const hours = Array.from({ length: 42 }, () => 3600)
  assert.deepEqual(seconds, [15, 30, 60, 120, 240, 480, 960, 1920, ...hours])
  const all = seconds.reduce((sum, each) => sum + each, 0)
  assert.equal(all, 155_025) // 43 h 03 min 45 s
})

test("the first retry is exactly on time, the others up to a tenth earlier and never later", () => {
  for (const n of retries)
    for (const random of [0, 0.25, 0.5, 0.999_999]) {
      const fullDelay = retryDelayMs(n, 0)
      const delay = retryDelayMs(n, random)
      assert.ok(Number.isInteger(delay))
      if (n === 1) assert.equal(delay, 15_000)
      else assert.ok(delay <= fullDelay && delay >= fullDelay * 0.9, `retry ${n} waits ${delay} of ${fullDelay}`)
    }
})

test("an event has 51 attempts: the first and 50 retries", () => {
  assert.equal(maxRetries, 50)
  const outcomes = [1, ...retries.map(n => n + 1)].map(attempt => outcomeOf(500, attempt))
  assert.deepEqual(outcomes, [...retries.map(() => "again"), "abandoned"])
})

test("2xx is a success and 410 is final; redirects, other statuses and time-outs are retried", () => {
  for (const status of [200, 201, 202, 204, 206, 299]) assert.equal(outcomeOf(status, 1), "delivered", String(status))
  for (const status of [200, 204]) assert.equal(outcomeOf(status, 51), "delivered", "the last attempt may succeed")
  for (const status of [null, 0, 100, 101, 199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 409, 429, 500, 503, 599])
    assert.deepEqual([outcomeOf(status, 1), outcomeOf(status, 50), outcomeOf(status, 51)], ["again", "again", "abandoned"], String(status))
  assert.deepEqual([outcomeOf(410, 1), outcomeOf(410, 51)], ["gone", "gone"])
})

test("an endpoint has failed too long after more than 24 hours, not at 24 hours", () => {
  const since = new Date("2026-03-01T00:00:00Z")
  const after = (ms: number) => hasFailedTooLong(since, new Date(since.getTime() + ms))
  assert.deepEqual([after(0), after(86_399_999), after(86_400_000), after(86_400_001)], [false, false, false, true])
})

test("user, password, query values and fragment of an address are masked, and an address without them is unchanged", () => {
  const masked = {
    "https://shop.example.com": "https://shop.example.com",
    "https://Shop.example.com:8443/hooks/é": "https://Shop.example.com:8443/hooks/é",
    "https://user:pa55@shop.example.com/hooks": "https://***@shop.example.com/hooks",
    "https://token@shop.example.com/": "https://***@shop.example.com/",
    "https://:pa55@shop.example.com/": "https://***@shop.example.com/",
    "https://a:b@c:d@shop.example.com/x": "https://***@shop.example.com/x",
    "https://shop.example.com/hooks?token=s3cret&shop=7": "https://shop.example.com/hooks?token=***&shop=***",
    "https://shop.example.com/hooks?s3cret&a=b=c&": "https://shop.example.com/hooks?***&a=***&",
    "https://shop.example.com/hooks?a=b#s3cret": "https://shop.example.com/hooks?a=***#***",
    "https://[2606:4700::1]:8443/a@b?c=d@e": "https://[2606:4700::1]:8443/a@b?c=***",
  }
  for (const [address, shown] of Object.entries(masked)) assert.equal(maskCredentials(address), shown)
})
