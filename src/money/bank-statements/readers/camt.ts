import { quoted } from "../../../kit/pure/foreign-files.ts"
import { elementAt, elementsOf, readXmlInPieces, textAt, UnreadableFile, withoutComments, type Xml } from "../../../kit/pure/xml.ts"
import {
  amountOf,
  assertCurrency,
  assertNamesAccount,
  type Booking,
  dayOf,
  daysOf,
  joinStatements,
  joinText,
  type Payment,
  type ReadOptions,
  type ReadStatement,
  referencesOf,
} from "./statement.ts"

/** camt.053 and camt.054, versions 02, 04 and 08. An intraday report (camt.052) may still change, so it is refused. */
export function readCamt(text: string, format: "camt.053" | "camt.054", options: ReadOptions): ReadStatement {
  const { document, pieces } = readXmlInPieces(text, "Ntry")
  if (elementAt(document, "BkToCstmrAcctRpt"))
    throw new UnreadableFile(null, "it is an intraday report (camt.052), whose bookings may change; import the statement (camt.053)")
  const [root, element] = format === "camt.053" ? ["BkToCstmrStmt", "Stmt"] : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"]
  const lines = linesOfStatements(text)
  const heads = elementsOf(elementAt(document, root), element)
  if (heads.length === 0 || heads.length !== lines.length)
    throw new UnreadableFile(null, `it is XML, but no statement (camt.053) or notification (camt.054) of a bank: ${kindOf(document)}`)
  const statements = heads.map((head, i) => ({ head, line: lines[i]!, bookings: [] as Booking[], unbooked: 0 }))
  for (const { head, line } of statements) assertHead(head, options, line)
  for (const { piece, line } of pieces) {
    const at = statements[lines.findLastIndex(start => start <= line)]
    if (!at) throw new UnreadableFile(line, "an entry stands outside of a statement")
    const booking = bookingOf(piece, line, options.currency)
    if (booking) at.bookings.push(booking)
    else at.unbooked++
  }
  return joinStatements(statements.map(each => statementOf(each, options.currency)))
}

const kindOf = (document: Xml) => quoted([document.name, document.children[0]?.name].filter(Boolean).join(" / "))

function assertHead(head: Xml, options: ReadOptions, line: number) {
  const currency = currencyOf(head)
  if (currency !== undefined) assertCurrency(currency, options, line)
  if (elementAt(head, "Ntry")) throw new UnreadableFile(line, "an entry (Ntry) of the statement is empty")
}

/** The lines in which the statements begin. Two of them in one line would mix their bookings. */
function linesOfStatements(text: string): number[] {
  const starts = [...withoutComments(text).matchAll(/<(?:[\w.-]+:)?(?:Stmt|Ntfctn)(?=[\s>])/g)]
  const lines: number[] = []
  let [line, position] = [1, 0]
  for (const { index } of starts) {
    for (; position < index; position++) if (text.charCodeAt(position) === 10) line++
    if (lines.at(-1) === line) throw new UnreadableFile(line, "two statements begin in this line; import them as separate files")
    lines.push(line)
  }
  return lines
}

const currencyOf = (head: Xml | undefined) => textAt(head, "Acct", "Ccy") ?? elementAt(head, "Bal", "Amt")?.attributes["Ccy"] ?? undefined

type Statement = { head: Xml; line: number; bookings: Booking[]; unbooked: number }

function statementOf({ head, line, bookings, unbooked }: Statement, currency: string): ReadStatement {
  const balance = (name: string, ...codes: string[]) => {
    const found = codes.flatMap(code => elementsOf(head, "Bal").filter(each => balanceCodeOf(each) === code))[0]
    if (!found) return null
    const amount = amountIn(elementAt(found, "Amt"), currency, line, name)
    return { amount: isDebit(found, line, name) ? -amount : amount, day: dateOf(elementAt(found, "Dt"), line) }
  }
  const [opening, closing] = [balance("the opening balance", "OPBD", "PRCD"), balance("the closing balance", "CLBD")]
  const [from, to] = [dateOf(elementAt(head, "FrToDt"), line, "FrDtTm"), dateOf(elementAt(head, "FrToDt"), line, "ToDtTm")]
  if (from && to && from > to) throw new UnreadableFile(line, `the statement begins on ${from} and ends before, on ${to}`)
  const days = bookings.length > 0 ? daysOf(bookings) : undefined
  const last = closing?.day ?? to ?? days?.to
  if (last === undefined && unbooked > 0)
    throw new UnreadableFile(line, "the bank has booked none of its entries yet; import the statement when it has")
  if (last === undefined) daysOf(bookings, line)
  const account = textAt(head, "Acct", "Id", "IBAN") ?? textAt(head, "Acct", "Id", "Othr", "Id") ?? null
  assertNamesAccount({ account }, "Acct", line)
  return {
    line,
    account,
    currency,
    from: earliest(days?.from, from, last)!,
    to: last!,
    opening: opening?.amount ?? null,
    closing: closing?.amount ?? null,
    bookings,
  }
}

const earliest = (...days: (string | undefined)[]) => days.filter(day => day !== undefined).sort()[0]
const balanceCodeOf = (balance: Xml) => textAt(balance, "Tp", "CdOrPrtry", "Cd")

