import type { Context } from "../../kit/db/context.ts"
import { readBankAccount, unsealNumber } from "../../parties/bank-accounts/store.ts"
import { outcomeOf } from "../gateways/call.ts"
import type { PayoutGateway, PayoutOutcome, PayoutRequest } from "../gateways/gateway.ts"
import { fail, markPaid, markPaidAndReturned, markReturned, type PayoutWithSplits } from "./settle.ts"
import { type PayoutRow, savePayout } from "./store.ts"

type Answer = PayoutOutcome | { status: "absent" | "unreachable" }

/**
 * Asks the gateway for the payout, and sends it only when the gateway does not have it, so that a repeat after a crash or without an answer
 * sends nothing twice. The gateway itself also sends once per key.
 */
export async function askOrSend(gateway: PayoutGateway, request: PayoutRequest): Promise<Answer> {
  const { tenant, key } = request
  const known = await outcomeOf(gateway.lookUp(tenant, key), key)
  if (known.status === "unreachable") return { status: "unknown" } // the gateway may have the payout from an earlier attempt
  return known.status === "absent" ? outcomeOf(gateway.payOut(request), key) : known
}

/** The request has the whole number of the account, which only the gateway may see. */
export async function requestFor(ctx: Context, payout: PayoutRow): Promise<PayoutRequest> {
  const { tenant_id: tenant, id: key, amount, currency, method, number: description, target_currency, fx } = payout
  const row = await readBankAccount(ctx, payout.bank_account_id!)
  const account = { holder: row.holder, country: row.country, bic: row.bic, number: unsealNumber(row) }
  const target = { amount: fx?.targetAmount ?? amount, currency: target_currency }
  return { tenant, key, amount, currency, target, method, account, description }
}

/** Saves an outcome, and returns what it did. Events and look-ups both use it; the first one to learn the outcome writes it. */
export async function conclude(ctx: Context, withSplits: PayoutWithSplits, answer: Answer): Promise<string> {
  const { payout } = withSplits
  const { status } = payout
  if (status === "paid" && answer.status === "returned") return (await markReturned(ctx, withSplits, answer.reason)).status
  if (status !== "processing") return `it was ${status} already`
  if (answer.status === "paid") {
    const { reference, fee = 0, charged } = answer
    return (await markPaid(ctx, withSplits, { reference, fees: fee, charged: payout.fx === null ? undefined : charged })).status
  }
  if (answer.status === "failed") return (await fail(ctx, withSplits, answer.reason)).status
  if (answer.status === "returned")
    return (await markPaidAndReturned(ctx, withSplits, answer.reason, { reference: answer.reference })).status
  if (answer.status === "processing") savePayout(ctx, payout, { outcome: null, reference: answer.reference })
  else if (answer.status === "unknown") savePayout(ctx, payout, { outcome: "unknown" })
  return "noted"
}
