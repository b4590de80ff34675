import { elementAt, elementsOf, readXmlInPieces, textAt, UnreadableFile, type Xml } from "../../../kit/pure/xml.ts"
import {
  amountOf,
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
export function readCamt(text: string, format: "camt.053" | "camt.054", { currency }: ReadOptions): ReadStatement {
  const { document, pieces } = readXmlInPieces(text, "Ntry")
  if (elementAt(document, "BkToCstmrAcctRpt"))
    throw new UnreadableFile(1, "it is an intraday report (camt.052); import the statement, camt.053")
  const [root, element] = format === "camt.053" ? ["BkToCstmrStmt", "Stmt"] : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"]
  const heads = elementsOf(elementAt(document, root), element)
  if (heads.length === 0) throw new UnreadableFile(1, "it has no statement (camt.053) or notification (camt.054)")
  const statements = heads.map(head => ({ head, bookings: [] as Booking[] }))
  const linesOfHeads = linesOfStatements(text)
  for (const { piece, line } of pieces) {
    const at = linesOfHeads.findLastIndex(start => start <= line)
    const booking = bookingOf(piece, line, currencyOf(statements[at]?.head) ?? currency)
    if (booking) statements[at]?.bookings.push(booking)
  }
  return joinStatements(statements.map(({ head, bookings }) => statementOf(head, bookings, currency)))
}

/** The lines in which the statements begin. Two of them in one line would mix their bookings. */
function linesOfStatements(text: string): number[] {
  const starts = [...text.matchAll(/<(?:[\w.-]+:)?(?:Stmt|Ntfctn)(?=[\s>])/g)]
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

function statementOf(head: Xml, bookings: Booking[], fallback: string): ReadStatement {
  const currency = currencyOf(head) ?? fallback
  const balance = (...codes: string[]) => {
    const found = codes.flatMap(code => elementsOf(head, "Bal").filter(each => balanceCodeOf(each) === code))[0]
    if (!found) return null
    const amount = amountOf(textAt(found, "Amt"), currency, null)
    return { amount: isDebit(found) ? -amount : amount, day: dateOf(elementAt(found, "Dt"), null) }
  }
  const [opening, closing] = [balance("OPBD", "PRCD"), balance("CLBD")]
  const [from, to] = [dateOf(elementAt(head, "FrToDt"), null, "FrDtTm"), dateOf(elementAt(head, "FrToDt"), null, "ToDtTm")]
  const days = bookings.length > 0 ? daysOf(bookings) : undefined
  const last = closing?.day ?? to ?? days?.to
  if (last === undefined) daysOf(bookings)
  return {
    account: textAt(head, "Acct", "Id", "IBAN") ?? textAt(head, "Acct", "Id", "Othr", "Id") ?? null,
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
const isDebit = (xml: Xml) => textAt(xml, "CdtDbtInd") === "DBIT"

/** A date is written as a day, or as a moment whose first ten characters are the bank's day. */
function dateOf(choice: Xml | undefined, line: number | null, ...names: string[]): string | undefined {
  const text = ["Dt", "DtTm", ...names].map(name => textAt(choice, name)).find(Boolean)
  if (text === undefined) return undefined
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  if (!year || !month || !day) throw new UnreadableFile(line, `${text} is no date`)
  return dayOf(year, month, day, line)
}

/** Undefined for an entry that the bank has not booked yet. */
function bookingOf(entry: Xml, line: number, currency: string): Booking | undefined {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts")
  if (status !== "BOOK") {
    if (status === "PDNG" || status === "INFO" || status === "FUTR") return undefined
    throw new UnreadableFile(line, `an entry has the status ${status ?? "nothing"}, which is none of BOOK, PDNG, INFO and FUTR`)
  }
  const amount = signed(entry, amountIn(elementAt(entry, "Amt"), currency, line))
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

function signed(xml: Xml, amount: number, otherwise = 1): number {
  const indicator = textAt(xml, "CdtDbtInd")
  return indicator === "DBIT" ? -amount : indicator === "CRDT" ? amount : otherwise * amount
}

function amountIn(element: Xml | undefined, currency: string, line: number): number {
  const given = element?.attributes["Ccy"]
  if (element && given !== currency)
    throw new UnreadableFile(line, `an amount is in ${given ?? "no currency"}, and the account is in ${currency}`)
  return amountOf(element?.text, currency, line)
}

/** The payments of a batch, if the file has the amount of each; else the booking as a whole. */
function paymentsOf(entry: Xml, total: number, currency: string, line: number): Payment[] {
  const details = elementsOf(entry, "NtryDtls").flatMap(each => elementsOf(each, "TxDtls"))
  const [only] = details
  if (details.length <= 1) return [paymentOf(entry, only, total)]
  const amounts = details.map(each => {
    const element = elementAt(each, "Amt") ?? elementAt(each, "AmtDtls", "TxAmt", "Amt")
    return element && signed(each, amountIn(element, currency, line), Math.sign(total))
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
