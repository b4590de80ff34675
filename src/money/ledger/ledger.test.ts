import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type Caller, inParallel, newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker, which would fold the tallies while the test changes them
const { api, sql } = server
const tenant = server.keys.tenantId
const payer = newContact()
const contact = (await api.post("/v1/contacts/create", payer)).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
const casa = { name: "Casa", code: "CASA", kind: "supplier", splitTerms }
const partner = (await api.post("/v1/partnerships/create", casa)).body.data

const create = async (fields: object = {}, caller: Caller = api): Promise<Any> => {
  const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
  return (await caller.create("/v1/payment-intents/create", newIntent(contact.email, { items, ...fields }))).body.data
}
const pay = async (intent: Any, amount: number, fields: object = {}, caller: Caller = api): Promise<Any> =>
  (await caller.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash", ...fields })).body.data
const transfer = (reference: string, amount: number, currency = "BRL") =>
  api.post("/v1/simulations/bank-transfers/create", { reference, amount, currency })
const splitOf = async (intent: Any, caller: Caller = api): Promise<Any> =>
  (await caller.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body.data[0]
const verify = async (caller: Caller = api): Promise<Any> => (await caller.get("/v1/ledger/verify")).body.data
const balance = async (currency = "BRL"): Promise<Any> =>
  (await api.get("/v1/balances")).body.data.find((each: Any) => each.currency === currency)
const entriesOf = async (source: string): Promise<Any[]> => (await api.get(`/v1/ledger/entries?source=${source}&sort=createdAt`)).body.data

const insert = (postings: object[], fields: object = {}) => {
  const own = { tenant_id: tenant, id: Math.random().toString(16).slice(2).padEnd(24, "0"), kind: "split", source_type: "test", postings }
  const row = { ...own, source_id: "test", currency: "BRL", effective_at: "now", created_at: "now", booked_on: "2026-10-31", ...fields }
  return sql("insert into ledger_entries select * from jsonb_populate_record(null::ledger_entries, $1)", [JSON.stringify(row)])
}
const posting = (account: string, debit: number, credit: number) => ({ account, debit, credit })

test("posts a payment, its share and a surplus as balanced entries that account for every unit", async () => {
  const intent = await create()
  const first = await pay(intent, 4000)
  const second = (await transfer(`for ${intent.number}`, 7500)).body.data
  const split = await splitOf(intent)
  const postingsOf = async (source: string) => (await entriesOf(source)).map(({ kind, postings }) => [kind, postings])
  assert.deepEqual(await postingsOf(first._id), [["charge", [posting("cash:own", 4000, 0), posting(`received:${intent._id}`, 0, 4000)]]])
  const parts = [posting(`received:${intent._id}`, 0, 6000), posting(`credit:${contact._id}`, 0, 1500)]
  assert.deepEqual(await postingsOf(second.transaction), [["charge", [posting("cash:simulator", 7500, 0), ...parts]]])
  const share = (amount: number) => [posting(`shares:${intent._id}`, amount, 0), posting(`payable:${partner._id}`, 0, amount)]
  assert.deepEqual(await postingsOf(split._id), [
    ["split", share(400)],
    ["split", share(600)],
  ])
  const [entry] = await entriesOf(first._id)
  assert.deepEqual([entry.source, entry.currency, entry.effectiveAt], [{ type: "transaction", id: first._id }, "BRL", first.receivedAt])
  for (const [query, count] of [
    [`_id=${entry._id}`, 1],
    [`source=${first._id}&effectiveAt[gt]=${first.receivedAt}`, 0],
  ] as const)
    assert.equal((await api.get(`/v1/ledger/entries?${query}`)).body.count, count, query)
})

test("the available balance is cash less what partners, contacts and unknown payers are owed", async () => {
  const before = await balance()
  const intent = await create()
  await pay(intent, 4000)
  await pay(intent, 100, { status: "processing" })
  await transfer(`${intent.number}`, 7000) // 1000 too much
  await transfer("no idea", 333)
  const after = await balance()
  const growth = Object.fromEntries(
    ["available", "payable", "receivable", "pending", "reserved"].map(name => [name, after[name] - before[name]]),
  )
  assert.deepEqual(growth, { available: 4000 + 7000 + 333 - 1000 - 1000 - 333, payable: 1000, receivable: 0, pending: 100, reserved: 0 })
  const open = await create()
  assert.equal((await balance()).receivable - after.receivable, 10_000)
  await api.post(`/v1/payment-intents/${open._id}/cancel`)
  assert.equal((await balance()).receivable, after.receivable)
  await transfer("other money", 50, "USD")
  const dollars = { currency: "USD", available: 0, pending: 0, reserved: 0, payable: 0, owing: 0, fees: 0, receivable: 0 }
  assert.deepEqual(await balance("USD"), dollars)
  const { ok, checked } = await verify()
  assert.ok(ok && checked > 10)
})

test("the database refuses entries that do not balance", async () => {
  const unbalanced: [what: string, postings: object[]][] = [
    ["no postings", []],
    ["only a debit", [posting("a", 5, 0)]],
    ["unequal sums", [posting("a", 5, 0), posting("b", 0, 4)]],
    ["debit and credit in one posting", [posting("a", 5, 5), posting("b", 5, 5)]],
    ["zero amounts", [posting("a", 0, 0), posting("b", 0, 0)]],
    ["negative amounts", [posting("a", -5, 0), posting("b", 0, -5)]],
    ["no account", [posting("", 5, 0), posting("b", 0, 5)]],
    ["no amounts", [{ account: "a" }, { account: "b" }]],
    [
      "half of the amounts missing",
      [
        { account: "a", debit: 5 },
        { account: "b", credit: 5 },
      ],
    ],
  ]
  const otherTenant = (await server.otherTenant()).keys.tenantId
  for (const [what, postings] of unbalanced) await assert.rejects(insert(postings, { tenant_id: otherTenant }), { code: "23514" }, what)
})

test("the database refuses to update, delete or truncate ledger entries", async () => {
  const { _id } = await pay(await create(), 5)
  for (const statement of [
    "update ledger_entries set currency = 'USD' where source_id = $1",
    "update ledger_entries set postings = postings where source_id = $1",
    "delete from ledger_entries where source_id = $1",
  ])
    await assert.rejects(sql(statement, [_id]), { code: "42501", message: /ledger_entries/ }, statement)
  await assert.rejects(sql("truncate ledger_entries"), { code: "42501", message: /ledger_entries/ })
  assert.equal((await entriesOf(_id)).length, 1)
})

test("the database refuses a second charge, reversal or transfer entry of one source", async () => {
  const { _id } = await pay(await create(), 5)
  const balanced = [posting("a", 5, 0), posting("b", 0, 5)]
  await assert.rejects(insert(balanced, { kind: "charge", source_id: _id }), { code: "23505" })
  const otherTenant = (await server.otherTenant()).keys.tenantId
  for (const kind of ["charge", "reversal", "transfer"]) {
    await insert(balanced, { kind, source_id: _id, tenant_id: otherTenant })
    await assert.rejects(insert(balanced, { kind, source_id: _id, tenant_id: otherTenant }), { code: "23505" }, kind)
  }
})

test("the database refuses payments, refunds, disputes and splits above their limits, and a status that does not fit them", async () => {
  const intent = await create()
  const charge = await pay(intent, 4000)
  const split = await splitOf(intent)
  const refused = (table: string, id: string, change: string) =>
    assert.rejects(sql(`update ${table} set ${change} where id = $1`, [id]), { code: "23514" }, change)
  for (const change of [
    "paid = 10001",
    "paid = -1",
    "paid = 0",
    "paid = 10000",
    "refunded = -1",
    "split = 10001",
    "split = -1",
    "amount = 3999",
  ])
    await refused("payment_intents", intent._id, change)
  for (const status of ["due", "overdue", "paid-full", "canceled"]) await refused("payment_intents", intent._id, `status = '${status}'`)
  for (const change of [
    "refunded = 4001",
    "refunding = 4001",
    "refunded = 1, refunding = 4000",
    "refunding = -1",
    "disputed = -1",
    "disputed = 4001",
    "refunding = 1, disputed = 4000",
    "disputed = 1, disputed_excess = 2",
  ])
    await refused("transactions", charge._id, change)
  await refused("payment_intents", intent._id, "disputed = -1")
  for (const change of ["accrued = 1001", "accrued = -1", "reversed = -1", "amount = 0"]) await refused("payment_splits", split._id, change)
})

test("computes sums beyond the largest safe integer exactly, and refuses to return them where JSON would round", async () => {
  const caller = await server.otherTenant()
  await caller.post("/v1/contacts/create", payer)
  for (const amount of [Number.MAX_SAFE_INTEGER, 2, 2]) await create({ items: [{ name: "Course", amount }] }, caller)
  assert.deepEqual((await verify(caller)).differences, [])
  await inParallel(15, () => create({ items: [{ name: "Course", amount: Number.MAX_SAFE_INTEGER }] }, caller)) // in one commit
  assert.deepEqual((await verify(caller)).differences, [])
  assert.equal((await caller.get("/v1/balances")).body.error.code, "GEN-1020")
  await create({ currency: "EUR", items: [{ name: "Course", amount: 10_000 }] }, caller)
  assert.equal((await caller.get("/v1/balances?currency=EUR")).body.data[0].receivable, 10_000)
})

/** Creates a tenant to tamper with: it has an intent of 10000, of which 4000 were paid and a partner earned 400. */
async function createPaidIntent() {
  const caller = await server.otherTenant()
  await caller.post("/v1/contacts/create", payer)
  const supplier = (await caller.post("/v1/partnerships/create", casa)).body.data
  const intent = await create({}, caller)
  const transaction = await pay(intent, 4000, {}, caller)
  const split = await splitOf(intent, caller)
  assert.equal((await verify(caller)).ok, true)
  const ids = { intent: intent._id as string, transaction: transaction._id as string, split: split._id as string }
  return { caller, ...ids, partner: supplier._id as string }
}

/** Ledger entries can't be changed without granting the right to. */
async function tamper(statement: string, id: string) {
  await sql("grant update, delete on ledger_entries to current_user")
  try {
    await sql(statement, [id])
  } finally {
    await sql("revoke update, delete on ledger_entries from current_user")
  }
}

type Reported = Partial<Record<"intent" | "transaction" | "split" | "partner", [what: string, expected: string, found: string][]>>
const tamperings: [of: "intent" | "transaction" | "split", statement: string, reported: Reported][] = [
  [
    "intent",
    "update payment_intents set paid = 3000 where id = $1",
    {
      intent: [["paid", "4000", "3000"]],
      split: [
        ["accrued", "300", "400"],
        ["earned", "300", "400"],
      ],
    },
  ],
  [
    "intent",
    "update payment_intents set paid = 0, status = 'overdue' where id = $1",
    {
      intent: [
        ["paid", "4000", "0"],
        ["status", "due", "overdue"],
      ],
      split: [
        ["accrued", "0", "400"],
        ["earned", "0", "400"],
      ],
    },
  ],
  ["intent", "update payment_intents set split = 999 where id = $1", { intent: [["split", "1000", "999"]] }],
  [
    "split",
    "update payment_splits set accrued = 399 where id = $1",
    {
      split: [
        ["accrued", "400", "399"],
        ["accrued", "400", "399"],
      ],
      partner: [["payable BRL", "400", "399"]],
    },
  ],
  ["transaction", "update transactions set amount = 3999 where id = $1", { transaction: [["charged", "3999", "4000"]] }],
  ["transaction", "update transactions set status = 'reversed' where id = $1", { transaction: [["reversed", "4000", "0"]] }],
  ["transaction", "update transactions set status = 'failed' where id = $1", { transaction: [["charged", "0", "4000"]] }],
  [
    "transaction",
    "delete from ledger_entries where source_id = $1",
    { intent: [["paid", "0", "4000"]], transaction: [["charged", "4000", "0"]] },
  ],
  [
    "split",
    "delete from ledger_entries where source_id = $1",
    { split: [["accrued", "0", "400"]], partner: [["payable BRL", "0", "400"]] },
  ],
]

for (const [of, statement, reported] of tamperings)
  test(`verify reports what it expected and found after: ${statement.slice(0, statement.indexOf(" where"))} (${of})`, async () => {
    const paid = await createPaidIntent()
    await tamper(statement, paid[of])
    const { ok, differences } = await verify(paid.caller)
    assert.equal(ok, false)
    const objects = differences.filter((each: Any) => each.object !== "balances")
    const expected = Object.entries(reported).flatMap(([name, all]) =>
      all.map(([what, was, found]) => ({ object: paid[name as keyof Reported], what, expected: was, found })),
    )
    assert.deepEqual(objects.toSorted(byObject), expected.toSorted(byObject))
    assert.equal(differences.length > objects.length, statement.includes("ledger_entries") || /set (paid)/.test(statement))
    assert.equal((await verify()).ok, true) // other tenants are not affected
  })

const byObject = (a: Any, b: Any) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

test("verify reports every balance that differs from the sum of its entries and objects", async () => {
  const { caller } = await createPaidIntent()
  await pay(await create({}, caller), 100, { status: "processing" }, caller)
  const id = caller.keys.tenantId
  const stored: Any[] = await sql(
    `select kind, value, sum(n)::bigint as n from tallies
     where tenant_id = $1 and kind in ('ledger', 'receivable', 'in-flight') group by 1, 2`,
    [id],
  )
  assert.deepEqual(stored.map(({ kind, value }) => `${kind} ${value}`).toSorted(byObject), [
    "in-flight BRL",
    "ledger BRL cash",
    "ledger BRL payable",
    "ledger BRL received",
    "ledger BRL shares",
    "receivable BRL",
  ])
  const add = (kind: string, value: string, n: number) =>
    sql("insert into tallies (tenant_id, kind, value, n) values ($1, $2, $3, $4)", [id, kind, value, n])
  for (const { kind, value, n } of stored) {
    await add(kind, value, 1)
    const { differences } = await verify(caller)
    assert.deepEqual(differences, [{ object: "balances", what: `${kind} ${value}`, expected: `${n}`, found: `${n + 1}` }])
    await add(kind, value, -1)
  }
  assert.equal((await verify(caller)).ok, true)
})

test("verify reads one tenant only, and needs the permission to view the audit log", async () => {
  const other = await server.otherTenant()
  assert.deepEqual((await other.get("/v1/ledger/verify")).body.data, { ok: true, checked: 0, differences: [] })
  assert.deepEqual((await other.get("/v1/balances")).body.data, [])
  const developer = await server.withRole("developer")
  assert.equal((await developer.get("/v1/ledger/verify")).body.error.code, "PRM-1001")
})
