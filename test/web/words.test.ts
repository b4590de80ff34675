import assert from "node:assert/strict"
import { test } from "node:test"
import "./locale.ts"
import { textOn } from "../../src/kit/pure/colour.ts"
import { replyTime, span } from "../../web/lib/duration.ts"
import { sayPermission } from "../../web/lib/permission-words.ts"
import { countryName, say } from "../../web/lib/words.ts"
import { nameOfBrowser } from "../../web/lib/user-agent.ts"
import { render } from "../../web/pages/example-requests.ts"
import { nameOfEvent, pageOfEvent } from "../../web/pages/event-words.ts"
import { adviceFor, nameOf, waitBefore } from "../../web/resources/webhooks/words.ts"

const attempt = (status: number | null, error: string | null = null) => ({
  n: 1,
  at: "2026-11-14T15:00:00.000Z",
  ms: 20,
  status,
  error,
  headers: null,
})

test("each kind of failed delivery has its own advice", () => {
  const cases: [ReturnType<typeof attempt>, RegExp][] = [
    [attempt(204), /counts as delivered/],
    [attempt(302), /final address/],
    [attempt(401), /signature/],
    [attempt(404), /path/],
    [attempt(410), /turned off/],
    [attempt(429), /fewer requests/],
    [attempt(503), /same message id/],
    [attempt(null, "no answer within 15 s"), /answer within 15 seconds/],
    [attempt(null, "connect ECONNREFUSED 127.0.0.1:1"), /Nothing listens/],
    [attempt(null, "getaddrinfo ENOTFOUND nowhere.example"), /DNS/],
    [attempt(null, "self-signed certificate"), /certificate/],
  ]
  for (const [each, advice] of cases) assert.match(adviceFor(each), advice)
  assert.deepEqual(
    [nameOf(attempt(500)), nameOf(attempt(null, "no answer within 15 s")), nameOf(attempt(null))],
    ["500", "Time-out", "No answer"],
  )
})

test("measures the wait of an attempt from the end of the previous one, and of the first from its event", () => {
  const attempts = [attempt(500), { ...attempt(500), at: "2026-11-14T15:00:15.020Z" }]
  assert.deepEqual([waitBefore(attempts, 0, "2026-11-14T14:59:59.000Z"), waitBefore(attempts, 1, "")], [1000, 15_000])
})

test("writes a span with its two largest units", () => {
  assert.deepEqual([90_061_000, 111_000, 15_000, 400, 3_600_000].map(span), ["1 d 1 h", "1 m 51 s", "15 s", "400 ms", "1 h"])
  assert.deepEqual([405, 1_240].map(replyTime), ["405 ms", "1.2 s"])
})

test("names a browser by its usual name", () => {
  const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36"
  assert.equal(nameOfBrowser(mac), "Chrome on macOS")
  assert.equal(nameOfBrowser(`${mac} Edg/126.0`), "Edge on macOS")
  assert.equal(nameOfBrowser("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1"), "Safari on iPhone")
  assert.equal(nameOfBrowser("curl/8.5.0"), "curl")
})

test("chooses black or white text on a colour, whichever is easier to read", () => {
  assert.deepEqual(["#ffffff", "#ffff00", "#000000", "#0f766e"].map(textOn), ["#000000", "#000000", "#ffffff", "#ffffff"])
})

test("names an event by its object, and links to it", () => {
  const event = { _id: "", event: "paymentIntents.update", object: "a1", version: "v1" as const, createdAt: "" }
  const resources = [{ event: "paymentIntents", noun: "payment", key: "payment-intents" as const }]
  const data = { number: "PI-000123", status: "paid-partial" }
  assert.equal(nameOfEvent({ ...event, data }, resources), "Payment PI-000123: partially paid")
  assert.deepEqual(pageOfEvent({ ...event, data }, resources), { key: "payment-intents", id: "a1" })
  const approval = { ...event, event: "approvalRequests.update", data: { status: "approved" } }
  assert.equal(nameOfEvent(approval, resources), "Approval request: approved")
  assert.equal(pageOfEvent(approval, resources), undefined)
})

test("writes an example as a command with the business's own address and id", () => {
  const example = { title: "", about: "", method: "POST" as const, path: "/v1/contacts/create", body: { email: "ana@example.com" } }
  const place = { baseUrl: "https://pay.example.com", tenant: "t1" }
  assert.match(
    render(example, "curl", place),
    /^curl "https:\/\/pay\.example\.com\/v1\/contacts\/create" \\\n {2}-H "Authorization: ApiKey \$KEY"/,
  )
  assert.match(render(example, "javascript", place), /"x-tenant-id": "t1"/)
})

test("names countries and owners, and shows no codes to people", () => {
  assert.deepEqual(
    [countryName("DE"), countryName("BR"), say("self"), say("bankAccount"), say("sepa"), say("ach")],
    ["Germany", "Brazil", "Your business", "Bank account", "SEPA", "ACH"],
  )
})

test("a permission is said in words", () => {
  assert.deepEqual(["apiKeys.view", "splits.edit", "audit.view"].map(sayPermission), [
    "See API keys",
    "Change splits and payouts",
    "See the audit log",
  ])
})
