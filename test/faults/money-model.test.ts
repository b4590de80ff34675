// Applies random steps to the service over HTTP and to an in-memory model, and compares both after every step, and the journal
// at the end.
import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { type Any, startTestServer } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { disputedOf, earnedOf, type Installment, isOpen, keptOf, paidOf, refundedOf, sum, surplusOf } from "./money-model.ts"
import { goneAmount, openAmount, statusOf as disputeStatusOf } from "./money-model-disputes.ts"
import { compareJournal } from "./money-model-journal.ts"
import { isScheduled, paidOutOf, sumsOf } from "./money-model-payouts.ts"
import { type Args, createScenario, type Scenario } from "./money-model-scenario.ts"
import { steps } from "./money-model-steps.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the step `wait` runs jobs

/** Compares the lists, balances and ledger verification of the API with the model. */
async function compare(scenario: Scenario) {
  const { api, intents, payments, refunds } = scenario
  const resources = ["payment-intents", "payment-splits", "transactions", "refund-intents", "disputes"]
  const paths = resources.map(resource => `/v1/${resource}?limit=100`)
  const [paymentIntents, splits, transactions, refundIntents, disputes, balances, report, contact] = await Promise.all(
    [...paths, "/v1/balances", "/v1/ledger/verify", `/v1/contacts/${scenario.contact}`].map(
      async path => (await api.get(path)).body.data as Any,
    ),
  )
  assert.deepEqual(report.differences, [])
  const installments = intents.flatMap(intent => intent.installments.map(installment => ({ ...installment, canceled: intent.canceled })))
  const plans = intents
    .filter(intent => intent.installments.length > 1)
    .map(intent => ({ ...intent, paid: paidOf(intent), refunded: refundedOf(intent), disputed: disputedOf(intent) }))
  const now = Date.now() + scenario.clockOffsetMs
  const statusOf = ({ amount, paid, dueAt, canceled }: Installment & { canceled: boolean }) =>
    canceled ? "canceled" : paid === amount ? "paid-full" : paid > 0 ? "paid-partial" : dueAt <= now ? "overdue" : "due"
  const expected = [...installments, ...plans].map(each => {
    return [each.id, each.paid, each.amount - each.paid, each.refunded, each.disputed, statusOf(each)]
  })
  assert.deepEqual(
    sorted(paymentIntents.map((each: Any) => [each._id, each.paid, each.due, each.refunded, each.disputed, each.status])),
    sorted(expected),
  )
  const expectedSplits = intents.flatMap(intent =>
    intent.splits.filter(split => intent.splitsCreated || split.origin === "fixed").map(split => ({ intent, split })),
  )
  assert.deepEqual(
    sorted(
      splits.map(({ paymentIntent, origin, amount, accrued, outstanding, paidOut, status }: Any) => {
        return [paymentIntent, origin, amount, accrued, outstanding + paidOut, status === "canceled"]
      }),
    ),
    sorted(
      expectedSplits.map(({ intent, split }) => {
        return [intent.id, split.origin, split.amount, earnedOf(intent, split), keptOf(intent, split), split.canceled === true]
      }),
    ),
  )
  for (const { _id, status, outstanding, paidOut } of splits) {
    assert.deepEqual([paidOut, status === "scheduled"], [paidOutOf(scenario, _id), isScheduled(scenario, _id)])
    assert.equal(status === "due", outstanding > 0 && status !== "scheduled")
  }
  const charges = transactions.filter((each: Any) => each.transactionType === "charge")
  assert.deepEqual(sorted(charges.map((each: Any) => [each._id, each.status])), sorted(payments.map(each => [each.id, each.status])))
  assert.deepEqual(sorted(refundIntents.map((each: Any) => [each._id, each.status])), sorted(refunds.map(each => [each.id, each.status])))
  assert.deepEqual(
    sorted(disputes.map((each: Any) => [each._id, each.amount, each.status])),
    sorted(scenario.disputes.map(each => [each.id, each.amount, disputeStatusOf(each)])),
  )
  const settled = refunds.filter(({ status }) => status === "settled")
  assert.equal(transactions.length - charges.length, settled.length)
  const earned = sum(expectedSplits, ({ intent, split }) => keptOf(intent, split))
  const [partners, self] = [sumsOf(scenario, false), sumsOf(scenario, true)]
  const received = sum(payments, each => (each.status === "succeeded" ? each.amount - surplusOf(each) : 0))
  const { credit, shortfall } = scenario.payer
  assert.deepEqual(contact.credit, credit > 0 ? { BRL: credit } : {})
  const receivable = sum(installments, ({ canceled, amount, paid }) => (canceled ? 0 : amount - paid))
  const pending = sum(payments, each => (isOpen(each) ? each.amount : 0))
  const [balance = { available: 0, pending: 0, reserved: 0, payable: 0, owing: 0, receivable: 0 }] = balances
  const disputed = { open: openAmount(scenario), gone: goneAmount(scenario) }
  const goneBack = sum(settled, ({ amount }) => amount) + disputed.gone
  const reserved = partners.reserved + self.reserved + disputed.open
  const owed = earned - partners.sent - partners.reserved // owed to the one partner; negative: owed by the partner
  const own = received - goneBack - disputed.open - earned - self.sent - self.reserved - shortfall
  assert.deepEqual(
    [balance.available, balance.pending, balance.reserved, balance.payable, balance.owing, balance.receivable],
    [own + Math.min(0, owed), pending, reserved, Math.max(0, owed), Math.max(0, -owed), receivable],
  )
}
const sorted = (rows: unknown[][]) => rows.map(row => JSON.stringify(row)).toSorted((a, b) => (a < b ? -1 : 1))

