import { sum } from "../../kit/pure/money.ts"
import type { Direction, EntryClass } from "./values.ts"

/** Its texts are ASCII in capitals. */
export type Entry = {
  name: string
  routing: string
  accountNumber: string
  isSavings: boolean
  amount: number
  /** What the recipient's bank shows, such as PO-000123. */
  id: string
  /** Fifteen digits: the first eight of our bank's routing number, and a number. */
  trace: string
}
/** Entries of one class and one direction. `isSingle`: a consent given online was for one debit only. */
type Batch = { direction: Direction; entryClass: EntryClass | "web"; entries: readonly (Entry & { isSingle?: boolean })[] }
type Header = {
  madeAt: { date: string; time: string }
  executionDate: string
  modifier: string
  routing: string
  company: { id: string; name: string }
  /** Who sends it, if it is not the bank. */
  origin: string | null
  description: string
}
type CreditFile = Header & { entryClass: EntryClass; entries: readonly Entry[] }

/** Credits as a NACHA file of one batch. */
export const renderNacha = ({ entries, entryClass, ...header }: CreditFile): string =>
  renderBatches(header, [{ direction: "credits", entryClass, entries }])

/** A NACHA file: lines of 94 characters in blocks of ten, the last block filled with nines. */
export function renderBatches(file: Header, batches: readonly Batch[]): string {
  const { routing, company, madeAt, modifier, origin } = file
  const all = batches.flatMap(({ entries }) => entries)
  const blocks = Math.ceil((all.length + 2 * batches.length + 2) / 10)
  const lines = [
    ["1", "01", ` ${routing}`, (origin ?? routing).padStart(10), shortDate(madeAt.date), madeAt.time, modifier].join("") +
      ["094", "10", "1", text("", 23), text(company.name, 23), text("", 8)].join(""),
    ...batches.flatMap((batch, i) => batchLines(batch, digits(i + 1, 7), file)),
    ["9", digits(batches.length, 6), digits(blocks, 6), digits(all.length, 8), ...totalsOf(batches), text("", 39)].join(""),
  ]
  const filler = Array.from({ length: blocks * 10 - lines.length }, () => "9".repeat(94))
  return [...lines, ...filler].map(line => `${assertLength(line)}\r\n`).join("")
}

/** The hash, the debits and the credits, of a batch or of the file. */
function totalsOf(batches: readonly Batch[]): string[] {
  const totalOf = (wanted: Direction) =>
    sum(batches.flatMap(({ direction, entries }) => (direction === wanted ? entries.map(({ amount }) => amount) : [])))
  const hash = entryHash(batches.flatMap(({ entries }) => entries))
  return [digits(hash, 10), digits(totalOf("debits"), 12), digits(totalOf("credits"), 12)]
}

const serviceClasses = { credits: "220", debits: "225" }

function batchLines(batch: Batch, number: string, { company, routing, description, executionDate, madeAt }: Header): string[] {
  const { direction, entryClass, entries } = batch
  const [service, bank] = [serviceClasses[direction], routing.slice(0, 8)]
  const about = [text(company.name, 16), text("", 20), text(company.id, 10), entryClass.toUpperCase(), text(description, 10)]
  const dates = [shortDate(madeAt.date), shortDate(executionDate), text("", 3)]
  return [
    ["5", service, ...about, ...dates, "1", bank, number].join(""),
    ...entries.map(entry => entryLine(entry, batch)),
    ["8", service, digits(entries.length, 6), ...totalsOf([batch]), text(company.id, 10), text("", 25), bank, number].join(""),
  ]
}

/** Checking and savings accounts. */
const codes = { credits: ["22", "32"], debits: ["27", "37"] }

function entryLine(entry: Batch["entries"][number], { direction, entryClass }: Batch): string {
  const { name, routing, accountNumber, isSavings, isSingle = false, amount, id, trace } = entry
  return [
    "6",
    codes[direction][isSavings ? 1 : 0],
    routing,
    text(accountNumber, 17),
    digits(amount, 10),
    text(id, 15),
    text(name, 22),
    entryClass === "web" ? text(isSingle ? "S" : "R", 2) : "  ",
    "0",
    trace,
  ].join("")
}

/** The sum of the first eight digits of the recipients' routing numbers, of which the last ten digits count. The check digit does not. */
function entryHash(entries: readonly Entry[]): number {
  return entries.reduce((hash, { routing }) => hash + Number(routing.slice(0, 8)), 0) % 10_000_000_000
}

const text = (value: string, length: number) => value.slice(0, length).padEnd(length)
const digits = (value: number, length: number) => String(value).padStart(length, "0")
/** 2027-01-31 is 270131. */
const shortDate = (date: string) => date.slice(2).replaceAll("-", "")

/** A field that is too long would move all that follow it. */
function assertLength(line: string): string {
  if (line.length !== 94) throw new Error(`a line of a NACHA file has ${line.length} characters`)
  return line
}
