import type { ReactNode } from "react"
import { money, moneyBesideCode } from "../../lib/money.ts"
import type { AnyPart } from "./answers.ts"
import type { Table } from "./table.tsx"

/** The currency of the figures, and the months that are not complete. */
export type View = { currency: string; unfinished: ReadonlySet<string>; today: string }

/** A report of the API: its finding in words, its plot and its table. */
export type Report<D = AnyPart> = {
  /** The name of the file, and the `format` of a report on payment intents. */
  id: string
  route: `GET /v1/analytics/${"payment-intents" | "transactions" | "payment-splits" | "sources" | "revenue"}`
  title: string
  /** Its width on a wide screen, in sixths of a row. */
  width: "narrow" | "half" | "wide" | "full"
  finding(data: D, view: View): string
  /** What its figures mean, shown below them. */
  definitions?: readonly (readonly [term: string, meaning: string])[]
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
