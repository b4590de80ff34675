import type { ReactNode } from "react"
import { money, moneyBesideCode } from "../../lib/money.ts"
import type { AnyPart } from "./answers.ts"
import type { Table } from "./table.tsx"

/** What the figures are of: their currency, and the months that are not whole. */
export type View = { currency: string; unfinished: ReadonlySet<string>; today: string }

/** A report of the API: its finding in words, the plot as its proof, the table as the proof of that. */
export type Report<D = AnyPart> = {
  /** Names the file, and is the `format` of a report on payment intents. */
  id: string
  route: "GET /v1/analytics/payment-intents" | "GET /v1/analytics/transactions" | "GET /v1/analytics/payment-splits"
  title: string
  /** How much of a row it takes on a wide screen: two, three, four or all six sixths. */
  width: "narrow" | "half" | "wide" | "full"
  finding(data: D, view: View): string
  table(data: D, view: View): Table
  isEmpty(data: D): boolean
  Plot(props: { data: D; view: View }): ReactNode
}

/** Checks a report against the shape of its format; the page takes any report. */
export const defineReport = <D extends AnyPart>(report: Omit<Report<D>, "route"> & { route?: Report["route"] }): Report => ({
  route: "GET /v1/analytics/payment-intents",
  ...report,
})

/** Rows that a plot shows; the table has all of them. */
export const maxPlotRows = 8

/** Formats for the amounts of a view: in full, and short for axes. */
export const amounts = ({ currency }: View) => ({
  full: (amount: number) => money(amount, currency),
  short: (amount: number) => moneyBesideCode(amount, currency, true),
})

export const whole = (count: number) => count.toLocaleString(navigator.language)
