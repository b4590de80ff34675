import { quoted } from "../../../kit/pure/foreign-files.ts"
import { lineAt, readXml, UnreadableFile } from "../../../kit/pure/xml.ts"
import {
  amountOf,
  assertCurrency,
  assertNamesAccount,
  type Booking,
  dayOf,
  daysOf,
  joinText,
  type ReadOptions,
  type ReadStatement,
  referencesOf,
} from "./statement.ts"

/** An aggregate, such as STMTTRN: its values by name, and where it begins. */
type Aggregate = { name: string; line: number; values: Map<string, string> }

/** OFX 1 (SGML, whose values have no end tags) and OFX 2 (XML). Both nest the same aggregates. */
export function readOfx(text: string, options: ReadOptions): ReadStatement {
  const doctype = text.search(/<!(?:DOCTYPE|ENTITY)/i)
  if (doctype >= 0)
    throw new UnreadableFile(lineAt(text, doctype), "it defines a document type or abbreviations (entities), which no file of a bank does")
  if (/^\s*(?:\ufeff)?<\?xml/.test(text)) readXml(text.replace(/<\?OFX[^>]*\?>/i, ""))
  const aggregates = aggregatesOf(text)
  const accounts = aggregates.filter(({ name }) => name === "BANKACCTFROM" || name === "CCACCTFROM")
  if (accounts.length > 1)
    throw new UnreadableFile(accounts[1]!.line, "it has statements of several accounts; import one file for each account")
  const list = aggregates.find(({ name }) => name === "BANKTRANLIST")
  if (!list) throw new UnreadableFile(null, "it has no list of bookings (BANKTRANLIST), so it is no statement of a bank account")
  assertCurrencies(aggregates, options)
  const bookings = aggregates.filter(({ name }) => name === "STMTTRN").map(each => bookingOf(each, options.currency))
  const [start, end] = [dateIn(list, "DTSTART"), dateIn(list, "DTEND")]
  if (start && end && start > end) throw new UnreadableFile(list.line, `the statement begins on ${start} and ends before, on ${end}`)
  const balance = aggregates.find(({ name }) => name === "LEDGERBAL")
  const days = start && end ? { from: start, to: end } : daysOf(bookings, list.line)
  const account = accounts[0]?.values.get("ACCTID") ?? null
  assertNamesAccount({ account }, "ACCTID", list.line)
  return {
    line: list.line,
    account,
    currency: options.currency,
    from: [days.from, ...bookings.map(({ bookedOn }) => bookedOn)].sort()[0]!,
    to: [days.to, ...bookings.map(({ bookedOn }) => bookedOn)].sort().at(-1)!,
    opening: null,
    closing: balance ? signedOf(balance, "BALAMT", options.currency) : null,
    bookings,
  }
}

/** The currency of the statement, and those of single bookings. */
function assertCurrencies(aggregates: readonly Aggregate[], options: ReadOptions) {
  const statement = aggregates.find(({ values }) => values.has("CURDEF"))
  if (!statement) throw new UnreadableFile(null, "it does not say in which currency it is (CURDEF)")
  assertCurrency(statement.values.get("CURDEF")!, options, statement.line)
  for (const { name, line, values } of aggregates) {
    const other = name === "CURRENCY" ? values.get("CURSYM") : undefined
    if (other !== undefined && other !== options.currency)
      throw new UnreadableFile(line, `an amount is in ${quoted(other)}, and your account is in ${options.currency}`)
  }
}

const maxDepth = 40

