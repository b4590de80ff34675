import { createHash } from "node:crypto"
import type { Context } from "../../kit/db/context.ts"
import { toLocal } from "../../kit/pure/calendar.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { newId } from "../../kit/pure/id.ts"
import { sum } from "../../kit/pure/money.ts"
import { readBankAccount } from "../../parties/bank-accounts/store.ts"
import { assertActive } from "../../parties/own-accounts/rules.ts"
import { lockOwnAccount, type OwnAccountRow } from "../../parties/own-accounts/store.ts"
import { paymentFileProblem } from "../payouts/errors.ts"
import { findPayoutsForFiles, type PayoutRow, readPayoutForUpdate, resolvePayout, savePayout } from "../payouts/store.ts"
import { nachaHeader, ownSide, profileOf, tracesFor, unfit } from "./account.ts"
import { createDebitFile } from "./create-debits.ts"
import { renderNacha } from "./nacha.ts"
import { renderPain001 } from "./pain001.ts"
import { type Payment, paymentOf, usSide } from "./payment.ts"
import type { NachaProfile, Profile, SepaProfile } from "./profiles.ts"
import { assertExecutable, assertFits, assertWaitsForFile, directionOf, isReserved } from "./rules.ts"
import { maxPayments, type NewPaymentFile, type PaymentFileWithLines } from "./schema.ts"
import { insertPaymentFile, noDebit, renderWithLines } from "./store.ts"

/** One of payouts, unless debits are wanted. */
export const createPaymentFile = (ctx: Context, input: NewPaymentFile): Promise<PaymentFileWithLines> =>
  directionOf(input) === "debits" ? createDebitFile(ctx, input) : createCreditFile(ctx, input)

/**
 * Locks the account, then the payouts in the order of their ids: two files made at once take turns, and each payout is saved only if it has
 * not changed since it was read.
 */
async function createCreditFile(ctx: Context, input: NewPaymentFile): Promise<PaymentFileWithLines> {
  const account = await lockOwnAccount(ctx, input.ownAccount)
  assertActive(account, "debited")
  const profile = profileOf(account)
  const { format = profile.format, executionDate } = input
  if (format !== profile.format) throw unfit(account, `its profile makes ${profile.format} files, not ${format}`)
  if (isReserved(input.description)) throw invalidField("description", "must not be a word that banks reserve for other entries")
  assertExecutable(executionDate, profile, ctx.now)
  const payments = await takePayments(ctx, input.payouts, profile)
  const total = sum(payments.map(({ payout }) => payout.amount))
  assertFits(total)
  const id = newId(ctx.now)
  const made = toLocal(ctx.now, profile.cutOff.zone).toISOString()
  const traces = await tracesFor(ctx, account, payments.length, profile)
  const file = { id, input, account, payments, traces, made }
  const { content, modifier } = profile.format === "nacha" ? await asNacha(ctx, file, profile) : asPain001(ctx, file, profile)
  const fields = { own_account_id: account.id, format, profile: account.profile!, execution_date: executionDate, metadata: input.metadata }
  const facts = {
    direction: "credits" as const,
    made_on: made.slice(0, 10),
    modifier,
    currency: profile.currency,
    count: payments.length,
    total,
  }
  const sha256 = createHash("sha256").update(content).digest("hex")
  const lines = payments.map(({ payout, name, account: masked, remittance }, i) => {
    return {
      ...noDebit,
      batch: 1,
      payout_id: payout.id,
      amount: payout.amount,
      name,
      account: masked,
      remittance,
      trace: traces[i] ?? null,
    }
  })
  const row = await insertPaymentFile(ctx, { ...fields, ...facts, id, sha256 }, content, lines)
  for (const { payout } of payments) savePayout(ctx, payout, { file_id: id })
  return renderWithLines(
    row,
    lines.map(line => ({ ...line, is_canceled: false, outcome: "processing" as const, failure_reason: null })),
  )
}

/** The named payouts, or all that have no problem. */
async function takePayments(ctx: Context, named: readonly string[] | undefined, profile: Profile): Promise<Payment[]> {
  const found = named
    ? await Promise.all(named.map(id => resolvePayout(ctx, id)))
    : await findPayoutsForFiles(ctx, profile.currency, maxPayments)
  if (new Set(found.map(({ id }) => id)).size < found.length) throw invalidField("payouts", "must name each payout once")
  const payouts: PayoutRow[] = []
  for (const { id } of found.toSorted((a, b) => (a.id < b.id ? -1 : 1))) payouts.push(await readPayoutForUpdate(ctx, id))
  for (const payout of payouts) assertWaitsForFile(payout)
  const payments = await Promise.all(
    payouts.map(async payout => paymentOf(payout, await readBankAccount(ctx, payout.bank_account_id!), profile)),
  )
  const unfit = named && payments.find(({ problem }) => problem !== null)
  if (unfit) throw paymentFileProblem("PFL-1003", { payout: unfit.payout.number, reason: unfit.problem })
  const fit = payments.filter(({ problem }) => problem === null)
  if (fit.length === 0) throw paymentFileProblem("PFL-1004", { currency: profile.currency })
  return fit
}

type Making = {
  id: string
  input: NewPaymentFile
  account: OwnAccountRow
  payments: readonly Payment[]
  traces: readonly string[]
  /** When it is made, by the clocks of the bank. */
  made: string
}
type Made = { content: string; modifier: string | null }

function asPain001(ctx: Context, { id, input, account, payments }: Making, profile: SepaProfile): Made {
  const transfers = payments.map(({ payout, name, number: to, bic, address, remittance }) => {
    const { id: endToEndId, amount } = payout
    return { endToEndId, amount, name, iban: "iban" in to ? to.iban : "", bic, address, remittance }
  })
  const debtor = ownSide(account, profile)
  const content = renderPain001({ id, madeAt: ctx.now, executionDate: input.executionDate, debtor, transfers }, profile)
  return { content, modifier: null }
}

async function asNacha(ctx: Context, { input, account, payments, traces, made }: Making, profile: NachaProfile): Promise<Made> {
  const header = await nachaHeader(ctx, account, { made, ...input }, profile)
  const entries = payments.map((payment, i) => ({
    ...usSide(payment),
    amount: payment.payout.amount,
    id: payment.payout.number,
    trace: traces[i]!,
  }))
  return { content: renderNacha({ ...header, entryClass: input.entryClass, entries }), modifier: header.modifier }
}
