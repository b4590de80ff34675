import type { CsvCell } from "../../src/kit/pure/csv.ts"
import { lookUp } from "../lib/look-up.ts"
import { csvRow } from "./csv-row.ts"
import type { Row } from "./resource.ts"

type Fields = Record<string, unknown>
type Reference = { api: string; columns: Record<string, (row: Fields) => CsvCell> }

const textAt = (name: string) => (row: Fields) => {
  const value = row[name]
  return typeof value === "string" || typeof value === "number" ? value : null
}
const fullName = ({ profile }: Fields) => {
  const { firstName, lastName } = (profile ?? {}) as { firstName?: string; lastName?: string }
  return [firstName, lastName].filter(Boolean).join(" ") || null
}
const partner = (column: string): Reference => ({
  api: "partnerships",
  columns: { [`${column}Name`]: textAt("name"), [`${column}Email`]: textAt("email") },
})

/** Columns of ids, and the name, e-mail or number that the file shows beside each. */
const references: Record<string, Reference> = {
  contact: { api: "contacts", columns: { contactName: fullName, contactEmail: textAt("email") } },
  partnership: partner("partnership"),
  supplier: partner("supplier"),
  paymentIntent: { api: "payment-intents", columns: { paymentIntentNumber: textAt("number") } },
  transaction: { api: "transactions", columns: { transactionNumber: textAt("number") } },
}

export const csvColumns = (columns: readonly string[]): string[] =>
  columns.flatMap(column => [column, ...Object.keys(references[column]?.columns ?? {})])

/** The cells of some rows, with the names of the objects that they refer to. Names that this person may not read stay empty. */
export async function csvRows(columns: readonly string[], rows: readonly Row[]): Promise<CsvCell[][]> {
  const named = columns.filter(column => column in references)
  const found = new Map(
    await Promise.all(named.map(async column => [column, await readAll(references[column]!, idsOf(rows, column))] as const)),
  )
  return rows.map(row => {
    const cells = csvRow(columns, row)
    return columns.flatMap((column, index) => {
      const other = found.get(column)?.get(String(valueOf(row, column)))
      return [cells[index]!, ...Object.values(references[column]?.columns ?? {}).map(cell => (other ? cell(other) : null))]
    })
  })
}

const valueOf = (row: Row, column: string) => (row as Row & Fields)[column]
const idsOf = (rows: readonly Row[], column: string) => [
  ...new Set(rows.map(row => valueOf(row, column)).filter((id): id is string => typeof id === "string")),
]

async function readAll({ api }: Reference, ids: readonly string[]): Promise<Map<string, Fields>> {
  const rows = await Promise.all(ids.map(id => lookUp(api, id).catch(() => undefined)))
  return new Map(rows.flatMap(row => (row ? [[row._id, row as Fields & { _id: string }]] : [])))
}
