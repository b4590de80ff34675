import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { isSameJson } from "../../kit/pure/same-json.ts"
import { isoTimeOrNull } from "../../kit/pure/time.ts"
import { log } from "../../kit/service/log.ts"
import type { GatewayEvent } from "../gateways/gateway.ts"
import { waitMs } from "../gateways/look-up.ts"
import type { Sender } from "../gateways/ports.ts"
import { holderOf, netPostings } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import { awaitsGateway, maySucceed } from "../transactions/rules.ts"
import { feeOf, problemOf, settlementNets, type StoredSettlement } from "../transactions/settlement-rules.ts"
import { saveTransaction, type TransactionRow } from "../transactions/store.ts"
import { waitsForSuccessMs } from "./rules.ts"

type SettledEvent = Extract<GatewayEvent, { type: "charge.settled" }>

/**
 * Saves what the provider made of a charge in its own books, and books the fee and the exchange with it. A report that came before the
 * success waits for it. One that differs from an earlier report replaces it: the difference is booked.
 */
export function onSettled(ctx: Context, sender: Sender, charge: TransactionRow, event: SettledEvent, receivedAt = ctx.now): string {
  if (charge.status !== "succeeded" && charge.status !== "reversed") return waitForSuccess(ctx, sender, charge, event, receivedAt)
  const { net, fee, currency, rate, availableAt } = event
  const settlement: StoredSettlement = { net, fee, currency, rate, availableAt: isoTimeOrNull(availableAt) }
  if (isSameJson(charge.settlement, settlement)) return "it was settled already"
  const problem = problemOf(charge, settlement)
  if (problem) {
    const facts = {
      tenant: ctx.tenant.id,
      transaction: charge.id,
      net,
      fee,
      currency,
      amount: charge.amount,
      chargeCurrency: charge.currency,
    }
    log.error(facts, `a settlement is not booked, because ${problem}: compare it with the provider's own page`)
    return `not booked: ${problem}`
  }
  book(ctx, charge, settlement)
  saveTransaction(ctx, charge, { settlement, fee: feeOf(charge, settlement) })
  return charge.settlement === null ? "settled" : "settled otherwise than before"
}

function book(ctx: Context, charge: TransactionRow, settlement: StoredSettlement) {
  const source = { type: "transaction", id: charge.id }
  for (const [currency, nets] of settlementNets(charge, settlement, holderOf(charge) ?? "own")) {
    const postings = netPostings(nets)
    if (postings.length > 0) post(ctx, { kind: "settlement", source, currency, effectiveAt: ctx.now, postings })
  }
}

/** A charge that has ended otherwise may turn out to have succeeded, for some days. */
function waitForSuccess(ctx: Context, sender: Sender, charge: TransactionRow, event: SettledEvent, receivedAt: Date): string {
  const ageMs = ctx.now.getTime() - receivedAt.getTime()
  const mayWait = awaitsGateway(charge) || (maySucceed(charge) && ageMs < waitsForSuccessMs)
  if (!mayWait) return `its charge was ${charge.status} already`
  enqueue(ctx, "settled-charge", { ...sender, event, receivedAt }, new Date(ctx.now.getTime() + waitMs(ageMs)))
  return "waits for its charge"
}
