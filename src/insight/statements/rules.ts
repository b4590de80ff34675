import type { CsvTable } from "../../kit/pure/csv.ts"
import type { EntryKind } from "../../money/ledger/schema.ts"
import type { ContactLineKind, Period } from "./schema.ts"

/** The balance in a currency when the month began. */
export type Opening = { currency: string; balance: number }
/** A change of the balance, in the order of time. */
export type Movement<Kind extends string = EntryKind> = { at: string; kind: Kind; reference: string; amount: number; currency: string }
type Line<Kind> = { at: string; kind: Kind; reference: string; amount: number; balance: number }
type Account<Kind> = { opening: number; lines: Line<Kind>[]; closing: number }

/** Adds up each currency in which there was a balance or a movement. */
export function addUp<Kind extends string>(
  openings: readonly Opening[],
  movements: readonly Movement<Kind>[],
): Record<string, Account<Kind>> {
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
export function toTable({ periodStart, periodEnd, byCurrency }: Period & { byCurrency: Record<string, Account<string>> }): CsvTable {
  const rows = Object.entries(byCurrency).flatMap(([currency, { opening, lines, closing }]) => [
    [currency, periodStart, "opening", null, null, opening],
    ...lines.map(({ at, kind, reference, amount, balance }) => [currency, at, kind, reference, amount, balance]),
    [currency, periodEnd, "closing", null, null, closing],
  ])
  return { columns: ["currency", "at", "kind", "reference", "amount", "balance"], rows }
}

/**
 * An entry of the ledger about a contact's money. `own` is by how much it raises what the contact owes, less its credit. `takenBack` is
 * what it takes off from paid sales, by a refund or a lost dispute; negative where that is undone.
 */
export type ContactEntry = { at: string; kind: EntryKind; currency: string; reference: string; own: number; takenBack: number }

/**
 * The lines of an entry. A refund takes off from the sale and gives money back, so it has two lines, which cancel each other out; a refund
 * to the credit has the first alone. Paying from the credit changes neither what is owed nor what is left of it together, so it has none.
 */
export function linesOf({ own, takenBack, kind, ...rest }: ContactEntry): Movement<ContactLineKind>[] {
  const isDisputed = kind.startsWith("dispute")
  if (takenBack === 0) return own === 0 ? [] : [{ ...rest, kind: isDisputed ? "dispute" : (kindOf[kind] ?? "payment"), amount: own }]
  const back = own + takenBack
  return [
    { ...rest, kind: "credit-note", amount: -takenBack },
    ...(back === 0 ? [] : [{ ...rest, kind: isDisputed ? ("dispute" as const) : ("refund" as const), amount: back }]),
  ]
}
const kindOf: Partial<Record<EntryKind, ContactLineKind>> = { reversal: "reversal", refund: "refund", "refund-failure": "refund" }
