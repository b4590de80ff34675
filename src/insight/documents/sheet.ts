import type { Locale } from "../../kit/pure/mail-settings.ts"

/** A document as it is laid out: texts in its language, with amounts and days formatted. Plain data, so a worker thread draws it. */
export type Sheet = {
  locale: Locale
  title: string
  /** When the document was made. The file names this time and no other, so that the same sheet gives the same bytes. */
  madeAt: string
  brand: { name: string; colour: string; logo: string | null; supportEmail: string | null }
  /** Says that no real money moves, in a sandbox. */
  notice: string | null
  facts: Fact[]
  parties: { heading: string; lines: string[] }[]
  headline: { figure: string; note: string; link: { label: string; url: string } | null }
  tables: Table[]
  notes: string[]
  /** In the footer of every page. */
  footer: string
  /** "Page {page} of {pages}" */
  pageOf: string
  /** Shown once if the font lacks a character. */
  missing: string
}

export type Fact = [name: string, value: string]

export type Table = {
  heading: string | null
  /** `share` is the part of the width that the column has; a column without one gets the rest. */
  columns: { name: string; share?: number; isAmount?: true }[]
  rows: { cells: string[]; detail?: string; isStrong?: boolean }[]
  totals: { name: string; value: string; isStrong?: boolean }[]
}
