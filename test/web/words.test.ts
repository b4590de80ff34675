import assert from "node:assert/strict"
import { test } from "node:test"
import "./locale.ts"
import { textOn } from "../../src/kit/pure/colour.ts"
import { replyTime, span } from "../../web/lib/duration.ts"
import { reasonInWords } from "../../web/dashboard/reason.ts"
import { refusalInWords, withNames } from "../../web/lib/refusal.ts"
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

test("an attempt waited since the end of the one before it, the first since its event", () => {
  const attempts = [attempt(500), { ...attempt(500), at: "2026-11-14T15:00:15.020Z" }]
  assert.deepEqual([waitBefore(attempts, 0, "2026-11-14T14:59:59.000Z"), waitBefore(attempts, 1, "")], [1000, 15_000])
})

test("spans have their two largest units", () => {
  assert.deepEqual([90_061_000, 111_000, 15_000, 400, 3_600_000].map(span), ["1 d 1 h", "1 m 51 s", "15 s", "400 ms", "1 h"])
  assert.deepEqual([405, 1_240].map(replyTime), ["405 ms", "1.2 s"])
})

test("a browser is named as people name it", () => {
  const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36"
  assert.equal(nameOfBrowser(mac), "Chrome on macOS")
  assert.equal(nameOfBrowser(`${mac} Edg/126.0`), "Edge on macOS")
  assert.equal(nameOfBrowser("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1"), "Safari on iPhone")
  assert.equal(nameOfBrowser("curl/8.5.0"), "curl")
})

test("text on a colour is black or white, whichever reads better", () => {
  assert.deepEqual(["#ffffff", "#ffff00", "#000000", "#0f766e"].map(textOn), ["#000000", "#000000", "#ffffff", "#ffffff"])
})

test("an event is named by its object, which it leads to", () => {
  const event = { _id: "", event: "paymentIntents.update", object: "a1", version: "v1" as const, createdAt: "" }
  const resources = [{ event: "paymentIntents", noun: "payment", path: "payments" }]
  const data = { number: "PI-000123", status: "paid-partial" }
  assert.equal(nameOfEvent({ ...event, data }, resources), "Payment PI-000123: partially paid")
  assert.deepEqual(pageOfEvent({ ...event, data }, resources), { resource: "payments", id: "a1" })
  const approval = { ...event, event: "approvalRequests.update", data: { status: "approved" } }
  assert.equal(nameOfEvent(approval, resources), "Approval request: approved")
  assert.equal(pageOfEvent(approval, resources), undefined)
})

test("an example is a command with the business's own address and id", () => {
  const example = { title: "", about: "", method: "POST" as const, path: "/v1/contacts/create", body: { email: "ana@example.com" } }
  const place = { baseUrl: "https://pay.example.com", tenant: "t1" }
  assert.match(
    render(example, "curl", place),
    /^curl "https:\/\/pay\.example\.com\/v1\/contacts\/create" \\\n {2}-H "Authorization: ApiKey \$KEY"/,
  )
  assert.match(render(example, "javascript", place), /"x-tenant-id": "t1"/)
})

test("countries and owners are named, and no code is shown to people", () => {
  assert.deepEqual(
    [countryName("DE"), countryName("BR"), say("self"), say("bankAccount"), say("sepa"), say("ach")],
    ["Germany", "Brazil", "Your business", "Bank account", "SEPA", "ACH"],
  )
})

