import type { z } from "zod"
import { hold, isHeld } from "../../control/approvals/hold.ts"
import type { Context } from "../../kit/db/context.ts"
import { newId } from "../../kit/pure/id.ts"
import { resolveChargeableAuthorization } from "../authorizations/debit.ts"
import { byFile } from "../authorizations/values.ts"
import { resolvePaymentIntent, touchPaymentIntent } from "../payment-intents/store.ts"
import { transactionToApprove } from "../transactions/approval-facts.ts"
import { transactionProblem } from "../transactions/errors.ts"
import { findProcessingCharge } from "../transactions/processing-store.ts"
import { assertPayable, isDebitByFile } from "../transactions/rules.ts"
import { readPlanForUpdate, sameDebt } from "../transactions/settle.ts"
import { findByPaymentIntent, insertTransaction, type TransactionRow } from "../transactions/store.ts"
import type { NewDirectDebit } from "./schema.ts"

type Input = z.output<typeof NewDirectDebit> & { authorization: string }

/**
 * A debit waits, processing, until a payment file holds it. While it does, nothing else is charged for the same debt, so two debits never
 * collect it twice. `isFirst`: refused if the intent ever had a debit.
 */
export async function createDirectDebit(ctx: Context, input: Input, { isFirst = false } = {}): Promise<TransactionRow> {
  const { id } = await resolvePaymentIntent(ctx, input.paymentIntent)
  const plan = await readPlanForUpdate(ctx, id)
  const { target: intent, root } = plan
  const { contact_id, currency } = intent
  const amount = input.amount ?? intent.amount - intent.paid
  assertPayable(intent, amount)
  const debit = { contact: contact_id, currency, gateway: byFile, amount }
  const authorization_id = await resolveChargeableAuthorization(ctx, input.authorization, debit)
  const earlier = isFirst ? (await findByPaymentIntent(ctx, id)).find(isDebitByFile) : undefined
  const other = earlier ?? (await findProcessingCharge(ctx, sameDebt(plan)))
  if (other) throw transactionProblem("TRX-2004", { transaction: other.id })
  for (const row of new Set([intent, root])) touchPaymentIntent(ctx, row)
  const fields = { id: newId(ctx.now), method: byFile, gateway: null, authorization_id, amount, currency, fx: null }
  const approval = await hold(ctx, transactionToApprove(ctx, fields, intent))
  const release_to = isHeld(approval) ? "processing" : null
  return insertTransaction(ctx, { ...fields, approval, release_to, payment_intent_id: id, contact_id, metadata: input.metadata })
}
