import { quoted } from "../../../kit/pure/foreign-files.ts"
import { UnreadableFile } from "../../../kit/pure/xml.ts"
import {
  amountOf,
  assertCurrency,
  assertNamesAccount,
  type Booking,
  dayOf,
  joinStatements,
  joinText,
  type Payment,
  type ReadOptions,
  type ReadStatement,
  referencesOf,
} from "./statement.ts"

type Field = { tag: string; value: string; line: number }

/** MT940, the customer statement of SWIFT, with the details in the German, the Dutch or no form. */
export function readMt940(text: string, options: ReadOptions): ReadStatement {
  const statements: ReadStatement[] = []
  let fields: Field[] = []
  for (const field of fieldsOf(text)) {
    if (field.tag === "20" && fields.length > 0) {
      statements.push(statementOf(fields, options))
      fields = []
    }
    fields.push(field)
  }
  if (fields.length === 0) throw new UnreadableFile(null, "it has no field :20:, with which a statement in MT940 begins")
  return joinStatements([...statements, statementOf(fields, options)])
}

/** A field goes on in the lines after it, until the next one begins. Lines of the SWIFT envelope are no fields. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  text.split(/\r\n|\r|\n/).forEach((content, i) => {
    const [, tag, value = ""] = /^(?:\{4:)?:(\d\d[A-Z]?):(.*)$/.exec(content) ?? []
    const last = fields.at(-1)
    if (tag) fields.push({ tag, value, line: i + 1 })
    else if (last && !/^(-\}?|\{.*|\s*)$/.test(content)) last.value += `\n${content}`
  })
  return fields
}

function statementOf(fields: Field[], options: ReadOptions): ReadStatement {
  const find = (...tags: string[]) => fields.find(({ tag }) => tags.includes(tag))
  const [account, opening] = [find("25", "25P"), find("60F", "60M")]
  const closing = fields.findLast(({ tag }) => tag === "62F" || tag === "62M")
  const line = fields[0]!.line
  if (!opening && find("34F"))
    throw new UnreadableFile(line, "it is an intraday report (MT942), whose bookings may change; import the statement (MT940)")
  if (!opening) throw new UnreadableFile(line, "the statement has no opening balance (:60F:)")
  if (fields.filter(({ tag }) => tag === "62F").length > 1)
    throw new UnreadableFile(closing!.line, "the statement has two closing balances (:62F:)")
  if (!closing) throw new UnreadableFile(fields.at(-1)!.line, "the statement has no closing balance (:62F:), so the file is not complete")
  const [start, end] = [balanceOf(opening, options), balanceOf(closing, options)]
  const bookings = fields.flatMap((field, i) => {
    if (field.tag !== "61") return []
    const details = fields[i + 1]
    return [bookingOf(field, details?.tag === "86" ? details.value : "", end.currency)]
  })
  const from = bookings.map(({ bookedOn }) => bookedOn).sort()[0] ?? end.day
  const to =
    bookings
      .map(({ bookedOn }) => bookedOn)
      .sort()
      .at(-1) ?? end.day
  const named = account?.value.split("\n")[0]!.trim() || null
  assertNamesAccount({ account: named }, ":25:", line)
  return {
    line,
    account: named,
    currency: end.currency,
    from,
    to: to > end.day ? to : end.day,
    opening: start.amount,
    closing: end.amount,
    bookings,
  }
}

function balanceOf({ tag, value, line }: Field, options: ReadOptions): { amount: number; currency: string; day: string } {
  const [, sign, year, month, day, currency, amount] = /^([CD])(\d\d)(\d\d)(\d\d)([A-Z]{3})([\d,]+)(?=\s|$)/.exec(value) ?? []
  if (!year || !month || !day || !currency)
    throw new UnreadableFile(line, `the balance (:${tag}:) is not written as C or D, date, currency and amount with a comma`)
  assertCurrency(currency, options, line)
  const unsigned = commaAmount(amount, currency, line)
  return { amount: sign === "D" ? -unsigned : unsigned, currency, day: dayOf(`20${year}`, month, day, line) }
}

const commaAmount = (text: string | undefined, currency: string, line: number) =>
  amountOf(text?.replace(",", "."), currency, line, { written: text })

const bookingForm = /^(\d\d)(\d\d)(\d\d)(\d{4})?(R?[CD])([A-Z])?(\d[\d,]*)([A-Z][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([^]*))?$/

function bookingOf({ value, line }: Field, details: string, currency: string): Booking {
  const [, year, month, day, entry, mark, , amount, , customer, bank, supplement] = bookingForm.exec(value) ?? []
  if (!year || !month || !day || !mark)
    throw new UnreadableFile(line, `the booking (:61:) ${quoted(value)} is not written as date, C or D, amount with a comma, and code`)
  const valueOn = dayOf(`20${year}`, month, day, line)
  const unsigned = commaAmount(amount, currency, line)
  const signed = mark === "C" || mark === "RD" ? unsigned : -unsigned
  return {
    line,
    bookedOn: entry ? bookingDay(valueOn, entry, line) : valueOn,
    valueOn,
    amount: signed,
    reference: bank?.trim() || null,
    balance: null,
    isReversal: mark.startsWith("R"),
    payments: [paymentOf(signed, details, { customer, bank, supplement })],
  }
}

/** The booking date has no year. It is the one that is next to the value date. */
function bookingDay(valueOn: string, entry: string, line: number): string {
  const year = Number(valueOn.slice(0, 4))
  const [month, day] = [entry.slice(0, 2), entry.slice(2)]
  const turn = Number(month) - Number(valueOn.slice(5, 7))
  return dayOf(String(turn > 6 ? year - 1 : turn < -6 ? year + 1 : year), month, day, line)
}

