import type { CsvDraft, CsvProfile } from "./schema.ts"

/** The words by which banks name the columns, in the languages of those that we have seen. */
const words = {
  date: /^(buchungs(tag|datum)|(book(ing|ed)?|transaction|posting)[ _](date|on)|date( op.ration)?|datum|data( (mov|lanc).*)?|fecha.*)$/i,
  valueDate: /^(valuta(datum)?|wertstellung(stag)?|value[ _]?date|data[ -]valor|fecha[ -]valor|date de valeur)$/i,
  amount: /^(betrag( \(.*\))?|umsatz|amount|bedrag|valor|importe|montant|import[eo]|quantia|montante)$/i,
  debit: /^(soll|debit(s|o)?|d.bito?|money out|paid out|withdrawal|sa.da|cargo|af)$/i,
  credit: /^(haben|credit(s|o)?|cr.dito?|money in|paid in|deposit|entrada|abono|bij)$/i,
  indicator: /^(soll\/haben|s\/h|dc|d\/c|debit\/credit|af bij|cdtdbtind|tipo|type)$/i,
  currency: /^(w.hrung|currency|moeda|moneda|devise|valuta ?code|waehrung)$/i,
  balance: /^(saldo( nach .*)?|balance|running balance|kontostand|solde)$/i,
  name: /(auftraggeber|beg.{1,2}nstigter|zahlungs(pflichtig|empf)|counterparty|payee|payer|^name|naam|benefici|ordenante|nome)/i,
  account: /(iban|kontonummer|account( number)?|tegenrekening|conta|cuenta)/i,
  text: /(verwendungszweck|purpose|description|details|remittance|omschrijving|mededeling|descri|concepto|memo|text|libell|hist.rico)/i,
  reference: /^(referenz|reference|bank reference|transaction id|id|fitid|documento|mandatsreferenz)$/i,
  endToEndId: /^(end.?to.?end.*|kundenreferenz.*|e2e.*)$/i,
} satisfies Partial<Record<keyof CsvProfile["columns"], RegExp>>

/** Guesses the profile from the first lines of a file. Undefined where no line names a date and an amount. */
export function guessProfile(sample: string, encoding: CsvProfile["encoding"] = "utf-8"): CsvProfile | undefined {
  const lines = sample.split(/\r\n|\r|\n/).slice(0, 40)
  for (const [skip, line] of lines.slice(0, 20).entries()) {
    const separator = separators.find(each => line.split(each).length >= 3)
    if (!separator) continue
    const names = line.split(separator).map(unquote)
    const columns = columnsIn(names)
    const { date, amount, debit, credit } = columns
    if (!date || !(amount || (debit && credit))) continue
    const rows = lines.slice(skip + 1).map(each => cellsOf(each, separator))
    const valuesOf = (name: string | undefined) => rows.map(row => row[names.indexOf(name ?? "")] ?? "").filter(Boolean)
    return {
      separator,
      encoding,
      decimal: decimalIn([amount, debit, credit].flatMap(valuesOf)),
      dateOrder: dateOrderIn(valuesOf(date)),
      skip,
      header: true,
      columns: { ...columns, date, text: names.filter(name => words.text.test(name)).slice(0, 10) },
    }
  }
  return undefined
}

/** How the cells of a file are divided and written whose columns have no known names. A person says which columns they are. */
export function guessLayout(sample: string, encoding: CsvProfile["encoding"]): CsvDraft {
  const lines = sample
    .split(/\r\n|\r|\n/)
    .filter(line => line.trim() !== "")
    .slice(0, 40)
  const separator = separators.toSorted((a, b) => widthBy(lines, b) - widthBy(lines, a))[0]!
  const cells = lines.flatMap(line => cellsOf(line, separator))
  const amounts = cells.filter(cell => /^[-+]?\s*\d[\d.,' ]*[.,]\d{1,3}$/.test(cell))
  const dates = cells.filter(cell => /^(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{8})$/.test(cell))
  const header = !/\d/.test(lines[0] ?? "")
  return { separator, encoding, decimal: decimalIn(amounts), dateOrder: dateOrderIn(dates), skip: 0, header, columns: { text: [] } }
}

const separators = [";", "\t", "|", ","] as const

/** How many cells the line in the middle has, of lines that are sorted by that. */
const widthBy = (lines: readonly string[], separator: string) =>
  lines.map(line => cellsOf(line, separator).length).toSorted((a, b) => a - b)[Math.floor(lines.length / 2)] ?? 0

const unquote = (cell: string) =>
  cell
    .trim()
    .replace(/^\ufeff/, "")
    .replace(/^"([^]*)"$/, "$1")
    .trim()
const cellsOf = (line: string, separator: string) =>
  (line.match(new RegExp(`("(?:[^"]|"")*"|[^${separator}]*)(?:\\${separator}|$)`, "g")) ?? []).map(cell =>
    unquote(cell.replace(new RegExp(`\\${separator}$`), "")),
  )

function columnsIn(names: readonly string[]) {
  const find = (key: keyof typeof words) => names.find(name => words[key].test(name))
  const entries = (Object.keys(words) as (keyof typeof words)[]).filter(key => key !== "text").map(key => [key, find(key)] as const)
  const columns = Object.fromEntries(entries.filter(([, name]) => name !== undefined)) as Partial<Record<keyof typeof words, string>>
  if (columns.amount) for (const key of ["debit", "credit"] as const) delete columns[key]
  return columns as Omit<CsvProfile["columns"], "text" | "date"> & { date?: string }
}

/** The last of the two signs in an amount divides its decimals. */
const decimalIn = (amounts: readonly string[]): CsvProfile["decimal"] =>
  amounts.some(amount => /,\d{1,3}\D*$/.test(amount) && !/,\d{3}\D*$/.test(amount))
    ? ","
    : amounts.some(amount => /\.\d{1,2}\D*$/.test(amount))
      ? "."
      : ","

function dateOrderIn(dates: readonly string[]): CsvProfile["dateOrder"] {
  const parts = dates.map(date => date.split(/\D+/))
  if (parts.some(([first]) => first?.length === 4 || first?.length === 8)) return "ymd"
  return parts.some(([, second]) => Number(second) > 12) ? "mdy" : "dmy"
}
