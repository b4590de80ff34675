import type { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { sum } from "../../kit/pure/money.ts"
import { readBankAccount } from "../../parties/bank-accounts/store.ts"
import { assertActive } from "../../parties/own-accounts/rules.ts"
import { resolveOwnAccount } from "../../parties/own-accounts/store.ts"
import { findPayoutsForFiles } from "../payouts/store.ts"
import { profileOf } from "./account.ts"
import { paymentOf } from "./payment.ts"
import { earliestDate, whyNotOn } from "./rules.ts"
import { maxPayments, type Ready, type ReadyQuery } from "./schema.ts"

/** What a file for this account would hold, as the file would say it. */
export async function findReady(ctx: Context, input: z.output<typeof ReadyQuery>): Promise<Ready> {
  const account = await resolveOwnAccount(ctx, input.ownAccount)
  assertActive(account, "debited")
  const profile = profileOf(account)
  const earliest = earliestDate(profile, ctx.now)
  const { executionDate = earliest } = input
  const waiting = await findPayoutsForFiles(ctx, profile.currency, maxPayments + 1)
  const payments = await Promise.all(
    waiting.slice(0, maxPayments).map(async payout => paymentOf(payout, await readBankAccount(ctx, payout.bank_account_id!), profile)),
  )
  const fit = payments.filter(({ problem }) => problem === null)
  return {
    ownAccount: account.id,
    format: profile.format,
    currency: profile.currency,
    executionDate,
    dateProblem: whyNotOn(executionDate, profile, ctx.now) ?? null,
    earliestDate: earliest,
    count: fit.length,
    total: sum(fit.map(({ payout }) => payout.amount)),
    hasMore: waiting.length > maxPayments,
    payments: payments.map(({ payout, holder, name, account: masked, remittance, problem }) => {
      return { payout: payout.id, number: payout.number, holder, amount: payout.amount, name, account: masked, remittance, problem }
    }),
  }
}
