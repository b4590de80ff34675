import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import pg from "pg"
import { type Any, inParallel, newContact, newIntent, ownDatabase, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { callTool } from "../../../test/faults/call-tool.ts"
import { sharesOf } from "./rules.ts"

const server = await startTestServer(ownDatabase)
const { api } = server
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
const linesOf = (...amounts: number[]) => amounts.map((amount, i) => ({ name: `Line ${i}`, amount }))
const made = async (path: string, body: object): Promise<Any> => {
  const answer = await api.create(`/v1/${path}/create`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const sell = (...amounts: number[]) => made("payment-intents", newIntent(contact, { items: linesOf(...amounts) }))
const pay = (intent: Any, amount: number = intent.amount) => made("transactions", { paymentIntent: intent._id, amount, method: "cash" })
const refund = ({ _id }: Any, fields: object = {}) => made("refund-intents", { transaction: _id, ...fields })
const partsOf = ({ items }: Any): [number, number][] => items.map(({ line, amount }: Any) => [line, amount])

const table: [sold: number[], taken: Record<number, number>, amount: number, parts: [number, number][]][] = [
  [[1000], {}, 400, [[0, 400]]],
  [
    [600, 400],
    {},
    500,
    [
      [0, 300],
      [1, 200],
    ],
  ],
  [
    [600, 400],
    {},
    1000,
    [
      [0, 600],
      [1, 400],
    ],
  ],
  [
    [100, 100, 100],
    {},
    100,
    [
      [0, 33],
      [1, 33],
      [2, 34],
    ],
  ],
  [[1, 1, 1], {}, 1, [[2, 1]]],
  [[1, 1, 1], { 2: 1 }, 1, [[1, 1]]],
  [[1, 1, 1], { 1: 1, 2: 1 }, 1, [[0, 1]]],
  [
    [600, 400, -100],
    {},
    450,
    [
      [0, 300],
      [1, 200],
      [2, -50],
    ],
  ],
  [
    [600, 400, -100],
    {},
    900,
    [
      [0, 600],
      [1, 400],
      [2, -100],
    ],
  ],
  [
    [-20, 100],
    {},
    40,
    [
      [0, -10],
      [1, 50],
    ],
  ],
  [
    [-20, 100],
    {},
    1,
    [
      [0, -1],
      [1, 2],
    ],
  ],
  [[600, 400], { 0: 600 }, 200, [[1, 200]]],
  [
    [600, 400, -100],
    { 0: 300, 1: 200, 2: -50 },
    450,
    [
      [0, 300],
      [1, 200],
      [2, -50],
    ],
  ],
  [
    [600, 400],
    { 0: 600, 1: 400 },
    500,
    [
      [0, 300],
      [1, 200],
    ],
  ],
  [[600, 400], { 0: 900 }, 400, [[1, 400]]],
  [
    [Number.MAX_SAFE_INTEGER - 2, 2],
    {},
    Number.MAX_SAFE_INTEGER - 1,
    [
      [0, Number.MAX_SAFE_INTEGER - 3],
      [1, 2],
    ],
  ],
]

for (const [sold, taken, amount, parts] of table)
  test(`${amount} of the lines ${sold.join(", ")} with ${JSON.stringify(taken)} taken are ${JSON.stringify(parts)}`, () => {
    const refunded = new Map(Object.entries(taken).map(([line, part]) => [Number(line), part]))
    assert.deepEqual(partsOf({ items: sharesOf({ items: linesOf(...sold) }, amount, refunded) }), parts)
  })

test("refunds in whatever parts add up to their amounts, stay within each line, and together give back each line exactly", () => {
  for (let round = 0; round < 500; round++) {
    const random = (max: number) => Math.floor(Math.random() * max)
    const goods = Array.from({ length: 1 + random(6) }, () => 1 + random(10 ** (1 + random(6))))
    const worth = goods.reduce((sum, each) => sum + each, 0)
    const discounts = worth > 1 && round % 2 ? [-random(Math.min(worth, 1000))] : []
    const sold = [...goods, ...discounts].sort(() => Math.random() - 0.5)
    const taken = new Map<number, number>()
    let left = sold.reduce((sum, each) => sum + each, 0)
    while (left > 0) {
      const amount = 1 + random(left)
      const shares = sharesOf({ items: linesOf(...sold) }, amount, taken)
      assert.equal(
        shares.reduce((sum, each) => sum + each.amount, 0),
        amount,
      )
      for (const { line, amount: part } of shares) {
        const total = (taken.get(line) ?? 0) + part
        taken.set(line, total)
        assert.ok(sold[line]! < 0 ? part < 0 && total >= sold[line]! : part > 0 && total <= sold[line]!, JSON.stringify({ sold, shares }))
      }
      left -= amount
    }
    assert.deepEqual(
      sold.map((_, line) => taken.get(line) ?? 0),
      sold.map(amount => amount + 0),
    )
  }
})

test("a refund by amount says what it gives back of each line, in REST, lists, events and agents' tools", async () => {
  const charge = await pay(await sell(600, 400, -100))
  const drafted = await refund(charge, { amount: 450 })
  const parts = [
    [0, 300],
    [1, 200],
    [2, -50],
  ]
  assert.deepEqual([partsOf(drafted), drafted.items[0].name], [parts, "Line 0"])
  assert.deepEqual(partsOf((await api.get(`/v1/refund-intents/${drafted._id}`)).body.data), parts)
  assert.deepEqual(partsOf((await api.get(`/v1/refund-intents?transaction=${charge._id}`)).body.data[0]), parts)
  const [event] = (await api.get(`/v1/dev/events?object=${drafted._id}`)).body.data
  assert.deepEqual(partsOf(event.data), parts)
  const { result } = await callTool(server.baseUrl, server.keys.apiKey, "refund_intent_get", { refundIntent: drafted._id })
  assert.deepEqual(partsOf(result.refundIntent), parts)
  const rest = await refund(charge)
  assert.deepEqual([rest.amount, partsOf(rest)], [450, parts])
})

test("refunds by amount and by line together stay within each line", async () => {
  const charge = await pay(await sell(600, 400))
  await refund(charge, { items: [{ line: 0, amount: 500 }] })
  assert.deepEqual(partsOf(await refund(charge, { amount: 250 })), [
    [0, 50],
    [1, 200],
  ])
  const { status, body } = await api.create("/v1/refund-intents/create", { transaction: charge._id, items: [{ line: 0, amount: 51 }] })
  assert.deepEqual([status, body.error.code, body.error.details.available], [422, "RFD-2003", 50])
  assert.deepEqual(partsOf(await refund(charge)), [
    [0, 50],
    [1, 200],
  ])
})

test("frees the lines of a rejected refund", async () => {
  const charge = await pay(await sell(1, 1))
  const first = await refund(charge, { amount: 1 })
  await api.post(`/v1/refund-intents/${first._id}/reject`)
  assert.deepEqual(partsOf(await refund(charge, { amount: 1 })), partsOf(first))
})

test("two refunds at once never take the same part of a line", async () => {
  for (let round = 0; round < faultRounds(10); round++) {
    const intent = await sell(1, 1, 1)
    const charges = [await pay(intent, 1), await pay(intent, 1), await pay(intent, 1)]
    const drafts = await inParallel(3, i => refund(charges[i]))
    assert.deepEqual(
      drafts.flatMap(partsOf).sort(([a], [b]) => a - b),
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
    )
  }
})

test("the report by service counts what refunds by amount gave back of each line", async () => {
  const other = await server.otherTenant()
  const made = async (path: string, body: object): Promise<Any> => (await other.create(`/v1/${path}/create`, body)).body.data
  const { _id: payer } = await made("contacts", newContact())
  const services = await Promise.all(["Course", "Room"].map(name => made("services", { name, price: { amount: 1, currency: "BRL" } })))
  const items = services.map(({ _id, name }: Any) => ({ name, amount: 3, service: _id }))
  const intent = await made("payment-intents", newIntent(payer, { items }))
  const charge = await made("transactions", { paymentIntent: intent._id, amount: 6, method: "cash" })
  for (const amount of [1, 1, 1]) {
    const { _id } = await made("refund-intents", { transaction: charge._id, amount })
    await other.post(`/v1/refund-intents/${_id}/approve`)
    assert.equal((await other.post(`/v1/refund-intents/${_id}/settle`, { reference: "TED" })).status, 200)
  }
  const refunds = (await other.get("/v1/refund-intents")).body.data.flatMap(({ items: parts }: Any) => parts)
  const expected = [0, 1].map(line =>
    refunds.filter((each: Any) => each.line === line).reduce((sum: number, each: Any) => sum + each.amount, 0),
  )
  const { byCurrency } = (await other.get("/v1/analytics/payment-intents?format=revenue-by-service")).body.data
  const refundedOf = (name: string) => byCurrency.BRL.services.find((each: Any) => each.name === name).refunded
  assert.deepEqual([refundedOf("Course"), refundedOf("Room")], expected)
})

/** Copies of the tables as they were before the migration, in a schema that it finds first. */
const asBefore = `
  create temp table payment_intents as select * from public.payment_intents;
  create temp table refund_intents as select * from public.refund_intents;
  update refund_intents set items = '[]' where shares <> '[]';
  alter table refund_intents drop column shares`

test("the migration gives earlier refunds the same parts that the rule gives", async () => {
  for (const sold of [
    [600, 400, -100],
    [7, 5, 3],
    [-20, 101, 33],
    [1, 1, 1, 1],
  ]) {
    const charge = await pay(await sell(...sold))
    for (let n = 0; n < 3; n++)
      await refund(charge, n === 1 ? { items: [{ line: sold.length - 1, amount: 1 }] } : { amount: 1 + n }).catch(() => {})
    await refund(charge).catch(() => {})
  }
  const migration = readFileSync(join(import.meta.dirname, "../../../migrations/0096_refund_shares.sql"), "utf8")
  const client = new pg.Client({ connectionString: server.databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  try {
    await client.query(`begin; ${asBefore}; ${migration}`)
    const { rows } = await client.query(
      "select m.shares as made, r.shares from refund_intents m join public.refund_intents r using (tenant_id, id)",
    )
    assert.ok(rows.filter(({ shares }) => shares.length > 1).length > 5)
    for (const { made, shares } of rows) assert.deepEqual(made, shares)
  } finally {
    await client.query("rollback")
    await client.end()
  }
})
