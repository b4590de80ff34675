import { createHash } from "node:crypto"
import type { Context } from "../../kit/db/context.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { toLocal } from "../../kit/pure/calendar.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { newId } from "../../kit/pure/id.ts"
import { sum } from "../../kit/pure/money.ts"
import { readBankAccount } from "../../parties/bank-accounts/store.ts"
import { assertActive } from "../../parties/own-accounts/rules.ts"
import { lockOwnAccount, type OwnAccountRow, unsealOwnNumber } from "../../parties/own-accounts/store.ts"
import { paymentFileProblem } from "../payouts/errors.ts"
import { findPayoutsForFiles, type PayoutRow, readPayoutForUpdate, resolvePayout, savePayout } from "../payouts/store.ts"
import { cut, plainText } from "./characters.ts"
import { renderNacha } from "./nacha.ts"
import { renderPain001 } from "./pain001.ts"
import { inCase, needsAddress, type Payment, paymentOf, plainAddress } from "./payment.ts"
import { type NachaProfile, type Profile, profiles, type SepaProfile } from "./profiles.ts"
import { assertExecutable, assertFits, assertWaitsForFile, isReserved, modifierOf } from "./rules.ts"
import { maxPayments, type NewPaymentFile, type PaymentFileWithLines } from "./schema.ts"
import { countMadeOn, insertPaymentFile, renderWithLines } from "./store.ts"

/** How the bank of an account wants its files; refuses an account that none are made for. */
export function profileOf({ id, profile }: Pick<OwnAccountRow, "id" | "profile">): Profile {
  if (profile === null) throw paymentFileProblem("PFL-1002", { account: id, reason: "it has no profile; set one" })
  return profiles[profile]
}

/**
 * Locks the account, then the payouts in the order of their ids: two files made at once take turns, and each payout is saved only if it has
 * not changed since it was read.
 */
export async function createPaymentFile(ctx: Context, input: NewPaymentFile): Promise<PaymentFileWithLines> {
  const account = await lockOwnAccount(ctx, input.ownAccount)
  assertActive(account, "debited")
  const profile = profileOf(account)
  const { format = profile.format, executionDate } = input
  if (format !== profile.format)
    throw paymentFileProblem("PFL-1002", { account: account.id, reason: `its profile makes ${profile.format} files, not ${format}` })
  if (isReserved(input.description)) throw invalidField("description", "must not be a word that banks reserve for other entries")
  assertExecutable(executionDate, profile, ctx.now)
  const payments = await takePayments(ctx, input.payouts, profile)
  const total = sum(payments.map(({ payout }) => payout.amount))
  assertFits(total)
  const id = newId(ctx.now)
  const made = toLocal(ctx.now, profile.cutOff.zone).toISOString()
  const traces = await tracesFor(ctx, account, payments, profile)
  const file = { id, input, account, payments, traces, made }
  const { content, modifier } = profile.format === "nacha" ? await asNacha(ctx, file, profile) : asPain001(ctx, file, profile)
  const fields = { own_account_id: account.id, format, profile: account.profile!, execution_date: executionDate, metadata: input.metadata }
  const facts = { made_on: made.slice(0, 10), modifier, currency: profile.currency, count: payments.length, total }
  const sha256 = createHash("sha256").update(content).digest("hex")
  const lines = payments.map(({ payout, name, account: masked, remittance }, i) => {
    return { payout_id: payout.id, amount: payout.amount, name, account: masked, remittance, trace: traces[i] ?? null }
  })
  const row = await insertPaymentFile(ctx, { ...fields, ...facts, id, sha256 }, content, lines)
  for (const { payout } of payments) savePayout(ctx, payout, { file_id: id })
  return renderWithLines(
    row,
    lines.map(line => ({ ...line, is_canceled: false, payout_status: "processing" as const, failure_reason: null })),
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
  const number = unsealOwnNumber(account)
  const iban = "iban" in number ? number.iban : ""
  const { address, bic } = account
  if (address === null && needsAddress(iban))
    throw paymentFileProblem("PFL-1002", {
      account: account.id,
      reason: "its bank is outside the European Economic Area, so it needs an address",
    })
  const debtor = { name: holderOf(account, profile, 70), iban, bic, address: address && plainAddressOf(account) }
  const transfers = payments.map(({ payout, name, number: to, bic: toBic, address: place, remittance }) => {
    const { id: endToEndId, amount } = payout
    return { endToEndId, amount, name, iban: "iban" in to ? to.iban : "", bic: toBic, address: place, remittance }
  })
  const content = renderPain001({ id, madeAt: ctx.now, executionDate: input.executionDate, debtor, transfers }, profile)
  return { content, modifier: null }
}

async function asNacha(ctx: Context, { input, account, payments, traces, made }: Making, { origin }: NachaProfile): Promise<Made> {
  const { company, routing } = account
  if (!company || routing === null)
    throw paymentFileProblem("PFL-1002", { account: account.id, reason: "it has no company or routing number" })
  const day = made.slice(0, 10)
  const modifier = modifierOf(await countMadeOn(ctx, account.id, day))
  if (!modifier)
    throw paymentFileProblem("PFL-1002", { account: account.id, reason: "36 files were made for it today, and a bank takes no more" })
  const entries = payments.map(({ payout, name, number, isSavings }, i) => {
    const to = "iban" in number ? { accountNumber: "", routing: "" } : number
    return {
      name,
      accountNumber: to.accountNumber,
      routing: to.routing ?? "",
      isSavings,
      amount: payout.amount,
      id: payout.number,
      trace: traces[i]!,
    }
  })
  const content = renderNacha({
    madeAt: { date: day, time: made.slice(11, 16).replace(":", "") },
    executionDate: input.executionDate,
    modifier,
    routing,
    company: { id: company.id, name: company.name.toUpperCase() },
    origin: origin === "company" ? company.id : null,
    entryClass: input.entryClass,
    description: input.description.toUpperCase(),
    entries,
  })
  return { content, modifier }
}

/** Trace numbers never repeat, so that a return names one payment. They increase within a file, as the format requires. */
async function tracesFor(ctx: Context, { routing }: OwnAccountRow, payments: readonly Payment[], { format }: Profile): Promise<string[]> {
  if (format !== "nacha") return []
  const numbers: number[] = []
  while (numbers.length < payments.length) numbers.push((await nextNumber(ctx.tenant.id, "trace")) % 10_000_000)
  return numbers.sort((a, b) => a - b).map(n => `${(routing ?? "").slice(0, 8)}${String(n).padStart(7, "0")}`)
}

function holderOf({ id, holder }: OwnAccountRow, profile: Profile, max: number): string {
  const name = cut(inCase(plainText(holder) ?? "", profile), max)
  if (name === "") throw paymentFileProblem("PFL-1002", { account: id, reason: "its holder has letters that payment files can't carry" })
  return name
}

function plainAddressOf({ id, address }: OwnAccountRow) {
  const plain = address ? plainAddress(address) : undefined
  if (!plain) throw paymentFileProblem("PFL-1002", { account: id, reason: "its address has letters that payment files can't carry" })
  return plain
}
