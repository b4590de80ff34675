import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { renderCsv } from "../../kit/pure/csv.ts"
import { addUp, type Movement, toTable } from "./rules.ts"

const anyCurrency = fc.constantFrom("BRL", "USD", "JPY")
const anyMovement = fc.record({ currency: anyCurrency, amount: fc.integer({ min: -1_000_000, max: 1_000_000 }) })
const movementOf = ({ currency, amount }: { currency: string; amount: number }): Movement => {
  return { currency, amount, at: "2026-10-05T12:00:00.000Z", kind: "split", reference: "PI-000001" }
}

test("adds up lines from the opening to the closing balance, separately for each currency", () => {
  fc.assert(
    fc.property(fc.dictionary(anyCurrency, fc.integer()), fc.array(anyMovement), (opening, movements) => {
      const openings = Object.entries(opening).map(([currency, balance]) => ({ currency, balance }))
      const statement = addUp(openings, movements.map(movementOf))
      for (const [currency, { opening: first, lines, closing }] of Object.entries(statement)) {
        assert.equal(first, opening[currency] ?? 0)
        let balance = first
        for (const line of lines) assert.equal(line.balance, (balance += line.amount))
        assert.equal(closing, balance)
      }
      const count = Object.values(statement).reduce((sum, { lines }) => sum + lines.length, 0)
      assert.equal(count, movements.length)
    }),
  )
})

test("shows the opening and closing balances as separate rows of the table", () => {
  const byCurrency = addUp([{ currency: "BRL", balance: 500 }], [movementOf({ currency: "BRL", amount: -200 })])
  const period = { periodStart: "2026-10-01T03:00:00.000Z", periodEnd: "2026-11-01T03:00:00.000Z" }
  const table = toTable({ ...period, byCurrency })
  assert.deepEqual(renderCsv(table).split("\r\n"), [
    "currency,at,kind,reference,amount,balance",
    "BRL,2026-10-01T03:00:00.000Z,opening,,,500",
    "BRL,2026-10-05T12:00:00.000Z,split,PI-000001,-200,300",
    "BRL,2026-11-01T03:00:00.000Z,closing,,,300",
    "",
  ])
})
