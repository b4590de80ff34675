import { renderRow } from "../../kit/pure/csv.ts"
import { renderTable } from "../table.ts"
import { cellOf, csvCellOf, isRow, printable, type Row } from "./cells.ts"
import { wrongUsage } from "./exit-codes.ts"
import type { Column, RemoteOperation } from "./operation.ts"
import type { Terminal } from "./terminal.ts"

export type Format = "table" | "json" | "csv"
export type FormatOptions = { json?: true; csv?: true; table?: true; columns?: string }

/** A table for a person, and JSON for a program. */
export function formatOf({ json, csv, table }: FormatOptions, { isTerminal }: Terminal): Format {
  if ([json, csv, table].filter(Boolean).length > 1) throw wrongUsage("Choose one of --json, --csv and --table. Nothing was sent.")
  if (json) return "json"
  if (csv) return "csv"
  return table || isTerminal ? "table" : "json"
}

/** Prints one object, or whatever else the service answered. */
export async function printObject(value: unknown, operation: RemoteOperation, format: Format, terminal: Terminal) {
  if (format === "json" || value === undefined) return terminal.print(`${JSON.stringify(value ?? null, null, 2)}\n`)
  const list = Array.isArray(value) ? value.map(each => (isRow(each) ? each : { value: each as unknown })) : undefined
  if (list) return printRows(list, columnsIn(list), format, terminal)
  if (!isRow(value)) return terminal.print(`${printable(JSON.stringify(value))}\n`)
  if (format === "csv") return printRows([value], columnsOf(operation, undefined), format, terminal)
  await terminal.print(renderObject(value, operation))
}

const columnsIn = (rows: readonly Row[]): Column[] => [...new Set(rows.flatMap(row => Object.keys(row)))].map(name => ({ name }))

/** A line for each field, then a table for each list of objects. No field is cut, because a value may be shown only once. */
function renderObject(value: Row, { columns }: RemoteOperation): string {
  const all = flatten(value).filter(([, each]) => !isEmpty(each))
  const fields = all.filter(([, each]) => !isRows(each))
  const tables = all.flatMap(([name, each]) => (isRows(each) ? [renderPart(name, each)] : []))
  const width = Math.max(...fields.map(([name]) => name.length))
  const lines = fields.map(([name, each]) => {
    const column = columns.find(one => one.name === name)
    const text = typeof each === "object" ? JSON.stringify(each) : String(each as string | number | boolean)
    return `${name.padEnd(width)}  ${column?.kind === "amount" ? cellOf(value, column) : printable(text)}\n`
  })
  return lines.join("") + tables.join("")
}

const isEmpty = (value: unknown) => value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0)
const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.length > 0 && value.every(isRow)

function renderPart(name: string, rows: readonly Row[]): string {
  const columns = columnsIn(rows).filter(column => rows.some(row => cellOf(row, column) !== ""))
  const cells = rows.map(row => columns.map(column => cellOf(row, column)))
  return `\n${name}\n${renderTable(
    columns.map(column => column.name),
    cells,
  )}`
}

/** The fields of objects in the object, such as profile.firstName. Lists stay whole. */
const flatten = (value: Row, prefix = ""): [string, unknown][] =>
  Object.entries(value).flatMap(([name, each]) =>
    isRow(each) && Object.keys(each).length > 0 ? flatten(each, `${prefix}${name}.`) : [[prefix + name, each]],
  )

/** The columns that --columns names, or all. */
export function columnsOf({ columns, words }: RemoteOperation, chosen: string | undefined): readonly Column[] {
  if (chosen === undefined) return columns
  return chosen.split(",").map(text => {
    const column = columns.find(({ name }) => name === text.trim())
    if (column) return column
    throw wrongUsage(
      `${words.join(" ")} has no column ${text.trim()}. Use ${columns.map(({ name }) => name).join(", ")}. Nothing was sent.`,
    )
  })
}

export async function printRows(rows: readonly Row[], columns: readonly Column[], format: Format, terminal: Terminal, all = false) {
  if (format === "json") return terminal.print(`${JSON.stringify(rows, null, 2)}\n`)
  if (format === "csv") return terminal.print(csvHead(columns) + rows.map(row => csvLine(row, columns)).join(""))
  if (rows.length === 0) return terminal.note("There is none.")
  const shown = all ? columns : columns.filter(column => !isNoise(column, columns) && rows.some(row => cellOf(row, column) !== ""))
  const fitting = all ? shown : fit(shown, rows, terminal.width)
  const cells = rows.map(row => fitting.map(column => cellOf(row, column)))
  await terminal.print(
    renderTable(
      fitting.map(({ name }) => name),
      cells,
    ),
  )
}

export const csvHead = (columns: readonly Column[]) => renderRow(columns.map(({ name }) => name))
export const csvLine = (row: Row, columns: readonly Column[]) => renderRow(columns.map(({ name }) => csvCellOf(row, name)))

/** An amount says its currency itself. Numbers that are not known to be amounts need it beside them. */
const isNoise = ({ name }: Column, columns: readonly Column[]) =>
  ["version", "updatedAt"].includes(name) || (name === "currency" && columns.some(({ kind }) => kind === "amount"))

/** As many columns as the line has place for, the first ones first, and the status and the amounts in any case. */
function fit(columns: readonly Column[], rows: readonly Row[], width: number): readonly Column[] {
  const widthOf = (column: Column) => Math.max(column.name.length, ...rows.map(row => cellOf(row, column).length)) + 2
  const byWeight = columns.toSorted((a, b) => weightOf(a) - weightOf(b))
  let left = width
  const fitting = byWeight.filter(column => {
    const needed = widthOf(column)
    if (needed > left) return false
    left -= needed
    return true
  })
  return columns.filter(column => fitting.includes(column))
}

const important = ["_id", "currency", "number", "name", "email", "status", "type", "event"]
const weightOf = ({ name, kind }: Column) => (important.includes(name) ? 0 : kind === "amount" ? 1 : name === "createdAt" ? 2 : 3)
