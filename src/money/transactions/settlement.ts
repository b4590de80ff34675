import type { Context } from "../../kit/db/context.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { isSameJson } from "../../kit/pure/same-json.ts"
import { isoTimeOrNull } from "../../kit/pure/time.ts"
import { log } from "../../kit/service/log.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findPeopleWith } from "../../platform/tenants/store.ts"
import { holderOf, netPostings } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import { movedBy } from "./rules.ts"
import {
  feeOf,
  netsBetween,
  problemOf,
  type ReportedSettlement,
  returnedOf,
  type SettlementProblem,
  type StoredSettlement,
} from "./settlement-rules.ts"
import { sayProblem, settlementWords } from "./settlement-words.ts"
import { saveTransaction, type TransactionRow } from "./store.ts"

/**
 * Saves what the provider made of a charge or a refund in its own books, and books the fee and the exchange with it. A report that differs
 * from an earlier one replaces it: the difference is booked. Nothing changes where the provider moved just the amount of a refund.
 */
export async function saveSettlement(ctx: Context, row: TransactionRow, reported: ReportedSettlement): Promise<Saved> {
  const { net, fee, currency, rate, availableAt } = reported
  const settlement: StoredSettlement = { net, fee, currency, rate, availableAt: isoTimeOrNull(availableAt) }
  const moved = { ...row, amount: movedBy(row) }
  if (isSameJson(row.settlement, settlement) || (row.refund_of !== null && isBooked(moved, settlement)))
    return { effect: "it was settled already", row }
  const problem = problemOf(moved, settlement)
  if (problem) return noteDifference(ctx, row, settlement, problem, moved.amount)
  book(ctx, row, moved, { ...moved, settlement })
  const saved = saveTransaction(ctx, row, { settlement, settlement_differs: false, fee: feeOf(row, settlement) })
  return { effect: row.settlement === null ? "settled" : "settled otherwise than before", row: saved }
}

/** What it did, and the row as it is now. */
type Saved = { effect: string; row: TransactionRow }

const isBooked = ({ amount, fee, currency, settlement, settlement_differs }: TransactionRow, reported: StoredSettlement) =>
  settlement === null && !settlement_differs && reported.currency === currency && reported.fee === fee && reported.net === amount - fee

/**
 * The money of a refund came back: undoes its exchange, at the rate at which it left. Where the provider used another one, its next report
 * says so. Returns what to save with the reversal.
 */
export function undoSettlement(ctx: Context, row: TransactionRow): Pick<TransactionRow, "settlement"> {
  if (row.settlement === null) return { settlement: null }
  const settlement = returnedOf(row.settlement)
  book(ctx, row, { ...row, amount: movedBy(row) }, { ...row, amount: movedBy({ ...row, status: "reversed" }), settlement })
  return { settlement }
}

type Moved = Parameters<typeof netsBetween>[0]

function book(ctx: Context, row: TransactionRow, before: Moved, after: Moved) {
  const source = { type: "transaction", id: row.id }
  for (const [currency, nets] of netsBetween(before, after, holderOf(row) ?? "own")) {
    const postings = netPostings(nets)
    if (postings.length > 0) post(ctx, { kind: "settlement", source, currency, effectiveAt: ctx.now, postings })
  }
}

/** Nothing is booked by guess: the row says that its settlement differs until a right one comes, and people are told once. */
async function noteDifference(
  ctx: Context,
  row: TransactionRow,
  settlement: StoredSettlement,
  problem: SettlementProblem,
  moved: number,
): Promise<Saved> {
  const { id, amount, currency: ownCurrency, connection_id } = row
  const say = (locale?: Locale) => sayProblem(problem, { ...settlement, amount: moved }, locale)
  const { net, fee, currency } = settlement
  const facts = { tenant: ctx.tenant.id, transaction: id, net, fee, currency, amount, ownCurrency }
  log.error(facts, `a settlement is not booked, because ${say()}: compare it with the provider's own page`)
  const effect = `not booked: ${say()}`
  if (row.settlement_differs || connection_id === null) return { effect, row }
  await notifyOfDifference(ctx, row, say)
  return { effect, row: saveTransaction(ctx, row, { settlement_differs: true }) }
}

async function notifyOfDifference(
  ctx: Context,
  { id, number, gateway, refund_of, version }: TransactionRow,
  sayWhy: (locale: Locale) => string,
) {
  const thing = refund_of === null ? "payment" : "refund"
  const about = { type: "transactions", object: id, path: `/transactions/${id}`, occasion: version }
  await notify(ctx, await findPeopleWith(ctx, "gateways.edit"), { kind: "settlement-differs", ...about }, ({ locale }) => {
    const { subject, reported, counts, action, footer } = settlementWords[locale]
    return {
      subject: subject[thing](number),
      paragraphs: [reported[thing](gateway ?? "–", sayWhy(locale)), counts[thing]],
      action: action[thing],
      footer: footer(ctx.tenant.name),
    }
  })
}