type Notes = { customer: string | undefined; bank: string | undefined; supplement: string | undefined }

function paymentOf(amount: number, details: string, { customer, bank, supplement }: Notes): Payment {
  const { text, name, account, tags, returnCode } = detailsOf(details)
  const shared = {
    endToEndId: tags["EREF"] ?? customer?.trim(),
    bank: bank?.trim(),
    instruction: tags["KREF"],
    mandate: tags["MREF"] ?? tags["MARF"],
  }
  return {
    amount,
    name: name ?? null,
    account: account ?? null,
    text: text || joinText([supplement]),
    references: referencesOf({ ...shared, creditorReference: tags["CREF"], paymentInformation: tags["PREF"] }),
    returnCode: returnCode ?? null,
  }
}

type Details = { text: string; name?: string | undefined; account?: string | undefined; tags: Tags; returnCode?: string | undefined }
type Tags = Record<string, string>

/** Banks write at most some hundred letters. What is behind these is left out, so that the searches below take little time. */
const maxDetails = 4_000

function detailsOf(all: string): Details {
  const details = all.slice(0, maxDetails)
  if (/^\d{3}\D/.test(details)) return germanDetails(details)
  if (/^\/[A-Z]{3,4}\//.test(details)) return dutchDetails(details)
  return { text: joinText([details.replaceAll("\n", " ")]), tags: tagsIn(details.replaceAll("\n", "")) }
}

/** `166?00CREDIT?20EREF+…?21SVWZ+…?31IBAN?32NAME`: the sign after the code divides the fields. Lines break inside of words. */
function germanDetails(details: string): Details {
  const sign = details[3]!
  const parts = details.replaceAll("\n", "").slice(4).split(sign)
  const of = (keep: (key: number) => boolean) =>
    parts
      .filter(part => /^\d\d/.test(part) && keep(Number(part.slice(0, 2))))
      .map(part => part.slice(2))
      .join("")
  const written = of(key => (key >= 20 && key <= 29) || (key >= 60 && key <= 63))
  const tags = tagsIn(written)
  const [name, account] = [joinText([of(key => key === 32 || key === 33)]), of(key => key === 31).trim()]
  const text = joinText([tags["SVWZ"] ?? written])
  const returnCode = /\b(?:RETURN|RUECK\w*)[^A-Z]*\b([A-Z]{2}\d\d)\b/i.exec(written)?.[1]
  return { text, name: name || tags["ABWA"], account: account || tags["IBAN"], tags, returnCode }
}

const tagNames = "EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|PREF|CREF|RREF"
const tagsIn = (text: string): Tags =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`(${tagNames})\\+([^]*?)(?=(?:${tagNames})\\+|$)`, "g"))].map(([, tag, value]) => [tag, value?.trim()]),
  )

/** `/EREF/…//REMI/USTD//…/IBAN/…/NAME/…`: names between slashes divide the fields. */
function dutchDetails(details: string): Details {
  const names = "TRTP|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|PREF|RTRN|CNTP|ORDP|BENM|ID|ADDR|TRCD|ISDT|PURP|ULTC|ULTD"
  const parts = [...details.replaceAll("\n", "").matchAll(new RegExp(`/(${names})/([^]*?)(?=/(?:${names})/|$)`, "g"))]
  const tags: Tags = {}
  for (const [, tag, value] of parts) tags[tag!] ??= value!.replace(/\/+$/, "").trim()
  const [cntpAccount, , cntpName] = tags["CNTP"]?.split("/") ?? []
  const remittance = tags["REMI"]?.replace(/^(?:USTD|STRD\/CUR|STRD)\/*/, "")
  const creditor = tags["REMI"]?.startsWith("STRD") ? remittance?.replaceAll("/", "") : undefined
  return {
    text: joinText([remittance]),
    name: tags["NAME"] ?? cntpName,
    account: tags["IBAN"] ?? cntpAccount,
    tags: { ...tags, ...(creditor && { CREF: creditor }) },
    returnCode: /[A-Z]{2}\d\d/.exec(tags["RTRN"] ?? "")?.[0],
  }
}