const args: fc.Arbitrary<Args> = fc.record({
  at: fc.nat({ max: 1000 }),
  installment: fc.option(fc.nat({ max: 1000 })),
  amount: fc.integer({ min: 1, max: 6000 }),
  whole: fc.boolean(),
  token: fc.constantFrom("tok_success", "tok_declined", "tok_unreachable", "tok_success_then_reversed", "tok_processing_then_success"),
  parts: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 3 }),
  flag: fc.boolean(),
  days: fc.integer({ min: 1, max: 9 }),
})
const weights = {
  create: 4,
  pay: 6,
  decide: 3,
  charge: 5,
  gatewayEvent: 3,
  refund: 10,
  decideRefund: 6,
  dispute: 6,
  answerDispute: 3,
  decideDispute: 4,
  payOut: 6,
  payOutSale: 3,
  payOutBalance: 2,
  decidePayout: 7,
  transfer: 3,
  payFromCredit: 3,
  spendSurplus: 3,
  allocate: 3,
  cancel: 2,
  delete: 1,
  createSplit: 2,
  updateSplit: 2,
  deleteSplit: 1,
  wait: 1,
}
const stepName = fc.oneof(...Object.entries(weights).map(([name, weight]) => ({ arbitrary: fc.constant(name), weight })))

/** Each scenario has its first step and this many more. */
const [minSteps, maxSteps] = [15, 26]
const scenarios = faultRounds(30)

test("API, model and ledger agree after every step of random scenarios", async t => {
  const counts = new Map<string, number>()
  const total = () => sum([...counts.values()], count => count)
  const randomSteps = fc.array(fc.tuple(stepName, args), { minLength: minSteps, maxLength: maxSteps, size: "max" })
  const runs = fc.asyncProperty(args, randomSteps, async (first, rest) => {
    const scenario = await createScenario(server)
    for (const [name, stepArgs] of [["create", first] as const, ...rest]) {
      await steps[name]!(scenario, stepArgs)
      await compare(scenario)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    await compareJournal(server, scenario)
  })
  await fc.assert(runs, { numRuns: scenarios, endOnFailure: true })
  const each = [...counts].map(([name, count]) => `${count} ${name}`).toSorted()
  t.diagnostic(`${total()} steps in ${scenarios} scenarios: ${each.join(", ")}`)
  assert.ok(total() >= scenarios * (1 + minSteps), `only ${total()} steps were done: fewer than ${scenarios} scenarios have`)
})
