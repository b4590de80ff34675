import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import * as ledger from "../../money/ledger/rules.ts"
import { defaultAccounts, mappingOf } from "./mapping-rules.ts"
import { assertOneFiscalYear, documentOf, fiscalYearOf, listed, movementsOf } from "./rules.ts"

const anyAmounts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 6 })
const anyEntry = fc.tuple(anyAmounts, anyAmounts).map(([debits, credits]) => {
  const [a, b] = [debits, credits].map(all => all.reduce((sum, n) => sum + n, 0)) as [number, number]
  const rest = a > b ? { debit: 0, credit: a - b } : { debit: b - a, credit: 0 }
  const postings = [...debits.map(debit => ({ debit, credit: 0 })), ...credits.map(credit => ({ debit: 0, credit }))]
  return [...postings, ...(a === b ? [] : [rest])].map((each, i) => ({ ...each, account: `account:${i}` }))
})

test("movements add up to the postings of each account", () => {
  fc.assert(
    fc.property(anyEntry, postings => {
      const movements = movementsOf(postings, account => account)
      for (const { account, debit, credit } of postings) {
        const sum = (side: "debit" | "credit") =>
          movements.filter(each => each[side] === account).reduce((total, { amount }) => total + amount, 0)
        assert.deepEqual([sum("debit"), sum("credit")], [debit, credit])
      }
      assert.ok(movements.length < postings.length && movements.every(({ amount }) => amount > 0))
    }),
  )
})

test("leaves out movements within one external account", () => {
  const postings = [
    { account: "cash:a", debit: 5, credit: 0 },
    { account: "cash:b", debit: 0, credit: 5 },
  ]
  assert.deepEqual(
    movementsOf(postings, () => "1200"),
    [],
  )
})

test("a fiscal year begins in the month that the tenant states", () => {
  for (const [day, start, expected] of [
    ["2026-10-31", 1, "2026-01-01"],
    ["2026-06-30", 7, "2025-07-01"],
    ["2026-07-01", 7, "2026-07-01"],
  ] as const)
    assert.equal(fiscalYearOf(day, start), expected)
  assertOneFiscalYear({ from: "2025-07-01", to: "2026-06-30" }, 7)
  assert.throws(() => assertOneFiscalYear({ from: "2025-07-01", to: "2026-07-01" }, 7), { code: "VAL-1003" })
})

test("lists at most ten accounts, and names a document by the number that people know", () => {
  assert.equal(listed(Array.from({ length: 12 }, (_, i) => String(i))), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more")
  assert.equal(documentOf({ number: "PO-1", intent_number: null }), "PO-1")
})

test("the default chart has every account of the ledger", () => {
  const named = Object.entries(ledger).filter(([name]) => name.endsWith("Account"))
  const accounts = named.map(([, account]) => (typeof account === "string" ? account : (account as (owner: string) => string)("id")))
  const { externalOf } = mappingOf(defaultAccounts)
  assert.deepEqual(
    [...accounts, ledger.cashAccount(null)].filter(account => externalOf(account) === undefined),
    [],
  )
  assert.ok(accounts.length >= defaultAccounts.length - 1) // cash:own has one of its own
})
