// What a tenant's money does, told twice: by the service over HTTP and by a model that knows no database. After every step both agree.
import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { jobs, sweeps } from "../../src/app.ts"
import { signature } from "../../src/gateways/simulator.ts"
import { startWorker } from "../../src/worker.ts"
import { type Answer, type Any, type Caller, newContact, newIntent, openHouse, until } from "../harness.ts"
import {
  accruedOf,
  basisPoints,
  dueOf,
  type Intent,
  isOpen,
  type Leaf,
  named,
  paidOf,
  type Payment,
  pick,
  refusalOf,
  settle,
  surplusOf,
  takeBack,
  total,
} from "./model.ts"

const house = await openHouse({ ROLE: "api" }) // work that waits for time is done when the model lets time pass, and at no other moment
type World = Awaited<ReturnType<typeof openWorld>>
type Args = { at: number; leaf: number | null; amount: number; all: boolean; token: string; parts: number[]; flag: boolean; days: number }

async function openWorld() {
  const api: Caller & { keys: { tenantId: string } } = await house.stranger()
  const tenant = api.keys.tenantId
  const [{ link_key: linkKey }] = (await house.sql("select link_key from tenants where id = $1", [tenant])) as [{ link_key: string }]
  const contact: string = (await api.post("/v1/contacts/create", newContact())).body.data._id
  const casa = { name: "Casa", code: "CASA", kind: "supplier", splitTerms: { type: "percentage", basisPoints } }
  await api.post("/v1/partnerships/create", casa)
  const [intents, payments, later]: [Intent[], Payment[], [Payment, (payment: Payment) => void][]] = [[], [], []]
  const loose: { id: string; amount: number }[] = []
  return { api, tenant, linkKey, contact, intents, payments, later, loose, aheadMs: 0, said: 0 }
}

/** The answer is what the model says it must be: that refusal, or none. */
function told({ status, body, text }: Answer, refusal: string | undefined): boolean {
  assert.equal(body.error?.code, refusal, `${status} ${text}`)
  return refusal === undefined
}

function target(world: World, { at, leaf: which, amount, all }: Args) {
  const intent = pick(world.intents, at)
  if (!intent) return undefined
  const leaf = which === null || intent.leaves.length === 1 ? undefined : pick(intent.leaves, which)
  return { intent, leaf, amount: all ? Math.max(1, dueOf(intent, leaf)) : amount }
}

