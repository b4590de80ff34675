import type { Context } from "../../kit/db/context.ts"
import { exact } from "../../kit/pure/bank-tolerances.ts"
import { isId } from "../../kit/pure/id.ts"
import { sum } from "../../kit/pure/money.ts"
import { listAccountsOfContact } from "../../parties/bank-accounts/of-contact-store.ts"
import { unsealNumber } from "../../parties/bank-accounts/store.ts"
import { findContact } from "../../parties/contacts/store.ts"
import { readTolerance } from "../../platform/tenants/settings-store.ts"
import { intentNumbersIn } from "../bank-transfers/rules.ts"
import { numberOfReference, numbersOfReferencesIn } from "../payment-intents/creditor-reference.ts"
import { findOpenByDue } from "../payment-intents/open-store.ts"
import { findPaymentIntent, type PaymentIntentRow } from "../payment-intents/store.ts"
import { findAwaitingByHand } from "../payouts/by-hand-store.ts"
import { findPaymentFile, findSentFiles } from "../payment-files/store.ts"
import { findPayout } from "../payouts/store.ts"
import { findRefundIntent } from "../refund-intents/store.ts"
import { findRecorded } from "../transactions/recorded-store.ts"
import { findTransaction } from "../transactions/store.ts"
import { accountHash } from "./account-hash.ts"
import { findTaken, paymentsBooked } from "./book-file.ts"
import {
  allOf,
  type Finding,
  isNamedAlike,
  judgeDue,
  judgeFile,
  judgePayout,
  judgeRefund,
  judgeTransaction,
  named,
} from "./evidence-rules.ts"
import { findEarlierMatches, findMatchedLine, type BankLineRow } from "./store.ts"

/** What a line may be, in the order of the evidence. The first sure one counts: one payment, or a split over all intents that are named. */
export async function findEvidence(ctx: Context, line: BankLineRow): Promise<{ sure: Finding[]; candidates: Finding[] }> {
  const findings = [...(await byOwnReference(ctx, line)), ...(await byNumber(ctx, line)), ...(await byAmount(ctx, line))]
  const candidates = [...new Map(findings.toReversed().map(each => [each.object, each])).values()].toReversed()
  const mayBeSure = line.possible_duplicate === null
  const sure = mayBeSure ? allOf(findings) : []
  return { sure, candidates: candidates.toSorted((a, b) => b.score - a.score).slice(0, 10) }
}

/** Our own id comes back as the end-to-end id of what we have sent or collected. */
async function byOwnReference(ctx: Context, line: BankLineRow): Promise<Finding[]> {
  const { endToEndId, instruction, payment } = line.refs
  const ids = [endToEndId, instruction, payment].flatMap(each => (each && isId(each.toLowerCase()) ? [each.toLowerCase()] : []))
  for (const id of ids) {
    const [payout, refund, transaction] = [await findPayout(ctx, id), await findRefundIntent(ctx, id), await findTransaction(ctx, id)]
    if (payout) return judgePayout(line, payout, await isTaken(ctx, line, "payout", id))
    if (refund) return judgeRefund(line, refund, await isTaken(ctx, line, "refundIntent", id))
    if (transaction) return judgeTransaction(line, transaction, await isTaken(ctx, line, "transaction", id))
  }
  return byPaymentFile(ctx, line)
}

/** A sum that names a file of ours, or a batch of one, or that is exactly what a file moves. */
async function byPaymentFile(ctx: Context, line: BankLineRow): Promise<Finding[]> {
  const { paymentInformation, instruction } = line.refs
  const [named] = [paymentInformation, instruction].flatMap(each => /^([0-9a-f]{24})(?:-\d+)?$/i.exec(each ?? "")?.[1]?.toLowerCase() ?? [])
  const file = named === undefined ? undefined : await findPaymentFile(ctx, named)
  const files = file ? [file] : await findSentFiles(ctx, line.own_account_id, Math.abs(line.amount))
  const findings = await Promise.all(
    files.map(async each => {
      const payments = await paymentsBooked(ctx, each.id, line)
      const isUsed = (await findTaken(ctx, line, payments)) !== undefined
      const total = sum(payments.map(({ amount }) => amount))
      if (file) return judgeFile(line, each, total, isUsed)
      return isUsed ? [] : judgeFile(line, each, total, false, "a payment file of this sum was sent")
    }),
  )
  return findings.flat()
}

