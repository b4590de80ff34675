import type { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { sum } from "../../kit/pure/money.ts"
import { assertActive } from "../../parties/own-accounts/rules.ts"
import { resolveOwnAccount } from "../../parties/own-accounts/store.ts"
import { findDebitsForFiles } from "../transactions/processing-store.ts"
import { profileOf } from "./account.ts"
import { describeDebits } from "./debits.ts"
import { forDebits, formatOf } from "./profiles.ts"
import { earliestDate, whyNotOn } from "./rules.ts"
import { maxPayments, type ReadyDebits, type ReadyDebitsQuery } from "./schema.ts"

/** What a file of debits for this account would hold, as the file would say it. */
export async function findReadyDebits(ctx: Context, input: z.output<typeof ReadyDebitsQuery>): Promise<ReadyDebits> {
  const account = await resolveOwnAccount(ctx, input.ownAccount)
  assertActive(account, "used for debits")
  const profile = profileOf(account)
  const bank = forDebits(profile)
  const earliest = earliestDate(bank, ctx.now)
  const { executionDate = earliest } = input
  const waiting = await findDebitsForFiles(ctx, profile.currency, maxPayments + 1)
  const debits = await describeDebits(ctx, waiting.slice(0, maxPayments), { profile, collectionDate: executionDate })
  const fit = debits.filter(({ problem }) => problem === null)
  return {
    ownAccount: account.id,
    format: formatOf(profile, "debits"),
    currency: profile.currency,
    executionDate,
    dateProblem: whyNotOn(executionDate, bank, ctx.now) ?? null,
    earliestDate: earliest,
    count: fit.length,
    total: sum(fit.map(({ transaction }) => transaction.amount)),
    hasMore: waiting.length > maxPayments,
    debits: debits.map(({ transaction, mandate, sequence, dueOn, holder, name, account: masked, remittance, problem }) => {
      const { id, number, payment_intent_id: paymentIntent, amount } = transaction
      const shown = { name, account: masked, remittance, problem }
      return { transaction: id, number, paymentIntent, mandate: mandate.reference, sequence, dueOn, holder, amount, ...shown }
    }),
  }
}
