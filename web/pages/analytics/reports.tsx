import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import type { Bar } from "../../ui/bars.tsx"

type Data = Record<string, unknown>
type Rows = Record<string, unknown>[]

/** A format of the API: what it tells, its rows, and the bars where it is a series. */
export type Report = {
  format: string
  title: string
  about: string
  /** What the bars count, where it is not an amount. */
  unit?: string
  rows(data: Data, currency: string): Rows
  bars?(data: Data): Bar[]
}

const list = (data: Data, key: string) => (data[key] as Rows | undefined) ?? []
const number = (row: Data, key: string) => Number(row[key] ?? 0)
/** An object of single numbers as rows, each formatted by its own name. */
const flat = (data: Data, currency: string): Rows =>
  Object.entries(data).flatMap(([name, value]) =>
    typeof value === "object" ? [] : [{ what: say(name), value: cellText(name, value, currency) }],
  )

export const reports: readonly Report[] = [
  { format: "consolidated", title: "In all", about: "Billed is paid plus outstanding, without what was canceled.", rows: flat },
  {
    format: "month-by-month",
    title: "Month by month",
    about: "By the month in which it was billed.",
    unit: "paid",
    rows: data => list(data, "months"),
    bars: data => list(data, "months").map(row => ({ label: String(row["month"]), value: number(row, "billed") })),
  },
  {
    format: "receivables-forecast",
    title: "What is still to come",
    about: "Open amounts by when they are due.",
    unit: "amount",
    rows: data => list(data, "buckets"),
    bars: data => list(data, "buckets").map(row => ({ label: `from day ${String(row["from"])}`, value: number(row, "amount") })),
  },
  {
    format: "calendar-by-day",
    title: "Day by day",
    about: "What fell due and what was paid on each day.",
    unit: "paid",
    rows: data => list(data, "days"),
    bars: data =>
      list(data, "days")
        .slice(-60)
        .map(row => ({ label: String(row["day"]), value: number(row, "paid") })),
  },
  {
    format: "cash-velocity",
    title: "How fast money comes",
    about: "Days from asking to full payment.",
    unit: "count",
    rows: data => list(data, "histogram"),
    bars: data => list(data, "histogram").map(row => ({ label: `day ${String(row["fromDay"])}`, value: number(row, "count") })),
  },
  { format: "payer-behavior", title: "How payers pay", about: "On time, late, or not at all.", rows: flat },
  {
    format: "by-services",
    title: "By service",
    about: "Each line's service; discounts are their own row.",
    rows: data => without(list(data, "services"), "service"),
  },
  {
    format: "revenue-by-service",
    title: "Revenue by service",
    about: "What came in, less what went back.",
    rows: data => without(list(data, "services"), "service"),
  },
  { format: "cancellations", title: "Cancellations", about: "How much was given up, and when.", rows: data => list(data, "byMonth") },
  {
    format: "customer-payments-by-month",
    title: "Largest payers",
    about: "The hundred largest, by what they paid.",
    rows: data => list(data, "customers").map(({ contact, total }) => ({ contact, total })),
  },
  {
    format: "fx-corridor-margin",
    title: "Currency corridors",
    about: "What payers paid in their own currency.",
    rows: data => list(data, "corridors"),
  },
]

const without = (rows: Rows, key: string) => rows.map(row => Object.fromEntries(Object.entries(row).filter(([name]) => name !== key)))

const counts = new Set(["count", "paidCount", "onTime", "late", "unpaid", "from", "to", "fromDay", "toDay"])
const shares = new Set(["rate", "share"])
const names = new Set(["month", "day", "name", "what", "contact", "service", "source", "target", "reason"])

/** A number as its column means it: an amount, a count, a share or days. */
export function cellText(column: string, value: unknown, currency: string): string {
  if (value === null || value === undefined) return "–"
  if (typeof value === "object") return contactText(value)
  if (typeof value !== "number") return `${value as string}`
  if (names.has(column)) return String(value)
  if (shares.has(column)) return `${(value * 100).toFixed(1)}%`
  if (counts.has(column) || /days?$/i.test(column) || /rate/i.test(column)) return value.toLocaleString()
  return Number.isInteger(value) ? money(value, currency) : value.toLocaleString()
}

const contactText = (value: object) =>
  "email" in value ? String(value.email) : "name" in value ? String(value.name) : JSON.stringify(value)