test("the reason why something is not possible has words for statuses, amounts and times, and no ids", () => {
  const id = "6afc29554543ff0c5b000001"
  const cases: [message: string, words: string][] = [
    [
      "This payment intent is paid-full, so it can't be canceled; only due, overdue can",
      "This payment is paid, so it can't be canceled; only one that is due or overdue can",
    ],
    [
      "This transaction is succeeded, so it can't be canceled; only pending-approval can",
      "This transaction is settled, so it can't be canceled; only one that is waiting for approval can",
    ],
    [
      "This dispute is won, so it can't be answered; only needs-response and under-review ones can",
      "This dispute is won, so it can't be answered; only one that is waiting for your answer or under review can",
    ],
    [
      "This refund intent is settled, so it can't be rejected; only drafts can",
      "This refund is settled, so it can't be rejected; only drafts can",
    ],
    [
      `This bank account belongs to the contact ${id}, not to yourself; use an account of yourself`,
      "This bank account belongs to a contact, not to yourself; use an account of yourself",
    ],
    [
      `This order does not allow that: the item ${id} is billed by the payment intent ${id}, ${id}`,
      "This order does not allow that: an item is billed by a payment",
    ],
    [
      `A payment of this is in progress (${id}); wait for its outcome, then try again`,
      "A payment of this is in progress; wait for its outcome, then try again",
    ],
    [
      "107800 of this payment intent was paid, so it can't be deleted; nothing was changed",
      "€1,078.00 of this payment was paid, so it can't be deleted",
    ],
    [
      "This needs the permission bankAccounts.edit, which you do not hold; ask an admin of your tenant",
      "Your role does not include “Change bank accounts”",
    ],
  ]
  for (const [message, words] of cases) assert.equal(reasonInWords(message, { currency: "EUR" }), words)
  assert.doesNotMatch(reasonInWords("This subscription ends at 2026-11-14T15:00:00.000Z, so it can't be paused"), /T15|000Z/)
})

test("a permission is said in words", () => {
  assert.deepEqual(["apiKeys.view", "splits.edit", "audit.view"].map(sayPermission), [
    "See API keys",
    "Change splits and payouts",
    "See the audit log",
  ])
})

test("a refusal tells amounts as people write them, and leaves other numbers alone", () => {
  const tell = (message: string, details: Record<string, unknown>) => refusalInWords({ code: "PIN-1001", message, details }).message
  const available = tell("Only 30000 BRL can be paid out, so 99900 was refused; nothing was sent", {
    available: 30_000,
    amount: 99_900,
    currency: "BRL",
  })
  assert.equal(available, "Only R$300.00 can be paid out, so R$999.00 was refused; nothing was sent")
  const debt = "The partner owes 500 JPY from payments that were taken back, and these splits pay 0; add more splits to net it"
  assert.match(tell(debt, { debt: 500, due: 0, currency: "JPY" }), /owes ¥500 from .* pay ¥0; add/)
  const counts = "Simulator does not offer 7 installments for 1000 BRL by card, only 1, 2"
  assert.equal(tell(counts, { amount: 1000, installments: 7, currency: "BRL" }), counts.replace("1000 BRL", "R$10.00"))
  const line = tell("Only 1 of line 0 is left to refund, so 1050 was refused", { line: 0, available: 1, amount: 1050, currency: "EUR" })
  assert.equal(line, "Only €0.01 of line 1 is left to refund, so €10.50 was refused")
  const shared = "The splits would add up to 10001, more than the payment intent's 10000"
  assert.equal(
    tell(shared, { shared: 10_001, amount: 10_000, currency: "EUR" }),
    shared.replace("10001", "€100.01").replace("10000", "€100.00"),
  )
  assert.equal(
    tell("at most 7500 at once, so 7501", { maxAmount: 7500, amount: 7501, currency: "USD" }),
    "at most $75.00 at once, so $75.01",
  )
  const policy = "The policy Payouts matches on this kind; to change it you need the permission approvals.edit, which you do not hold"
  assert.match(tell(policy, { policy: "Payouts", field: "kind" }), /need the permission “Change approvals”, which you do not hold$/)
  const [ana, rui] = ["6afd1a5fb70d1a9778000001", "6afd1a5fb70d1a9778000002"]
  const approvers = withNames(`You are not an approver; ask one of ${ana}, ${rui}`, id => (id === ana ? "Ana" : "Rui"))
  assert.equal(approvers, "You are not an approver; ask one of Ana, Rui")
  assert.equal(tell("A tenant has at most 20 webhook endpoints", { max: 20 }), "A tenant has at most 20 webhook endpoints")
})
