import type { Context } from "../../kit/db/context.ts"
import type { StreamedFile } from "../../kit/operation/response-file.ts"
import { exponent } from "../../kit/pure/money.ts"
import { monthOf } from "../analytics/rules.ts"
import { datevHeader, datevLines } from "./datev.ts"
import { journalProblem } from "./errors.ts"
import { type Books, csvOf } from "./lines.ts"
import { quickbooksHeader, quickbooksLines } from "./quickbooks.ts"
import { assertOneFiscalYear, listed, notNumbers, type Period, textOf } from "./rules.ts"
import { entriesOf, findCurrencies, type JournalEntry } from "./store.ts"
import { findClosed } from "./close-store.ts"
import { totalsOf, unmappedIn } from "./totals.ts"
import type { Format } from "./values.ts"

export const fileOf = async (ctx: Context, format: Exclude<Format, "json">, period: Period, books: Books): Promise<StreamedFile> =>
  format === "csv" ? csvFile(ctx, period, books) : format === "datev" ? datevFile(ctx, period, books) : quickbooksFile(ctx, period, books)

const nameOf = ({ from, to }: Period, ending: string) => `journal-${from}-${to}.${ending}`

const csvFile = (ctx: Context, period: Period, { mappingAt }: Books): StreamedFile => ({
  name: nameOf(period, "csv"),
  type: "text/csv; charset=utf-8; header=present",
  pieces: csvOf(ctx, period, mappingAt),
})

async function quickbooksFile(ctx: Context, asked: Period, books: Books): Promise<StreamedFile> {
  const period = await inOneCurrency(ctx, "QuickBooks", asked)
  const externalOf = await everyAccount(ctx, "QuickBooks", period, books)
  const pieces = piecesOf(ctx, period, quickbooksHeader, entry => quickbooksLines(entry, externalOf(entry), textOf(entry.kind, entry)))
  return { name: nameOf(period, "iif"), type: "text/plain; charset=utf-8", pieces }
}

async function datevFile(ctx: Context, asked: Period, books: Books): Promise<StreamedFile> {
  const period = await inOneCurrency(ctx, "DATEV", asked)
  const { currency } = period
  if (exponent(currency) > 2) throw journalProblem("JRN-1003", { currency, digits: exponent(currency) })
  const { createdAt, datev } = await frozen(ctx, period, books)
  assertOneFiscalYear(period, datev.fiscalYearStart)
  const externalOf = await everyAccount(ctx, "DATEV", period, books)
  assertNumbers(books, datev.accountLength)
  const header = datevHeader({ ...period, datev, createdAt })
  const pieces = piecesOf(ctx, period, header, entry => datevLines(entry, externalOf(entry), textOf(entry.kind, entry)))
  const [from, to] = [period.from, period.to].map(day => day.replaceAll("-", ""))
  return { name: `EXTF_Buchungsstapel_${from}_${to}.csv`, type: "text/csv; charset=windows-1252", pieces }
}

/** Where the whole period is closed, the file says when and with which settings, so that its bytes stay the same. */
async function frozen(ctx: Context, { to }: Period, { closed, settings }: Books) {
  const [last] = await findClosed(ctx)
  if (!last || monthOf(to) > last.month) return { createdAt: ctx.now, datev: settings.datev }
  const { closed_at: createdAt, datev } = closed[0] ?? last
  return { createdAt, datev }
}

async function inOneCurrency(ctx: Context, format: string, period: Period): Promise<Period & { currency: string }> {
  if (period.currency !== undefined) return { ...period, currency: period.currency }
  const [first = "EUR", ...others] = await findCurrencies(ctx, period)
  if (others.length > 0) throw journalProblem("JRN-1002", { format, first, currencies: [first, ...others].join(", ") })
  return { ...period, currency: first }
}

/** Refuses a file with a line that has no external account, and names the accounts. */
async function everyAccount(ctx: Context, format: string, period: Period, books: Books) {
  const unmapped = unmappedIn(await totalsOf(ctx, period, books))
  if (unmapped.length > 0) throw journalProblem("JRN-1001", { format, accounts: listed(unmapped) })
  return (entry: JournalEntry) => {
    const mapping = books.mappingAt(entry.booked_on)
    return (account: string) => mapping.externalOf(account)?.externalAccount ?? account
  }
}

function assertNumbers({ settings, closed }: Books, length: number) {
  const [wrong] = notNumbers(
    [settings, ...closed].flatMap(({ accounts }) => accounts),
    length,
  )
  if (wrong) throw journalProblem("JRN-1004", { length, accounts: wrong.account, externalAccount: wrong.externalAccount })
}

async function* piecesOf<T extends string | Buffer>(ctx: Context, period: Period, header: T, render: (entry: JournalEntry) => T) {
  yield header
  for await (const batch of entriesOf(ctx, period)) for (const entry of batch) yield render(entry)
}
