import type { Context } from "../../kit/db/context.ts"
import { type CsvCell, renderRow } from "../../kit/pure/csv.ts"
import { monthOf } from "../analytics/rules.ts"
import { type CloseRow, findClosed } from "./close-store.ts"
import { type Mapping, mappingOf } from "./mapping-rules.ts"
import { type Period, textOf } from "./rules.ts"
import type { JournalLine } from "./schema.ts"
import { readSettings } from "./settings-store.ts"
import { entriesOf, type JournalEntry } from "./store.ts"

/** The accounts of each month: those with which it was closed, or the present ones. `closed` is the latest first. */
export type Books = { closed: readonly CloseRow[]; settings: Awaited<ReturnType<typeof readSettings>>; mappingAt(day: string): Mapping }

export async function readBooks(ctx: Context, { from, to }: Period): Promise<Books> {
  const [settings, closed] = await Promise.all([readSettings(ctx), findClosed(ctx, monthOf(from), monthOf(to))])
  const present = mappingOf(settings.accounts)
  const byMonth = new Map(closed.map(({ month, accounts }) => [month, mappingOf(accounts)]))
  return { settings, closed, mappingAt: day => byMonth.get(monthOf(day)) ?? present }
}

/** The lines of an entry, one for each posting. */
export function linesOf(entry: JournalEntry, mapping: Mapping): JournalLine[] {
  const text = textOf(entry.kind, entry)
  return entry.postings.map(({ account, debit, credit }) => ({
    date: entry.booked_on,
    factDate: entry.fact_on,
    entry: entry.id,
    kind: entry.kind,
    account,
    externalAccount: mapping.externalOf(account)?.externalAccount ?? null,
    debit,
    credit,
    currency: entry.currency,
    objectType: entry.source_type,
    object: entry.source_id,
    text,
  }))
}

/** A closed month exports the same bytes for good, so the columns and their order never change. */
const columns = [
  "date",
  "factDate",
  "entry",
  "kind",
  "account",
  "externalAccount",
  "debit",
  "credit",
  "currency",
  "objectType",
  "object",
  "text",
] as const satisfies readonly (keyof JournalLine)[]

const cellsOf = (line: JournalLine): CsvCell[] => columns.map(column => line[column])

/** The CSV export of a period, piece by piece. `each` sees every line. */
export async function* csvOf(
  ctx: Pick<Context, "tenant">,
  period: Period,
  mappingAt: Books["mappingAt"],
  each: (line: JournalLine) => void = () => {},
): AsyncGenerator<string> {
  yield renderRow(columns)
  for await (const batch of entriesOf(ctx, period)) {
    const lines = batch.flatMap(entry => linesOf(entry, mappingAt(entry.booked_on)))
    for (const line of lines) each(line)
    yield lines.map(line => renderRow(cellsOf(line))).join("")
  }
}
