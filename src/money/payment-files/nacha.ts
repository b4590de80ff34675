import { sum } from "../../kit/pure/money.ts"
import type { EntryClass } from "./values.ts"

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
type NachaFile = {
  madeAt: { date: string; time: string }
  executionDate: string
  modifier: string
  routing: string
  company: { id: string; name: string }
  /** Who sends it, if it is not the bank. */
  origin: string | null
  entryClass: EntryClass
  description: string
  entries: readonly Entry[]
}

/** Credits as a NACHA file: one batch, lines of 94 characters in blocks of ten, the last block filled with nines. */
export function renderNacha(file: NachaFile): string {
  const { routing, company, entries, madeAt, modifier, origin } = file
  const bank = routing.slice(0, 8)
  const total = sum(entries.map(({ amount }) => amount))
  const totals = [digits(entryHash(entries), 10), digits(0, 12), digits(total, 12)]
  const count = entries.length
  const blocks = Math.ceil((count + 4) / 10)
  const lines = [
    ["1", "01", ` ${routing}`, (origin ?? routing).padStart(10), shortDate(madeAt.date), madeAt.time, modifier].join("") +
      ["094", "10", "1", text("", 23), text(company.name, 23), text("", 8)].join(""),
    batchHeader(file, bank),
    ...entries.map(entryLine),
    ["8", "220", digits(count, 6), ...totals, text(company.id, 10), text("", 25), bank, digits(1, 7)].join(""),
    ["9", digits(1, 6), digits(blocks, 6), digits(count, 8), ...totals, text("", 39)].join(""),
  ]
  const filler = Array.from({ length: blocks * 10 - lines.length }, () => "9".repeat(94))
  return [...lines, ...filler].map(line => `${assertLength(line)}\r\n`).join("")
}

function batchHeader({ company, entryClass, description, executionDate, madeAt }: NachaFile, bank: string): string {
  const about = [text(company.name, 16), text("", 20), text(company.id, 10), entryClass.toUpperCase(), text(description, 10)]
  const dates = [shortDate(madeAt.date), shortDate(executionDate), text("", 3)]
  return ["5", "220", ...about, ...dates, "1", bank, digits(1, 7)].join("")
}

function entryLine({ name, routing, accountNumber, isSavings, amount, id, trace }: Entry): string {
  return [
    "6",
    isSavings ? "32" : "22",
    routing,
    text(accountNumber, 17),
    digits(amount, 10),
    text(id, 15),
    text(name, 22),
    "  0",
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
