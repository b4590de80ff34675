import type { CsvCell } from "../../kit/pure/csv.ts"
import { decimal, isCurrency } from "../../kit/pure/money.ts"
import type { Column } from "./operation.ts"

export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value)

/** The value of a column, whose name may lead into an object. */
export const valueOf = (row: unknown, name: string): unknown =>
  name.split(".").reduce<unknown>((value, key) => (isRow(value) ? value[key] : undefined), row)

const maxWidth = 60

/** A cell of a table: an amount with its currency, structure as JSON. */
export function cellOf(row: Row, { name, kind }: Column): string {
  const value = valueOf(row, name)
  if (value === undefined || value === null) return ""
  const { currency } = row
  if (kind === "amount" && typeof value === "number" && typeof currency === "string" && isCurrency(currency))
    return `${decimal(value, currency)} ${currency}`
  const text = printable(typeof value === "object" ? JSON.stringify(value) : String(value as string | number | boolean))
  return text.length > maxWidth ? `${text.slice(0, maxWidth - 1)}…` : text
}

/** A payer may have written the text: it must not move the cursor, hide lines or turn what follows around. */
export const printable = (text: string) => text.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "·")

export function csvCellOf(row: Row, name: string): CsvCell {
  const value = valueOf(row, name)
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  return value === undefined || value === null ? null : JSON.stringify(value)
}
