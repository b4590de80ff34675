import { decimal } from "../../kit/pure/money.ts"
import type { Datev } from "./schema.ts"
import { documentOf, fiscalYearOf, movementsOf, type Period } from "./rules.ts"
import type { JournalEntry } from "./store.ts"

/**
 * The format DATEV EXTF, category 21 (Buchungsstapel), version 13: a header of 31 fields, a line of 125 column names and a line for each
 * movement. Fields are separated by semicolons, texts are in quotes, lines end with CR LF.
 */
const pairs = (n: number, names: readonly [string, string]) =>
  Array.from({ length: n }, (_, i) => names.map(name => `${name} ${i + 1}`)).flat()

const columns = [
  ["Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "Kurs", "Basis-Umsatz", "WKZ Basis-Umsatz", "Konto"],
  ["Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum", "Belegfeld 1", "Belegfeld 2", "Skonto", "Buchungstext"],
  ["Postensperre", "Diverse Adressnummer", "Geschäftspartnerbank", "Sachverhalt", "Zinssperre", "Beleglink"],
  pairs(8, ["Beleginfo - Art", "Beleginfo - Inhalt"]),
  ["KOST1 - Kostenstelle", "KOST2 - Kostenstelle", "Kost-Menge", "EU-Land u. UStID (Bestimmung)", "EU-Steuersatz (Bestimmung)"],
  ["Abw. Versteuerungsart", "Sachverhalt L+L", "Funktionsergänzung L+L", "BU 49 Hauptfunktionstyp", "BU 49 Hauptfunktionsnummer"],
  ["BU 49 Funktionsergänzung"],
  pairs(20, ["Zusatzinformation - Art", "Zusatzinformation- Inhalt"]),
  ["Stück", "Gewicht", "Zahlweise", "Forderungsart", "Veranlagungsjahr", "Zugeordnete Fälligkeit", "Skontotyp", "Auftragsnummer"],
  ["Buchungstyp", "USt-Schlüssel (Anzahlungen)", "EU-Land (Anzahlungen)", "Sachverhalt L+L (Anzahlungen)"],
  ["EU-Steuersatz (Anzahlungen)", "Erlöskonto (Anzahlungen)", "Herkunft-Kz", "Buchungs GUID", "KOST-Datum", "SEPA-Mandatsreferenz"],
  ["Skontosperre", "Gesellschaftername", "Beteiligtennummer", "Identifikationsnummer", "Zeichnernummer", "Postensperre bis"],
  ["Bezeichnung SoBil-Sachverhalt", "Kennzeichen SoBil-Buchung", "Festschreibung", "Leistungsdatum", "Datum Zuord. Steuerperiode"],
  ["Fälligkeit", "Generalumkehr (GU)", "Steuersatz", "Land", "Abrechnungsreferenz", "BVV-Position"],
  ["EU-Land u. UStID (Ursprung)", "EU-Steuersatz (Ursprung)", "Abw. Skontokonto"],
].flat()

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const digits = (day: string) => day.replaceAll("-", "")
const line = (cells: readonly (string | number)[]) => encode(`${cells.join(";")}\r\n`)

/** Windows-1252, in which the names of columns and all that we write have the codes of Latin-1. What it lacks becomes a question mark. */
const encode = (text: string) => Buffer.from(text.replaceAll(/[^\n\r\x20-\x7e\xa0-\xff]/gu, "?"), "latin1")

type Header = Period & { datev: Datev; createdAt: Date; currency: string }

export function datevHeader({ from, to, datev, createdAt, currency }: Header): Buffer {
  const { consultant, client, accountLength, fiscalYearStart } = datev
  const at = createdAt.toISOString().replaceAll(/[-T:.Z]/g, "")
  const about = ["EXTF", 700, 21, "Buchungsstapel", 13, at, "", "CS", "Countersign", ""]
  const whose = [consultant, client, digits(fiscalYearOf(from, fiscalYearStart)), accountLength, digits(from), digits(to)]
  const kind = ["Countersign", "", 1, 0, 0, currency]
  const unused = ["", "", "", "", "", "", "", "", ""]
  const texts = new Set([0, 3, 7, 8, 9, 16, 17, 21, 23, 30])
  const cells = [...about, ...whose, ...kind, ...unused].map((cell, i) => (texts.has(i) ? quoted(String(cell)) : cell))
  return Buffer.concat([line(cells), line(columns.map(quoted))])
}

const at = (name: string) => columns.indexOf(name)
const places = {
  amount: at("Umsatz (ohne Soll/Haben-Kz)"),
  side: at("Soll/Haben-Kennzeichen"),
  currency: at("WKZ Umsatz"),
  account: at("Konto"),
  other: at("Gegenkonto (ohne BU-Schlüssel)"),
  day: at("Belegdatum"),
  document: at("Belegfeld 1"),
  text: at("Buchungstext"),
  isFixed: at("Festschreibung"),
}
const [maxDocument, maxText] = [36, 60]

/** Always two digits after a comma. */
const amountOf = (amount: number, currency: string) => {
  const [whole, part = ""] = decimal(amount, currency).split(".")
  return `${whole},${part.padEnd(2, "0")}`
}

/** One line for each movement: the account in "Konto" is debited, that in "Gegenkonto" credited. */
export function datevLines(entry: JournalEntry, externalOf: (account: string) => string, text: string): Buffer {
  const document = documentOf(entry)
    .replaceAll(/[^A-Za-z0-9$&%*+/-]/g, "")
    .slice(0, maxDocument)
  const lines = movementsOf(entry.postings, externalOf).map(({ debit, credit, amount }) => {
    const cells = columns.map(() => "")
    cells[places.amount] = amountOf(amount, entry.currency)
    cells[places.side] = quoted("S")
    cells[places.currency] = quoted(entry.currency)
    cells[places.account] = debit
    cells[places.other] = credit
    cells[places.day] = `${entry.booked_on.slice(8)}${entry.booked_on.slice(5, 7)}`
    cells[places.document] = quoted(document)
    cells[places.text] = quoted(text.slice(0, maxText))
    cells[places.isFixed] = "0"
    return line(cells)
  })
  return Buffer.concat(lines)
}
