// What the pages compute about money before it moves, and what they write to files.
import assert from "node:assert/strict"
import { test } from "node:test"
import "./locale.ts"
import { renderCsv } from "../../src/kit/pure/csv.ts"
import { csvRow } from "../../web/dashboard/csv-row.ts"
import { money, moneyBesideCode } from "../../web/lib/money.ts"
import { effectOf, numberIn } from "../../web/resources/bank-transfers/allocate-effect.ts"
import { changeText, collectedByDay } from "../../web/pages/overview/series.ts"
import { leftOfCharge, partnersGiveBack, refundLines } from "../../web/resources/refund-intents/amounts.ts"

test("says which dollars an amount means, unless the code is beside it", () => {
  assert.deepEqual(
    ["USD", "MXN", "CAD"].map(currency => money(136_000, currency)),
    ["$1,360.00", "MX$1,360.00", "CA$1,360.00"],
  )
  assert.equal(moneyBesideCode(136_000, "MXN"), "$1,360.00")
})

const charge = { _id: "t1", amount: 148_400, credited: 400 }
const refunds = [
  { transaction: "t1", amount: 34_000, items: [{ line: 1, amount: 34_000 }] },
  { transaction: "t2", amount: 1_000, items: [{ line: 0, amount: 1_000 }] },
]

test("subtracts refunds, disputes and the contact's credit from what is left of a charge", () => {
  assert.equal(leftOfCharge(charge, refunds, []), 114_000)
  const disputes = [
    { amount: 14_000, status: "under-review" },
    { amount: 99_000, status: "won" },
  ]
  assert.equal(leftOfCharge(charge, refunds, disputes), 100_000)
  assert.equal(leftOfCharge(charge, refunds, [{ amount: 999_999, status: "lost" }]), 0)
})

test("refuses a refund of more than is left of a line, and a text that is not an amount", () => {
  const lines = [
    { name: "Course", amount: 214_000 },
    { name: "Deposit", amount: 40_000 },
    { name: "Discount", amount: -6_000 },
  ]
  const [course, deposit, discount] = refundLines(lines, refunds, ["120", "60.01", ""], "EUR")
  assert.deepEqual([course?.left, course?.amount, course?.error], [213_000, 12_000, undefined])
  assert.deepEqual([deposit?.left, deposit?.error], [6_000, "Only €60.00 is left on this line."])
  assert.deepEqual([discount?.left, discount?.amount], [0, 0])
  assert.match(refundLines(lines, [], ["twelve"], "EUR")[0]?.error ?? "", /Write an amount/)
})

test("takes back from partners what they would have earned of the refunded part", () => {
  const payment = { amount: 10_000, paid: 10_000, refunded: 0, disputed: 0 }
  const splits = [
    { amount: 3_333, status: "due" },
    { amount: 5_000, status: "rejected" },
  ]
  assert.equal(partnersGiveBack(payment, splits, 10_000), 3_333)
  assert.equal(partnersGiveBack(payment, splits, 5_000), 1_666) // the floor of half of 3,333, as the service does
  assert.equal(partnersGiveBack({ ...payment, refunded: 10_000 }, splits, 100), 0)
})

test("describes the effect of an allocation beforehand", () => {
  const transfer = { amount: 23_400, currency: "BRL" }
  const payment = { number: "PI-000123", due: 23_400, status: "due" }
  assert.equal(effectOf(transfer, payment), "Pays PI-000123 in full.")
  assert.equal(effectOf(transfer, { ...payment, due: 30_000 }), "R$66.00 is left to pay on PI-000123.")
  assert.equal(effectOf(transfer, { ...payment, due: 20_000 }), "Pays PI-000123 in full; R$34.00 becomes the contact's credit.")
  assert.match(effectOf(transfer, { ...payment, due: 0 }), /the whole amount becomes the contact's credit/)
  assert.equal(numberIn("payment pi 123, thanks"), "PI-000123")
  assert.equal(numberIn("Invoice 123"), undefined)
})

test("writes amounts to files for people with all decimals of the currency", () => {
  const row = {
    _id: "a",
    amount: 12_345,
    due: -500,
    paid: 9_007_199_254_740_991,
    currency: "EUR",
    price: { amount: 1_500, currency: "JPY" },
    items: [{ a: 1 }],
    paidAt: null,
  }
  const columns = ["_id", "amount", "due", "paid", "currency", "price.amount", "items", "paidAt", "missing"]
  assert.equal(
    renderCsv({ columns, rows: [csvRow(columns, row)] }).split("\r\n")[1],
    ["a", "123.45", "-5.00", "90071992547409.91", "EUR", "1500", `"[{""a"":1}]"`, "", ""].join(),
  )
})

test("compares the collected amount with the same number of days before", () => {
  const points = collectedByDay(
    [
      { day: "2026-11-16", paid: 300 },
      { day: "2026-10-17", paid: 200 },
    ],
    "2026-11-16",
  )
  assert.equal(points.length, 30)
  assert.deepEqual([points.at(-1)?.value, points.at(-1)?.before, points[0]?.value], [300, 200, 0])
  assert.equal(changeText(points), "50% more than in the 30 days before")
  assert.equal(changeText(collectedByDay([], "2026-11-16")), "Nothing arrived in 30 days")
})
