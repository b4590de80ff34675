// Each report of the analytics page says one sentence, computed from its figures.
import assert from "node:assert/strict"
import { test } from "node:test"
import "./locale.ts"
import type * as Answers from "../../web/pages/analytics/answers.ts"
import * as findings from "../../web/pages/analytics/findings.ts"
import { unfinishedMonths } from "../../web/pages/analytics/period.ts"

const month = (name: string, received: number): Answers.MonthByMonth["months"][number] => ({
  month: name,
  billed: 0,
  paid: 0,
  outstanding: 0,
  refunded: 0,
  net: 0,
  count: 0,
  received,
})
const figures = { owed: 50_000, paid: 20_000, outstanding: 30_000, reversed: 0, count: 3 }

test("states how much of the billed amount is paid, and what is late", () => {
  const data = { billed: 200_000, paid: 189_000, outstanding: 11_000, overdue: 6_120, canceled: 0, refunded: 0, net: 189_000 }
  const counts = { count: 10, paidCount: 9, averageTicket: 20_000 }
  assert.equal(findings.standing({ ...data, ...counts }, "EUR"), "94.5% of the billed amount is paid; €61.20 is late.")
  assert.match(findings.standing({ ...data, ...counts, overdue: 0 }, "EUR"), /nothing is late/)
  assert.equal(findings.standing({ ...data, ...counts, billed: 0 }, "EUR"), "Nothing in this period.")
})

test("says which source of orders brought most of the paid money", () => {
  const row = (source: Answers.SourceStats["sources"][number]["source"], paid: number) =>
    ({ source, billed: paid, paid, refunded: 0, net: paid, count: 1 }) as const
  const sources = [row("manual", 10_000), row("ecommerce", 30_000), row("none", 0)]
  assert.equal(findings.sources({ sources }, "EUR"), "Payment links: 75% of what is paid, €300.00.")
  assert.equal(findings.sources({ sources: sources.slice(1) }, "EUR"), "Payment links: all of what is paid, €300.00.")
  assert.equal(findings.sources({ sources: [row("workflow", 0)] }, "EUR"), "Nothing is paid in this period.")
  assert.equal(findings.sources({ sources: [] }, "EUR"), "Nothing is paid in this period.")
})

test("compares only whole months", () => {
  const months = [month("2026-08", 300_000), month("2026-09", 200_000), month("2026-10", 150_000), month("2026-11", 1_000)]
  assert.equal(
    findings.monthly({ months }, "EUR", new Set(["2026-11"])),
    "Most arrived in August 2026: €3K. October 2026 brought 25% less than the month before.",
  )
  assert.equal(findings.monthly({ months: months.slice(0, 1) }, "EUR", new Set()), "Most arrived in August 2026: €3K.")
  assert.equal(findings.monthly({ months: [month("2026-08", 0)] }, "EUR", new Set()), "No money arrived in this period.")
})

test("does not count the current month, and months that the period cuts, as whole", () => {
  assert.deepEqual([...unfinishedMonths("2026-01-01", "2026-11-16", "2026-11-16")], ["2026-11"])
  assert.deepEqual([...unfinishedMonths("2026-01-15", "2026-08-31", "2026-11-16")], ["2026-01"])
  assert.deepEqual([...unfinishedMonths("2026-01-01", "2026-08-30", "2026-11-16")], ["2026-08"])
  assert.deepEqual([...unfinishedMonths("2026-01-01", "2026-12-31", "2026-11-16")], ["2026-11"])
})

test("names the busiest day and the share of weekends", () => {
  const days = [
    { day: "2026-11-13", due: 0, paid: 7_500, count: 0 },
    { day: "2026-11-14", due: 0, paid: 2_500, count: 0 }, // a Saturday
  ]
  assert.equal(findings.daily({ days }, "USD"), "Busiest on Nov 13, 2026: $75.00. Weekends bring 25% of the money.")
  assert.equal(findings.daily({ days: [] }, "USD"), "No payment arrived in this period.")
})

test("states what is open, and how fast and by whom it is paid", () => {
  assert.equal(findings.toCome({ overdue: 612_000, scheduled: 10_271_200, buckets: [] }, "EUR"), "€109K open, €6.12K of it late.")
  assert.equal(findings.toCome({ overdue: 0, scheduled: 0, buckets: [] }, "EUR"), "Nobody owes anything.")
  const histogram = [{ fromDay: 0, toDay: 0, count: 3, amount: 1 }]
  assert.equal(findings.velocity({ medianDays: 1, p90Days: 29, histogram }), "Half are paid in full by day 1, nine of ten by day 29.")
  assert.equal(findings.velocity({ medianDays: 0, p90Days: 0, histogram: [] }), "Nothing was paid in full yet.")
  const days = { averageDaysToPay: 1, medianDaysToPay: 1, topLate: [] }
  assert.equal(
    findings.behavior({ onTime: 9, late: 3, unpaid: 1, ...days }),
    "75% of the payments that are paid in full were on time; 1 payment is not paid in full.",
  )
  assert.equal(findings.behavior({ onTime: 0, late: 0, unpaid: 2, ...days }), "None of 2 payments is paid in full yet.")
})

