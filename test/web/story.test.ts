// The timeline of an object shows the audit log in sentences.
import assert from "node:assert/strict"
import { test } from "node:test"
import "./locale.ts"
import type { Entry, Story } from "../../web/dashboard/entry.ts"
import { isByPeople, isTold as isToldBy, type Subject, tell as tellBy } from "../../web/dashboard/story.ts"
import { paymentStory } from "../../web/resources/payment-intents/story.ts"
import { refundStory } from "../../web/resources/refund-intents/story.ts"
import { transactionStory } from "../../web/resources/transactions/story.ts"

/** By the first part of the action, as the timeline finds them by the resource. */
const stories: Record<string, Story> = { paymentIntents: paymentStory, refundIntents: refundStory, transactions: transactionStory }
const tell = (each: Entry, subject: Subject = {}) => tellBy(each, subject, stories[each.object.type])
const isTold = (each: Entry, own: string) => isToldBy(each, own, stories[each.object.type])

const entry = (action: string, before: object | null, after: object | null, id = "a1"): Entry => ({
  _id: "1",
  at: "2026-11-14T10:00:00.000Z",
  actor: { user: "u1", type: "person" },
  origin: { channel: "dashboard", operation: "", client: null, requestId: "r1" },
  action,
  object: { type: action.split(".")[0]!, id },
  before: before as Entry["before"],
  after: after as Entry["after"],
})
const payment = { amount: 248_000, currency: "EUR" }

test("describes what was requested, received, left and refunded of a payment", () => {
  const cases: [action: string, before: object | null, after: object, text: string][] = [
    ["paymentIntents.create", null, { ...payment, status: "due" }, "requested €2,480.00"],
    ["paymentIntents.update", { paid: 0, due: 248_000 }, { paid: 50_000, due: 198_000 }, "received €500.00; €1,980.00 is left"],
    ["paymentIntents.update", { paid: 50_000, due: 198_000 }, { paid: 248_000, due: 0 }, "received €1,980.00, which pays it in full"],
    ["paymentIntents.update", { paid: 248_000 }, { paid: 0 }, "reversed €2,480.00 of the payment"],
    ["paymentIntents.update", { refunded: 0 }, { refunded: 34_000 }, "refunded €340.00 to the payer"],
    ["paymentIntents.update", { disputed: 0 }, { disputed: 34_000 }, "lost €340.00 to a dispute"],
    ["paymentIntents.update", { status: "due" }, { status: "canceled" }, "canceled it"],
    ["paymentIntents.update", { status: "due" }, { status: "overdue" }, "noticed that the due date has passed"],
    ["paymentIntents.update", { remindedAt: null }, { remindedAt: "2026-11-14T10:00:00Z" }, "reminded the payer"],
    ["paymentIntents.update", { reference: null, version: 1 }, { reference: "X", version: 2 }, "changed reference"],
    ["paymentIntents.delete", { ...payment }, {}, "deleted it"],
  ]
  for (const [action, before, after, text] of cases) assert.equal(tell(entry(action, before, after), payment).text, text)
})

test("says that the payer paid, not received, on the payment page", () => {
  const onPage = (action: string, before: object | null, after: object): Entry => {
    const { origin, ...rest } = entry(action, before, after)
    return { ...rest, origin: { ...origin, channel: "page" } }
  }
  const paid = onPage("paymentIntents.update", { paid: 0, due: 248_000 }, { paid: 248_000, due: 0 })
  assert.equal(tell(paid, payment).text, "paid €2,480.00, which pays it in full")
  const charge = onPage("transactions.create", null, { ...payment, status: "succeeded", method: "card" })
  assert.equal(tell(charge).text, "paid €2,480.00 by card")
  const settled = onPage("transactions.update", { status: "processing" }, { status: "succeeded" })
  assert.equal(tell(settled, payment).text, "paid it (€2,480.00)")
})

test("says that a declined attempt took nothing, and why a payment failed", () => {
  const declined = { ...payment, status: "failed", method: "card", transactionType: "charge" }
  assert.equal(
    tell(entry("transactions.create", null, declined)).text,
    "attempted a payment of €2,480.00 by card, which was declined. Nothing was charged",
  )
  const failed = entry("transactions.update", { status: "processing" }, { status: "failed", failure: { message: "Not enough money" } })
  assert.equal(tell(failed, payment).text, "attempted a payment, which was declined. Nothing was charged (€2,480.00): Not enough money")
  assert.equal(tell(failed, payment).tone, "bad")
  const unreached = { code: "never_arrived", message: "it can be tried again" }
  const lost = entry("transactions.update", { status: "processing" }, { status: "failed", failure: unreached })
  assert.equal(
    tell(lost, payment).text,
    "attempted a payment, which did not reach the gateway. Nothing was charged (€2,480.00): it can be tried again",
  )
})

test("describes requested and released refunds, and names both states of other changes", () => {
  assert.equal(tell(entry("refundIntents.create", null, { amount: 34_000, currency: "EUR" })).text, "requested a refund of €340.00")
  const released = entry("refundIntents.update", { status: "draft" }, { status: "approved" })
  assert.equal(tell(released, { amount: 34_000, currency: "EUR" }).text, "released the refund (€340.00)")
  assert.equal(tell(entry("subscriptions.update", { status: "paused" }, { status: "active" })).text, "changed it from paused to active")
})

test("marks a partner's earnings as good news, and their loss as bad", () => {
  const shares = [tell(entry("splitIntents.update", { accrued: 0 }, { accrued: 500 }), payment)]
  shares.push(tell(entry("splitIntents.update", { accrued: 500 }, { accrued: 200 }), payment))
  assert.deepEqual(
    shares.map(({ text, tone }) => [text, tone]),
    [
      ["earned €5.00 of the share", "good"],
      ["reversed €3.00 of the share", "warn"],
    ],
  )
})

test("recognizes changes of money, and changes by people", () => {
  assert.equal(tell(entry("paymentIntents.update", { paid: 0 }, { paid: 1 }), payment).isMoney, true)
  assert.equal(tell(entry("paymentIntents.update", { reference: null }, { reference: "X" }), payment).isMoney, false)
  const byClock = { ...entry("paymentIntents.update", {}, {}), actor: { user: "system", type: "system" } }
  assert.equal(isByPeople(byClock), false)
  assert.equal(isByPeople({ ...byClock, origin: { ...byClock.origin, channel: "agent" } }), true)
})

test("shows only those charges and refunds of a payment that the payment's own entries do not", () => {
  assert.equal(isTold(entry("paymentIntents.update", {}, {}, "own"), "own"), true)
  assert.equal(isTold(entry("transactions.update", { status: "processing" }, { status: "succeeded" }), "own"), false)
  assert.equal(isTold(entry("transactions.update", { status: "processing" }, { status: "failed" }), "own"), true)
  assert.equal(isTold(entry("transactions.create", null, { status: "succeeded" }), "own"), false)
  assert.equal(isTold(entry("refundIntents.create", null, { status: "draft" }), "own"), true)
})
