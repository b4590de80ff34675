import { hold, isHeld } from "../../control/approvals/hold.ts"
import { noApproval } from "../../control/approvals/schema.ts"
import type { Context } from "../../kit/db/context.ts"
import { generalProblem, invalidField } from "../../kit/pure/errors.ts"
import { newId } from "../../kit/pure/id.ts"
import { assertOwnedBy } from "../../parties/bank-accounts/rules.ts"
import { type BankAccountRow, renderMasked, resolveUsableBankAccount, unsealNumber } from "../../parties/bank-accounts/store.ts"
import { type PartnershipRow, resolvePartnership } from "../../parties/partnerships/store.ts"
import { gatewaysFor } from "../gateways/registry.ts"
import { findDebts, findDueSplits, type PaymentSplitRow } from "../payment-splits/store.ts"
import { currentRates } from "../rates/store.ts"
import { payoutToApprove } from "./approval-facts.ts"
import { payoutProblem } from "./errors.ts"
import {
  allocateAmount,
  allocateSplits,
  assertAvailable,
  assertDue,
  assertFitsFiles,
  assertRecipient,
  assertRecipientType,
  convert,
  covering,
  debtOf,
  isDebt,
  sentAt,
  totalOf,
} from "./rules.ts"
import { type Allocation, maxSplits, type NewPayout } from "./schema.ts"
import type { PayoutMethod } from "./values.ts"
import { enqueueSending, lockAvailable } from "./send.ts"
import { readSplitsForUpdate, reserve } from "./settle.ts"
import { insertPayout, type PayoutRow } from "./store.ts"

/** Reserves the money in the commit that creates the payout. It is sent at once, unless a policy holds it or it is a draft. */
export async function createPayout(ctx: Context, input: NewPayout): Promise<PayoutRow> {
  const { recipientType, currency, method, targetCurrency = currency, draft, metadata } = input
  assertRecipient(input)
  if (!draft && !ctx.caller.permissions.has("payouts.send")) throw generalProblem("PRM-1001", { permission: "payouts.send" })
  const partner = input.partnership === undefined ? undefined : await resolvePartnership(ctx, input.partnership)
  assertRecipientType(recipientType, partner)
  // The balance is locked before the account is read, because each payout to an account changes the account's row.
  const available = partner ? 0 : await lockAvailable(ctx, currency)
  const account = await accountFor(ctx, input, targetCurrency, partner)
  const { amount, allocations, splits } = partner ? await fromSplits(ctx, input, partner.id) : fromBalance(available, input)
  const content = {
    id: newId(ctx.now),
    recipient_type: recipientType,
    partnership_id: partner?.id ?? null,
    bank_account_id: account?._id ?? null,
    bank_account_masked: account?.masked ?? null,
    method,
    gateway: gatewayFor(ctx, method, targetCurrency),
    currency,
    amount,
    target_currency: targetCurrency,
    fx: targetCurrency === currency ? null : convert(await currentRates(), amount, currency, targetCurrency),
    allocations,
    metadata,
  }
  const approval = draft ? noApproval : await hold(ctx, payoutToApprove(content, partner))
  const status = draft ? "draft" : isHeld(approval) ? "pending-approval" : "processing"
  const payout = await insertPayout(ctx, {
    ...content,
    approval,
    status,
    sent_at: status === "processing" ? sentAt({ method }, ctx.now) : null,
  })
  reserve(ctx, payout, splits)
  enqueueSending(ctx, payout)
  return payout
}

type Source = { amount: number; allocations: Allocation[]; splits: PaymentSplitRow[] }

function fromBalance(available: number, { amount = 0, currency }: NewPayout): Source {
  assertAvailable(available, { amount, currency })
  return { amount, allocations: [], splits: [] }
}

/** The splits that pay the amount, and those whose debt is netted. Each is saved only if it has not changed since it was read. */
async function fromSplits(ctx: Context, { amount, splits: named, currency }: NewPayout, partnership: string): Promise<Source> {
  if (named && new Set(named).size < named.length) throw invalidField("splits", "must name each split once")
  const debtIds = (await findDebts(ctx, partnership, currency, maxSplits)).map(({ id }) => id)
  const debts = (await readSplitsForUpdate(ctx, debtIds)).filter(isDebt)
  const due = named
    ? await readSplitsForUpdate(ctx, named)
    : await takeOldestDue(ctx, await findDueSplits(ctx, partnership, currency, maxSplits), amount! + debtOf(debts))
  for (const split of due) assertDue(split, partnership, currency)
  const allocations = amount === undefined ? allocateSplits(due, debts, currency) : allocateAmount(due, debts, { amount, currency })
  const used = new Set(allocations.map(({ paymentSplit }) => paymentSplit))
  const splits = [...due, ...debts].filter(({ id }) => used.has(id))
  return { amount: allocations.reduce((sum, part) => sum + part.amount, 0), allocations, splits }
}

/** Takes as many as the amount needs. Another payout may have taken some since the list was read; then this takes the next ones. */
async function takeOldestDue(ctx: Context, candidates: PaymentSplitRow[], amount: number): Promise<PaymentSplitRow[]> {
  const taken: PaymentSplitRow[] = []
  for (let rest = candidates; rest.length > 0 && totalOf(taken) < amount;) {
    const next = covering(rest, amount - totalOf(taken)).map(({ id }) => id)
    const rows = await readSplitsForUpdate(ctx, next)
    taken.push(...rows.filter(({ status }) => status === "due"))
    rest = rest.slice(next.length)
  }
  return taken
}

/** An account of the recipient, in the currency in which the money arrives. */
async function accountFor(ctx: Context, { bankAccount, method, currency }: NewPayout, target: string, partner: PartnershipRow | undefined) {
  if (bankAccount === undefined && method === "manual") return undefined
  if (bankAccount === undefined) throw payoutProblem("PAY-1003")
  const account: BankAccountRow = await resolveUsableBankAccount(ctx, bankAccount)
  assertOwnedBy(account, partner ? "partnership" : "self", partner?.id ?? null)
  if (account.currency !== target) throw payoutProblem("PAY-1004", { account: account.currency, target })
  if (method === "bank-file") assertFitsFiles({ ...account, hasIban: "iban" in unsealNumber(account) }, { currency })
  return renderMasked(account)
}

/** The first gateway that can send it; null when it is sent by hand or with a file. */
function gatewayFor({ tenant }: Context, method: PayoutMethod, currency: string): string | null {
  if (method === "manual" || method === "bank-file") return null
  const sends = gatewaysFor(tenant).find(({ payouts }) =>
    payouts?.methods.some(each => each.method === method && each.currencies.includes(currency)),
  )
  if (!sends) throw payoutProblem("PAY-1005", { method, currency })
  return sends.id
}