const steps: Record<string, (world: World, args: Args) => Promise<void>> = {
  async create(world, { parts, flag, days }) {
    const amount = total(parts, part => part)
    const isPlan = parts.length > 1
    const schedule = parts.map((part, i) => {
      const dueAt = new Date(Date.now() + world.aheadMs + (days + i) * 86_400_000).toISOString()
      return { amount: part, dueAt }
    })
    const items = [{ name: "Course", amount, ...(flag && { supplier: "CASA" }) }]
    const own = { items, dueAt: schedule[0]!.dueAt, ...(isPlan && { intentType: "payment-plan", schedule }) }
    const answer = await world.api.create("/v1/payment-intents/create", newIntent(world.contact, own))
    told(answer, undefined)
    const { _id: id, number, installments } = answer.body.data
    const leaves = schedule.map((each, i) => ({
      id: isPlan ? installments[i] : id,
      amount: each.amount,
      paid: 0,
      dueAt: Date.parse(each.dueAt),
    }))
    const share = flag ? Math.floor((amount * basisPoints) / 10_000) : 0
    const splits = share > 0 ? [{ origin: "calculated", amount: share }] : []
    world.intents.push({ id, number, leaves, amount, dueAt: leaves[0]!.dueAt, canceled: false, splits, made: false })
  },

  async pay(world, args) {
    const at = target(world, args)
    if (!at) return
    const body = { paymentIntent: named(at), amount: at.amount, method: "cash", status: args.flag ? "processing" : "succeeded" }
    const answer = await world.api.create("/v1/transactions/create", body)
    if (!told(answer, refusalOf(at.intent, at.leaf, at.amount))) return
    const payment = { ...at, id: answer.body.data._id, status: "processing", gateway: false, parts: [] }
    world.payments.push(payment)
    if (!args.flag) settle(payment)
  },

  async decide(world, { at, flag }) {
    const payment = pick(world.payments.filter(isOpen), at) ?? pick(world.payments, at)
    if (!payment) return
    const answer = await world.api.post(`/v1/transactions/${payment.id}/${flag ? "confirm" : "fail"}`)
    if (!isOpen(payment) || payment.gateway) return void told(answer, "TRX-2003")
    if (!told(answer, flag ? refusalOf(payment.intent, payment.leaf, payment.amount) : undefined)) return
    if (flag) settle(payment)
    else payment.status = "failed"
  },

  async charge(world, args) {
    const at = target(world, args)
    if (!at) return
    const isSame = (each: Payment) => each.intent === at.intent && (!each.leaf || !at.leaf || each.leaf === at.leaf)
    const isBusy = world.payments.some(each => each.gateway && isOpen(each) && isSame(each))
    const [declined, unheard] = [args.token === "tok_declined", args.token === "tok_unreachable"]
    const refusal = refusalOf(at.intent, at.leaf, at.amount) ?? (isBusy ? "TRX-2004" : undefined)
    const body = { paymentIntent: named(at), method: "card", token: args.token, amount: at.amount }
    const answer = await world.api.create("/v1/gateways/simulator/charges/create", body)
    told(answer, refusal ?? (declined ? "GTW-2001" : unheard ? "GTW-2002" : undefined))
    if (refusal) return
    const [{ _id: id }] = (await world.api.get(`/v1/transactions?paymentIntent=${named(at)}&limit=1`)).body.data
    const payment: Payment = { ...at, id, status: declined || unheard ? "failed" : "processing", gateway: true, parts: [], unheard }
    world.payments.push(payment)
    if (unheard) return
    if (args.token === "tok_processing_then_success") world.later.push([payment, settle])
    else settle(payment)
    if (args.token === "tok_success_then_reversed") world.later.push([payment, takeBack])
  },

  async hear(world, { at, flag }) {
    const payment = pick(
      world.payments.filter(each => each.gateway),
      at,
    )
    if (!payment) return
    const event = { id: `said ${world.said++}`, tenant: world.tenant, type: flag ? "charge.reversed" : "charge.succeeded", key: payment.id }
    const bytes = JSON.stringify(event)
    const headers = { "simulator-signature": signature(world.linkKey, Buffer.from(bytes)) }
    told(await world.api.post("/v1/gateways/simulator/events", bytes, headers), undefined)
    if (flag) takeBack(payment)
    else settle(payment)
  },

  async transfer(world, { at, flag, amount }) {
    const intent = flag ? undefined : pick(world.intents, at)
    const body = { reference: intent?.number ?? "no name", amount, currency: "BRL" }
    const answer = await world.api.post("/v1/simulations/bank-transfers/create", body)
    told(answer, undefined)
    const { _id, transaction } = answer.body.data
    if (!intent) return void world.loose.push({ id: _id, amount })
    const payment = { id: transaction, intent, leaf: undefined, amount, status: "processing", gateway: true, parts: [] }
    world.payments.push(payment)
    settle(payment)
  },

  async allocate(world, args) {
    const [transfer, at] = [pick(world.loose, args.days), target(world, args)]
    if (!transfer || !at) return
    const isClosed = at.intent.canceled || dueOf(at.intent, at.leaf) === 0
    const answer = await world.api.post(`/v1/bank-transfers/${transfer.id}/allocate`, { paymentIntent: named(at) })
    if (!told(answer, isClosed ? "TRX-2002" : undefined)) return
    world.loose.splice(world.loose.indexOf(transfer), 1)
    const { transaction } = answer.body.data
    const payment: Payment = { ...at, id: transaction, amount: transfer.amount, status: "processing", gateway: true, parts: [] }
    world.payments.push(payment)
    settle(payment)
  },

  async cancel(world, { at }) {
    const intent = pick(world.intents, at)
    if (!intent) return
    const open = world.payments.filter(each => each.intent === intent && isOpen(each))
    const refusal = intent.canceled || paidOf(intent) > 0 ? "PIN-1001" : open.some(each => each.gateway) ? "PIN-1006" : undefined
    if (!told(await world.api.post(`/v1/payment-intents/${intent.id}/cancel`), refusal)) return
    intent.canceled = true
    for (const payment of open) payment.status = "canceled"
    for (const split of intent.splits) split.canceled = true
  },

  async promise(world, { at, amount }) {
    const intent = pick(world.intents, at)
    if (!intent) return
    const isOver = total(intent.splits, split => split.amount) + amount > intent.amount
    const body = { paymentIntent: intent.id, partnership: "CASA", amount }
    const refusal = intent.canceled ? "SPL-2003" : isOver ? "SPL-2001" : undefined
    if (told(await world.api.create("/v1/payment-splits/create", body), refusal)) intent.splits.push({ origin: "fixed", amount })
  },

  async unpromise(world, { at }) {
    const intent = pick(world.intents, at)
    const list: Any[] = intent ? (await world.api.get(`/v1/payment-splits?paymentIntent=${intent.id}`)).body.data : []
    const split = pick(list, at)
    if (!intent || !split) return
    const answer = await world.api.post(`/v1/payment-splits/${split._id}/delete`)
    if (!told(answer, intent.canceled ? "SPL-2002" : undefined)) return
    const known = intent.splits.findIndex(each => each.origin === split.origin && each.amount === split.amount)
    intent.splits.splice(known, 1)
  },

  /** Days pass by the tenant's clock: what the simulator had promised comes, and what falls due is overdue. */
  async wait(world, { days }) {
    world.aheadMs += days * 86_400_000
    told(await world.api.post("/v1/simulations/clock", { advance: `P${days}D` }), undefined)
    const worker = startWorker(jobs, sweeps, [])
    const waiting = `select 1 from jobs where tenant_id = $1 and kind = 'simulator-event'
      union all select 1 from payment_intents where tenant_id = $1 and status = 'due' and due_at <= to_timestamp($2)`
    const values = [world.tenant, (Date.now() + world.aheadMs) / 1000]
    try {
      await until(async () => (await house.sql(waiting, values)).length === 0, "what was to happen has happened")
    } finally {
      await worker.stop()
    }
    for (const [payment, happen] of world.later.splice(0)) happen(payment)
  },
}