/** Every tag with a value is a field of the aggregate around it; every other tag begins or ends one. */
function aggregatesOf(text: string): Aggregate[] {
  const aggregates: Aggregate[] = []
  const open: Aggregate[] = []
  // A value without text has no end in OFX 1.
  const ended = new Set([...text.matchAll(/<\/([A-Z0-9._]+)>/gi)].map(([, tag]) => tag!.toUpperCase()))
  let [line, position] = [1, 0]
  for (const { 0: all, index, 1: slash, 2: tag = "", 3: content = "" } of text.matchAll(/<(\/?)([A-Z0-9._]+)>([^<]*)/gi)) {
    for (; position < index; position++) if (text.charCodeAt(position) === 10) line++
    const name = tag.toUpperCase()
    const value = decode(content.trim(), line)
    if (slash) {
      const at = open.findLastIndex(each => each.name === name)
      if (at >= 0) open.length = at
    } else if (value !== "") open.at(-1)?.values.set(name, value)
    else if (ended.has(name) && !text.startsWith(`</${tag}>`, index + all.length)) {
      const aggregate = { name, line, values: new Map<string, string>() }
      aggregates.push(aggregate)
      if (open.push(aggregate) > maxDepth)
        throw new UnreadableFile(line, `its elements are nested more than ${maxDepth} levels deep, as in no file of a bank`)
    }
  }
  if (!/<OFX>/i.test(text)) throw new UnreadableFile(null, "it is no OFX: it has no <OFX>")
  if (open.length > 0 || aggregates[0]?.name !== "OFX")
    throw new UnreadableFile(line, "it ends in the middle, so it is not complete (</OFX> is missing); download it again")
  return aggregates
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", nbsp: " ", quot: '"', apos: "'" }

function decode(text: string, line: number): string {
  return text.replaceAll(/&(#?\w+);/g, (entity, name: string) => {
    const code = name.startsWith("#") ? Number(name.slice(1)) : NaN
    if (entities[name] !== undefined) return entities[name]
    if (code >= 32 && code < 0xd800) return String.fromCodePoint(code)
    throw new UnreadableFile(line, `it has the abbreviation (entity) ${quoted(entity)}, which is not defined`)
  })
}

function bookingOf(aggregate: Aggregate, currency: string): Booking {
  const { line, values } = aggregate
  const amount = signedOf(aggregate, "TRNAMT", currency)
  const type = values.get("TRNTYPE")
  if ((type === "DEBIT" && amount > 0) || (type === "CREDIT" && amount < 0))
    throw new UnreadableFile(line, `a booking is a ${type}, but the sign of its amount ${quoted(values.get("TRNAMT")!)} says the opposite`)
  const bookedOn = dateIn(aggregate, "DTPOSTED")
  if (!bookedOn) throw new UnreadableFile(line, "a booking has no date (DTPOSTED)")
  const reference = values.get("FITID") ?? null
  const payment = {
    amount,
    name: values.get("NAME") ?? null,
    account: null,
    text: joinText([values.get("MEMO"), values.get("CHECKNUM")]),
    references: referencesOf({
      endToEndId: values.get("REFNUM"),
      bank: reference ?? undefined,
      payment: values.get("SRVRTID"),
    }),
    returnCode: null,
  }
  return {
    line,
    bookedOn,
    valueOn: dateIn(aggregate, "DTAVAIL") ?? null,
    amount,
    reference,
    balance: null,
    isReversal: false,
    payments: [payment],
  }
}

/** 20261001, 20261001120000.000[-3:BRT]: the day comes first. */
function dateIn({ values, line }: Aggregate, name: string): string | undefined {
  const text = values.get(name)
  if (text === undefined) return undefined
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(text) ?? []
  if (!year || !month || !day) throw new UnreadableFile(line, `the date ${quoted(text)} is not written as 20261231`)
  return dayOf(year, month, day, line)
}

/** Some banks write a comma for the point. */
function signedOf({ values, line }: Aggregate, name: string, currency: string): number {
  const [written, what] = [values.get(name), name === "BALAMT" ? "the balance" : "an amount"]
  const text = written?.replace(",", ".")
  if (text && /^[+-]{2}/.test(text)) throw new UnreadableFile(line, `${what} is ${quoted(written!)}, which has two signs`)
  const amount = amountOf(text?.replace(/^[+-]/, ""), currency, line, { what, written })
  return text?.startsWith("-") && amount !== 0 ? -amount : amount
}