/** Whoever guessed the sign would book money as received that has left. */
function isDebit(xml: Xml, line: number, what: string): boolean {
  const indicator = textAt(xml, "CdtDbtInd")
  if (indicator === "DBIT" || indicator === "CRDT") return indicator === "DBIT"
  throw new UnreadableFile(line, `${what} does not say whether it is a credit (CRDT) or a debit (DBIT)`)
}

/** A date is written as a day, or as a moment whose first ten characters are the bank's day. */
function dateOf(choice: Xml | undefined, line: number | null, ...names: string[]): string | undefined {
  const text = ["Dt", "DtTm", ...names].map(name => textAt(choice, name)).find(Boolean)
  if (text === undefined) return undefined
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  if (!year || !month || !day) throw new UnreadableFile(line, `the date ${quoted(text)} is not written as 2026-12-31`)
  return dayOf(year, month, day, line)
}

/** Undefined for an entry that the bank has not booked yet. */
function bookingOf(entry: Xml, line: number, currency: string): Booking | undefined {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts")
  if (status !== "BOOK") {
    if (status === "PDNG" || status === "INFO" || status === "FUTR") return undefined
    if (status === undefined) throw new UnreadableFile(line, "an entry does not say whether it is booked (Sts)")
    throw new UnreadableFile(line, `an entry has the status ${quoted(status)}, which is none of BOOK, PDNG, INFO and FUTR`)
  }
  const unsigned = amountIn(elementAt(entry, "Amt"), currency, line)
  const amount = isDebit(entry, line, "an entry") ? -unsigned : unsigned
  const bookedOn = dateOf(elementAt(entry, "BookgDt"), line) ?? dateOf(elementAt(entry, "ValDt"), line)
  if (bookedOn === undefined) throw new UnreadableFile(line, "an entry has no booking date")
  return {
    line,
    bookedOn,
    valueOn: dateOf(elementAt(entry, "ValDt"), line) ?? null,
    amount,
    reference: textAt(entry, "AcctSvcrRef") ?? null,
    balance: null,
    isReversal: textAt(entry, "RvslInd") === "true",
    payments: paymentsOf(entry, amount, currency, line),
  }
}

/** A payment of a batch may leave its direction to the entry. */
function signed(details: Xml, amount: number, total: number, line: number): number {
  if (textAt(details, "CdtDbtInd") === undefined) return Math.sign(total) * amount
  return isDebit(details, line, "a payment of an entry") ? -amount : amount
}

function amountIn(element: Xml | undefined, currency: string, line: number, what = "an amount"): number {
  const given = element?.attributes["Ccy"]
  if (element && given === undefined) throw new UnreadableFile(line, `${what} has no currency (Ccy)`)
  if (element && given !== currency) throw new UnreadableFile(line, `${what} is in ${quoted(given!)}, and your account is in ${currency}`)
  return amountOf(element?.text, currency, line, { what })
}

/** The payments of a batch, if the file has the amount of each; else the booking as a whole. */
function paymentsOf(entry: Xml, total: number, currency: string, line: number): Payment[] {
  const details = elementsOf(entry, "NtryDtls").flatMap(each => elementsOf(each, "TxDtls"))
  const [only] = details
  if (details.length <= 1) return [paymentOf(entry, only, total)]
  const amounts = details.map(each => {
    const element = elementAt(each, "Amt") ?? elementAt(each, "AmtDtls", "TxAmt", "Amt")
    return element && signed(each, amountIn(element, currency, line), total, line)
  })
  const sum = amounts.reduce<number>((all, one) => all + (one ?? NaN), 0)
  if (sum !== total) return [paymentOf(entry, undefined, total)]
  return details.map((each, i) => paymentOf(entry, each, amounts[i] ?? 0))
}

function paymentOf(entry: Xml, details: Xml | undefined, amount: number): Payment {
  const [refs, parties] = [elementAt(details, "Refs"), elementAt(details, "RltdPties")]
  const remittance = elementAt(details, "RmtInf")
  const sides = amount > 0 ? ["Dbtr", "Cdtr"] : ["Cdtr", "Dbtr"]
  const side = sides.find(each => elementAt(parties, each) ?? elementAt(parties, `${each}Acct`)) ?? sides[0]!
  const account = elementAt(parties, `${side}Acct`, "Id")
  const structured = elementsOf(remittance, "Strd").map(each => textAt(each, "CdtrRefInf", "Ref"))
  const texts = elementsOf(remittance, "Ustrd").map(each => each.text)
  return {
    amount,
    name: textAt(parties, side, "Pty", "Nm") ?? textAt(parties, side, "Nm") ?? null,
    account: textAt(account, "IBAN") ?? textAt(account, "Othr", "Id") ?? null,
    text: joinText([...texts, textAt(details, "AddtlTxInf"), details && texts.length > 0 ? null : textAt(entry, "AddtlNtryInf")]),
    references: referencesOf({
      endToEndId: textAt(refs, "EndToEndId"),
      creditorReference: structured.find(Boolean),
      bank: textAt(entry, "AcctSvcrRef"),
      payment: textAt(refs, "AcctSvcrRef") ?? textAt(refs, "TxId"),
      instruction: textAt(refs, "InstrId"),
      mandate: textAt(refs, "MndtId"),
      paymentInformation: textAt(refs, "PmtInfId") ?? textAt(elementAt(entry, "NtryDtls"), "Btch", "PmtInfId"),
    }),
    returnCode: textAt(details, "RtrInf", "Rsn", "Cd") ?? textAt(details, "RtrInf", "Rsn", "Prtry") ?? null,
  }
}
