import type { CsvTable } from "../../kit/pure/csv.ts"
import type { Line, Statement } from "./schema.ts"

/** What the tenant owed the partner in a currency when the month began. */
export type Opening = { currency: string; balance: number }
/** A change of what the tenant owes the partner, in the order of the ledger. */
export type Movement = Omit<Line, "balance"> & { currency: string }

/** Adds up each currency in which the partner had a balance or a movement. */
export function addUp(openings: readonly Opening[], movements: readonly Movement[]): Statement["byCurrency"] {
  const openingOf = new Map(openings.map(({ currency, balance }) => [currency, balance]))
  const movementsOf = Map.groupBy(movements, ({ currency }) => currency)
  const currencies = [...new Set([...openingOf.keys(), ...movementsOf.keys()])].sort()
  return Object.fromEntries(
    currencies.map(currency => {
      const opening = openingOf.get(currency) ?? 0
      let balance = opening
      const lines = (movementsOf.get(currency) ?? []).map(({ at, kind, reference, amount }) => {
        balance += amount
        return { at, kind, reference, amount, balance }
      })
      return [currency, { opening, lines, closing: balance }]
    }),
  )
}

/** One row for each line, between the rows of the opening and the closing balance. */
export function toTable({ periodStart, periodEnd, byCurrency }: Statement): CsvTable {
  const rows = Object.entries(byCurrency).flatMap(([currency, { opening, lines, closing }]) => [
    [currency, periodStart, "opening", null, null, opening],
    ...lines.map(({ at, kind, reference, amount, balance }) => [currency, at, kind, reference, amount, balance]),
    [currency, periodEnd, "closing", null, null, closing],
  ])
  return { columns: ["currency", "at", "kind", "reference", "amount", "balance"], rows }
}