/** Everything that the API says, held against the model. */
async function compare(world: World) {
  const { api, intents, payments } = world
  const paths = ["payment-intents", "payment-splits", "transactions"].map(things => `/v1/${things}?limit=100`)
  const [shown, splits, transactions, balances, report] = await Promise.all(
    [...paths, "/v1/balances", "/v1/ledger/verify"].map(async path => (await api.get(path)).body.data as Any),
  )
  assert.deepEqual(report.differences, [])
  const leaves = intents.flatMap(intent => intent.leaves.map(leaf => ({ ...leaf, canceled: intent.canceled })))
  const plans = intents.filter(intent => intent.leaves.length > 1).map(intent => ({ ...intent, paid: paidOf(intent) }))
  const now = Date.now() + world.aheadMs
  const statusOf = ({ amount, paid, dueAt, canceled }: Leaf & { canceled: boolean }) =>
    canceled ? "canceled" : paid === amount ? "paid-full" : paid > 0 ? "paid-partial" : dueAt <= now ? "overdue" : "due"
  const expected = [...leaves, ...plans].map(each => [each.id, each.paid, each.amount - each.paid, statusOf(each)])
  assert.deepEqual(sorted(shown.map((each: Any) => [each._id, each.paid, each.due, each.status])), sorted(expected))
  const born = intents.flatMap(intent =>
    intent.splits.filter(split => intent.made || split.origin === "fixed").map(split => ({ intent, split })),
  )
  assert.deepEqual(
    sorted(splits.map((each: Any) => [each.paymentIntent, each.origin, each.amount, each.accrued, each.status === "canceled"])),
    sorted(born.map(({ intent, split }) => [intent.id, split.origin, split.amount, accruedOf(intent, split), split.canceled === true])),
  )
  assert.deepEqual(sorted(transactions.map((each: Any) => [each._id, each.status])), sorted(payments.map(each => [each.id, each.status])))
  const payable = total(born, ({ intent, split }) => accruedOf(intent, split))
  const kept = total(payments, each => (each.status === "succeeded" ? each.amount - surplusOf(each) : 0))
  const receivable = total(leaves, leaf => (leaf.canceled ? 0 : leaf.amount - leaf.paid))
  const pending = total(payments, each => (isOpen(each) ? each.amount : 0))
  const [balance = { available: 0, pending: 0, payable: 0, receivable: 0 }] = balances
  const { available, pending: underWay, payable: owed, receivable: open } = balance
  assert.deepEqual([available, underWay, owed, open], [kept - payable, pending, payable, receivable])
}
const sorted = (rows: unknown[][]) => rows.map(row => JSON.stringify(row)).toSorted((a, b) => (a < b ? -1 : 1))

const args: fc.Arbitrary<Args> = fc.record({
  at: fc.nat({ max: 1000 }),
  leaf: fc.option(fc.nat({ max: 1000 })),
  amount: fc.integer({ min: 1, max: 6000 }),
  all: fc.boolean(),
  token: fc.constantFrom("tok_success", "tok_declined", "tok_unreachable", "tok_success_then_reversed", "tok_processing_then_success"),
  parts: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 3 }),
  flag: fc.boolean(),
  days: fc.integer({ min: 1, max: 9 }),
})
const often = { create: 4, pay: 6, decide: 3, charge: 5, hear: 3, transfer: 3, allocate: 3, cancel: 2, promise: 2, unpromise: 1, wait: 1 }
const kind = fc.oneof(...Object.entries(often).map(([name, weight]) => ({ arbitrary: fc.constant(name), weight })))

test("whatever people, gateways and time do, API, model and ledger say the same after every step", async () => {
  const story = fc.array(fc.tuple(kind, args), { minLength: 15, maxLength: 26, size: "max" })
  const runs = fc.asyncProperty(args, story, async (first, rest) => {
    const world = await openWorld()
    for (const [name, each] of [["create", first] as const, ...rest]) {
      await steps[name]!(world, each)
      await compare(world)
    }
  })
  await fc.assert(runs, { numRuns: 30, interruptAfterTimeLimit: 50_000, markInterruptAsFailure: false, endOnFailure: true })
})
