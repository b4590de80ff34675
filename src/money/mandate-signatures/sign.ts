import type { Context } from "../../kit/db/context.ts"
import { parseNumber } from "../../parties/bank-accounts/formats.ts"
import type { MaskedAccount } from "../../parties/bank-accounts/schema.ts"
import { findSameAccount, insertBankAccount, renderMasked, resolveUsableBankAccount } from "../../parties/bank-accounts/store.ts"
import { openAuthorization } from "../authorizations/create.ts"
import { authorizationProblem } from "../authorizations/errors.ts"
import { assertSchemeFits } from "../authorizations/rules.ts"
import type { Authorization } from "../authorizations/schema.ts"
import { type PaymentIntentRow, resolvePaymentIntent, touchPaymentIntent } from "../payment-intents/store.ts"
import { transactionProblem } from "../transactions/errors.ts"
import { assertPayable } from "../transactions/rules.ts"
import { readPlanForUpdate, sameDebt } from "../transactions/settle.ts"
import { findProcessingCharge } from "../transactions/processing-store.ts"
import { countryOf } from "./rules.ts"
import type { SignedMandate } from "./schema.ts"
import { findUndecided, insertSignature } from "./store.ts"

/** Creates the bank account, the mandate and the proof of its signature in one commit. */
export async function signMandate(ctx: Context, input: SignedMandate): Promise<Authorization> {
  const { id } = await resolvePaymentIntent(ctx, input.paymentIntent)
  const plan = await readPlanForUpdate(ctx, id)
  const { target: intent, root } = plan
  const { contact_id, currency, number } = intent
  const amount = input.amount ?? intent.amount - intent.paid
  assertPayable(intent, amount)
  assertSchemeFits(input.scheme, currency)
  // Two signatures at the same time both touch the intent: the second runs again, and finds the first.
  if (await findUndecided(ctx, sameDebt(plan))) throw authorizationProblem("AUZ-2006")
  const charge = await findProcessingCharge(ctx, sameDebt(plan))
  if (charge) throw transactionProblem("TRX-2004", { transaction: charge.id })
  for (const each of new Set([intent, root])) touchPaymentIntent(ctx, each)
  const account = await accountOf(ctx, input, intent)
  const terms = { contact_id, account, scheme: input.scheme, currency, max_amount: amount, reference: number, metadata: {} }
  const authorization = await openAuthorization(ctx, terms)
  insertSignature(ctx, { authorization_id: authorization._id, payment_intent_id: id, amount, signed_by: input.signedBy, text: input.text })
  return authorization
}

/** The payer's account with this number, which may be known already. */
async function accountOf(ctx: Context, input: SignedMandate, intent: PaymentIntentRow): Promise<MaskedAccount> {
  const { scheme, holder, iban, accountNumber, routing } = input
  const country = countryOf(scheme, iban)
  const number = parseNumber({ country, iban, accountNumber, routing })
  const { contact_id, currency } = intent
  const content = { holder, country, currency, owner: "contact" as const, contact_id, partnership_id: null }
  const same = await findSameAccount(ctx, content, number)
  if (same) return renderMasked(await resolveUsableBankAccount(ctx, same.id))
  const { _id, masked } = insertBankAccount(ctx, { ...content, number, bic: null, account_type: null, address: null, metadata: {} })
  return { _id, masked }
}
