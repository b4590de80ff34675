import { wordOfEntry } from "../../money/ledger/partner-words.ts"
import type { Payout } from "../../money/payouts/schema.ts"
import { methodWords } from "../../money/transactions/method-words.ts"
import type { Fact, Sheet, Table } from "./sheet.ts"
import { type Frame, frame, issuerParty, type Party, presentFacts, wordsOf } from "./sheets.ts"

/** `references` are the numbers of the payment intents that the allocations of the payout pay for, in their order. */
type PayoutFacts = { payout: Payout; party: Party; references: readonly string[] }

/** Announces a payout to its recipient, with the shares that it pays. */
export function adviceSheet(each: Frame, { payout, party, references }: PayoutFacts): Sheet {
  const words = wordsOf(each)
  const { money, day, locale } = each.language
  const { amount, currency, debtNetted, fx, targetCurrency } = payout
  const name = each.number ?? payout.number
  const at = payout.paidAt ?? payout.sentAt ?? payout.updatedAt
  const shares = payout.allocations.map((allocation, i) => ({ ...allocation, number: references[i] ?? "" }))
  const earned = shares.filter(share => share.amount >= 0)
  const table: Table = {
    heading: null,
    columns: [{ name: words.share }, { name: words.amount, share: 0.24, isAmount: true }],
    rows: earned.map(share => ({ cells: [share.number, money(share.amount, currency)] })),
    totals: [
      ...(debtNetted > 0 ? [{ name: words.netted, value: money(-debtNetted, currency) }] : []),
      { name: words.sent, value: money(amount, currency), isStrong: true as const },
      ...(fx ? [{ name: words.arrives, value: money(fx.targetAmount, targetCurrency) }] : []),
    ],
  }
  return {
    ...frame(each, words.advice, name),
    facts: presentFacts([
      [words.number, name],
      each.number === null ? null : [words.referenceOf, payout.number],
      [words.issued, day(at)],
      [words.method, methodWords[locale][payout.method] ?? payout.method],
      payout.bankAccount === null ? null : [words.account, payout.bankAccount.masked],
    ]),
    parties: [issuerParty(each), { heading: words.paidTo, lines: party }],
    headline: { figure: money(amount, currency), note: words.wasSent(day(at)), link: null },
    tables: [table],
  }
}

type Line = { at: string; kind: string; reference: string; amount: number; balance: number }
/** One currency of a partner's account in a month. */
type Account = { opening: number; lines: readonly Line[]; closing: number }
type StatementFacts = {
  month: string
  party: Party
  of: "contact" | "partner"
  name: string
  byCurrency: Readonly<Record<string, Account>>
}

/** Lists what changed the balance of a partner or a contact in a month, with a table for each currency. */
export function statementSheet(each: Frame, { month, party, of, name, byCurrency }: StatementFacts): Sheet {
  const words = wordsOf(each)
  const { money, locale } = each.language
  const named = new Date(`${month}-15T12:00:00Z`).toLocaleDateString(locale, { month: "long", year: "numeric", timeZone: "UTC" })
  const accounts = Object.entries(byCurrency)
  const facts: Fact[] = [
    [words[of], name],
    [words.month, named],
    [words.issued, each.language.day(each.now)],
  ]
  const figure = accounts.map(([currency, { closing }]) => money(closing, currency)).join(" · ")
  return {
    ...frame(each, words.statement, `${name} ${month}`),
    facts,
    parties: [issuerParty(each), { heading: words[of], lines: party }],
    headline: {
      figure: figure || words.nothing,
      note: figure === "" ? "" : (of === "partner" ? words.isBalance : words.isOwed)(named),
      link: null,
    },
    tables: accounts.map(([currency, account]) => accountTable(each, currency, account)),
  }
}

function accountTable(each: Frame, currency: string, { opening, lines, closing }: Account): Table {
  const words = wordsOf(each)
  const { money, locale } = each.language
  const days = new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, { day: "2-digit", month: "short", timeZone: each.timezone })
  return {
    heading: currency,
    columns: [
      { name: words.date, share: 0.14 },
      { name: words.what },
      { name: words.referenceOf, share: 0.18 },
      { name: words.amount, share: 0.19, isAmount: true },
      { name: words.balance, share: 0.19, isAmount: true },
    ],
    rows: [
      { cells: ["", words.opening, "", "", money(opening, currency)] },
      ...lines.map(({ at, kind, reference, amount, balance }) => ({
        cells: [
          days.format(new Date(at)),
          words.kinds[kind] ?? wordOfEntry(locale, kind),
          reference,
          money(amount, currency),
          money(balance, currency),
        ],
      })),
    ],
    totals: [{ name: words.closing, value: money(closing, currency), isStrong: true }],
  }
}
