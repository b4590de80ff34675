import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker, which would fold the tallies while the test writes them
const { api, sql } = server
const tenant = server.keys.tenantId
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })
const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
const paid = (await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 4000, method: "cash" })).body.data
const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body.data

const verify = async (): Promise<Any> => (await api.get("/v1/ledger/verify")).body.data

/** Copies the payment above into more than two batches of each table, with ids that sort after all others. */
const copies = 4500
const nth = (n: number) => `f${n.toString(16).padStart(23, "0")}`
const copied = (table: string, changes: string, where = "") => `
  insert into ${table} select copy.*
  from ${table} t, generate_series(1, ${copies}) n, lateral (select 'f' || lpad(to_hex(n), 23, '0') as nth) named,
    lateral jsonb_populate_record(t, ${changes}) copy
  where t.tenant_id = '${tenant}' ${where}`
const renamed = `replace(t.postings::text, '${intent._id}', nth)::jsonb`

for (const statement of [
  copied("payment_intents", "jsonb_build_object('id', nth, 'number', 'PI-' || nth)"),
  copied(
    "transactions",
    `jsonb_build_object('id', nth, 'number', 1000 + n, 'payment_intent_id', nth,
      'allocations', replace(t.allocations::text, '${intent._id}', nth)::jsonb)`,
  ),
  copied("payment_splits", "jsonb_build_object('id', nth, 'payment_intent_id', nth)"),
  copied(
    "ledger_entries",
    `jsonb_build_object('id', 'f' || t.kind || nth, 'source_id', nth, 'postings', ${renamed})`,
    `and t.source_id in ('${paid._id}', '${split._id}')`,
  ),
  `insert into tallies select tenant_id, kind, value, n * ${copies} from tallies
   where tenant_id = '${tenant}' and kind in ('ledger', 'receivable', 'in-flight', 'payment_intents', 'transactions', 'payment_splits')`,
])
  await sql(statement)

test("a ledger of many batches is verified to the last row", async () => {
  assert.deepEqual(await verify(), { ok: true, checked: 5 * (copies + 1), differences: [] })
})

/** Rows of the first, a later and the last batch, each with a change, its undoing and the name of the difference. */
const tamperings: [row: number, statement: string, undo: string, what: string][] = [
  [2001, "transactions set amount = 3999", "transactions set amount = 4000", "charged"],
  [copies, "transactions set status = 'failed'", "transactions set status = 'succeeded'", "charged"],
  [4001, "payment_splits set accrued = 399", "payment_splits set accrued = 400", "accrued"],
  [2500, "payment_splits set paid_out = 1", "payment_splits set paid_out = 0", "paidOut"],
  [3000, "payment_intents set split = 999", "payment_intents set split = 1000", "split"],
]

test("reports each difference in rows of any batch, and the sum of the partner whose shares differ", async () => {
  for (const [row, statement] of tamperings) await sql(`update ${statement} where id = $1`, [nth(row)])
  const { ok, checked, differences } = await verify()
  assert.deepEqual([ok, checked], [false, 5 * (copies + 1)])
  const expected = new Set([...tamperings.map(([row, , , what]) => `${nth(row)} ${what}`), `${split.partnership} payable BRL`])
  assert.deepEqual(new Set(differences.map((each: Any) => `${each.object} ${each.what}`)), expected)
  for (const [row, , undo] of tamperings) await sql(`update ${undo} where id = $1`, [nth(row)])
  assert.deepEqual((await verify()).differences, [])
})

test("reports a hundred of the differences when every row has one, and still checks all rows", async () => {
  await sql("update transactions set amount = 3999 where tenant_id = $1", [tenant])
  const { ok, checked, differences } = await verify()
  assert.deepEqual([ok, checked, differences.length], [false, 5 * (copies + 1), 100])
})