test("names the service that was billed most, and how few services bring most of the revenue", () => {
  const sold = [
    { service: null, name: "Course", billed: 75_000, paid: 0, count: 1 },
    { service: null, name: "Discounts", billed: -5_000, paid: 0, count: 1 },
    { service: null, name: "Exam", billed: 30_000, paid: 0, count: 1 },
  ]
  assert.equal(findings.sold({ services: sold }, "EUR"), "Course was billed most: €750.00, 75% of all.")
  const row = (name: string, share: number) => ({ service: null, name, revenue: 1, refunded: 0, net: 1, share })
  const services = [row("Room", 0.1), row("Course", 0.5), row("Exam", 0.3), row("Book", 0.1)]
  assert.equal(findings.revenue({ services }), "Course brings 50% of the net revenue; 2 of 4 bring 80%.")
  assert.equal(findings.revenue({ services: services.slice(0, 2) }), "Course brings 50% of the net revenue.")
})

test("summarizes cancellations, customers and currencies", () => {
  const byReason = [
    { reason: "mistake", count: 3, amount: 1 },
    { reason: "unspecified", count: 1, amount: 1 },
  ]
  assert.equal(
    findings.canceled({ count: 4, amount: 40_000, rate: 0.013, byMonth: [], byReason }, "EUR"),
    "4 payments canceled, 1.3% of all, worth €400.00. Most often: mistake.",
  )
  const customers = [40, 30, 10, 20].map(total => ({ contact: "", months: [], total }))
  assert.equal(findings.customers({ customers }), "The three largest brought 80% of what 4 customers paid.")
  const corridor = { target: "EUR", count: 1, sourceAmount: 1, targetAmount: 1, averageRate: 1, midRate: 1 }
  const corridors = [
    { ...corridor, source: "USD", margin: 0.0125 },
    { ...corridor, source: "CLP", margin: null, midRate: null },
  ]
  assert.equal(findings.corridors({ corridors }), "Payers paid in 2 other currencies. The margin is largest from USD: 1.25%.")
  assert.equal(findings.corridors({ corridors: [] }), "Nobody paid in another currency.")
})

test("summarizes transactions and partners, and whether the partners' sum agrees with the ledger", () => {
  const none = { count: 0, amount: 0 }
  const byStatus = { "pending-approval": none, processing: none, reversed: none, canceled: none, expired: none }
  const tried = { ...byStatus, succeeded: { count: 97, amount: 1 }, failed: { count: 3, amount: 1 } }
  assert.equal(
    findings.tries({ byStatus: tried, byType: { charge: none, refund: none } }),
    "97% of 100 transactions settled. 3 attempts failed.",
  )
  const splits = { summary: figures, cohorts: [], partners: [], teams: [] }
  const agrees = { ledger: 50_000, splits: 50_000, difference: 0 }
  assert.equal(
    findings.partners({ ...splits, reconciliation: agrees }, "EUR"),
    "Partners earned €500.00; €300.00 is not paid out yet. Agrees with the ledger.",
  )
  assert.match(findings.partners({ ...splits, reconciliation: { ...agrees, difference: 5 } }, "EUR"), /Differs from the ledger by €0\.05/)
})

test("compares recurring revenue, net revenue and payers with the period before", () => {
  const figures = {
    mrr: 12_000,
    newMrr: 0,
    expansion: 0,
    contraction: 0,
    churned: 0,
    mrrChurnRate: 0,
    subscribers: 2,
    newSubscribers: 0,
    lostSubscribers: 0,
    received: 50_000,
    refunded: 10_000,
    netRevenue: 40_000,
    payers: 3,
    newPayers: 1,
    returnedPayers: 0,
    lostPayers: 2,
    payerChurnRate: 0,
  }
  const before = { from: "2026-01-01", to: "2026-01-31", ...figures, mrr: 10_000, netRevenue: 50_000 }
  const data = { summary: figures, previous: before, months: [] }
  assert.equal(findings.recurring(data, "EUR"), "€120.00 a month from 2 subscribers, 20% more than in the period before.")
  assert.equal(findings.netRevenue(data, "EUR"), "€400.00 after refunds, 20% less than in the period before.")
  assert.equal(findings.payers(data), "1 new payer, 2 lost ones; 3 payers at the end.")
  assert.equal(findings.compared(5, 0, String), "0 in the period before")
  assert.equal(findings.compared(5, 5, String), "as in the period before")
  const none = { summary: { ...figures, mrr: 0, received: 0, refunded: 0, payers: 0, lostPayers: 0 }, previous: before, months: [] }
  assert.equal(findings.recurring(none, "EUR"), "No subscription runs in this period.")
  assert.equal(findings.netRevenue(none, "EUR"), "No money arrived in this period.")
  assert.equal(findings.payers(none), "Nobody has paid yet.")
})