/** A sending and its return are two things that a line can stand for. */
const isTaken = async (ctx: Context, { amount }: BankLineRow, kind: string, object: string) =>
  (await findMatchedLine(ctx, amount > 0 ? `${kind} in` : `${kind} out`, object)) !== undefined

async function byNumber(ctx: Context, line: BankLineRow): Promise<Finding[]> {
  if (line.amount < 0) return []
  const { id } = ctx.tenant
  const structured = numberOfReference(id, line.refs.creditorReference ?? "")
  const written = [...numbersOfReferencesIn(id, line.text), ...numbersOfReferencesIn(id, line.refs.endToEndId ?? "")]
  const numbers = [...intentNumbersIn(line.text), ...intentNumbersIn(line.refs.endToEndId ?? "")]
  const reference = structured ? [structured] : written
  const wanted = reference.length > 0 ? reference : [...new Set(numbers)]
  const intents = (await Promise.all(wanted.map(number => findPaymentIntent(ctx, number)))).filter(intent => intent !== undefined)
  const evidence = (number: string) =>
    reference.length > 0 ? `the reference of ${number} is given` : `the number ${number} is in the text`
  const recorded = (await Promise.all(intents.map(intent => recordedFor(ctx, line, intent)))).flat()
  const due = intents.reduce((all, { amount, paid }) => all + amount - paid, 0)
  const tolerance = due > line.amount ? await readTolerance(ctx, line.currency) : exact
  return [...recorded, ...named(line, intents, evidence, { isRecorded: recorded.length > 0, tolerance })]
}

/** A payment that a person recorded before the statement came is the same money. */
async function recordedFor(ctx: Context, line: BankLineRow, { id }: PaymentIntentRow): Promise<Finding[]> {
  const rows = await findRecorded(ctx, id, line.amount)
  const free = await Promise.all(rows.map(async row => ((await isTaken(ctx, line, "transaction", row.id)) ? [] : [row])))
  return free.flat().flatMap(row => judgeTransaction(line, row, false, "a person recorded this payment"))
}

/** The amount alone is only a hint; who paid makes it a better one. */
async function byAmount(ctx: Context, line: BankLineRow): Promise<Finding[]> {
  if (line.amount < 0) {
    const payouts = await findAwaitingByHand(ctx, line.currency, -line.amount)
    return payouts.flatMap(payout => judgePayout(line, payout, false, "a payout of this amount waits"))
  }
  if (line.return_code !== null || line.is_reversal) return []
  const tolerance = await readTolerance(ctx, line.currency)
  const about = await findOpenByDue(ctx, line.currency, line.amount, tolerance.amount)
  const exactly = about.filter(({ amount, paid }) => amount - paid === line.amount)
  const intents = exactly.length > 0 ? exactly : about
  const earlier = line.counterparty_hash ? await findEarlierMatches(ctx, line.counterparty_hash) : []
  const payers = new Set((await Promise.all(earlier.map(id => findPaymentIntent(ctx, id)))).map(intent => intent?.contact_id))
  return Promise.all(
    intents.map(async intent => {
      const { contact_id } = intent
      const isKnownAccount = payers.has(contact_id) || (await hasAccount(ctx, contact_id, line.counterparty_hash))
      const contact = isKnownAccount ? undefined : await findContact(ctx, contact_id)
      return judgeDue(line, intent, { isKnownAccount, isNamed: contact !== undefined && isNamedAlike(line.name, contact.profile) })
    }),
  )
}

async function hasAccount(ctx: Context, contact: string, hash: string | null): Promise<boolean> {
  if (hash === null) return false
  const numbers = (await listAccountsOfContact(ctx, contact)).map(unsealNumber)
  return numbers.some(number => accountHash(ctx.tenant.id, "iban" in number ? number.iban : number.accountNumber) === hash)
}
