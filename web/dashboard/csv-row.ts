import type { CsvCell } from "../../src/kit/pure/csv.ts"
import { decimal, isCurrency } from "../../src/kit/pure/money.ts"

const amounts = new Set("amount paid due refunded fee fees credited accrued reversed paidOut outstanding debtNetted maxAmount".split(" "))

/** The cells of a row, by the path of each column. Amounts are written in the currency's decimals, as a table program reads them. */
export const csvRow = (columns: readonly string[], row: object): CsvCell[] => columns.map(path => cellOf(row, path))

/** `links.long` of an object; objects and lists are written as JSON. */
function cellOf(row: object, path: string): CsvCell {
  const keys = path.split(".")
  const value = valueAt(row, keys)
  const currency = valueAt(row, [...keys.slice(0, -1), "currency"])
  if (typeof value === "number" && amounts.has(keys.at(-1)!) && typeof currency === "string" && isCurrency(currency))
    return { decimal: decimal(value, currency) }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  return value === undefined || value === null ? null : JSON.stringify(value)
}

const valueAt = (row: object, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | null | undefined)?.[key], row)
