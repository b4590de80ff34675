import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { isSameJson } from "../../kit/pure/same-json.ts"
import { isoTimeOrNull } from "../../kit/pure/time.ts"
import { config } from "../../kit/service/config.ts"
import { log } from "../../kit/service/log.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { findPeopleWith } from "../../platform/tenants/store.ts"
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
export async function onSettled(
  ctx: Context,
  sender: Sender,
  charge: TransactionRow,
  event: SettledEvent,
  receivedAt = ctx.now,
): Promise<string> {
  if (charge.status !== "succeeded" && charge.status !== "reversed") return waitForSuccess(ctx, sender, charge, event, receivedAt)
  const { net, fee, currency, rate, availableAt } = event
  const settlement: StoredSettlement = { net, fee, currency, rate, availableAt: isoTimeOrNull(availableAt) }
  if (isSameJson(charge.settlement, settlement)) return "it was settled already"
  const problem = problemOf(charge, settlement)
  if (problem) return noteDifference(ctx, charge, event, problem)
  book(ctx, charge, settlement)
  saveTransaction(ctx, charge, { settlement, settlement_differs: false, fee: feeOf(charge, settlement) })
  return charge.settlement === null ? "settled" : "settled otherwise than before"
}

/** Nothing is booked by guess: the charge says that its settlement differs until a right one comes, and people are told once. */
async function noteDifference(ctx: Context, charge: TransactionRow, event: SettledEvent, problem: string): Promise<string> {
  const { id, amount, currency: chargeCurrency, connection_id } = charge
  const { net, fee, currency } = event
  const facts = { tenant: ctx.tenant.id, transaction: id, net, fee, currency, amount, chargeCurrency }
  log.error(facts, `a settlement is not booked, because ${problem}: compare it with the provider's own page`)
  if (!charge.settlement_differs && connection_id !== null) {
    saveTransaction(ctx, charge, { settlement_differs: true })
    await mailDifference(ctx, charge, problem)
  }
  return `not booked: ${problem}`
}

async function mailDifference(ctx: Context, { id, number, gateway }: TransactionRow, problem: string) {
  for (const person of await findPeopleWith(ctx, "gateways.edit"))
    await sendMail(ctx, {
      kind: "settlement-differs",
      recipient: person.email,
      object: id,
      subject: `The settlement of payment ${number} does not add up`,
      greeting: `Hello ${person.name},`,
      paragraphs: [
        `${gateway} reported what it kept of a payment, and nothing of that is booked: ${problem}.`,
        "The payment itself counts, and no money is lost. Compare it with the provider's own page, and ask the provider if it stays so.",
      ],
      action: { label: "See the payment", url: `${config.BASE_URL}/transactions/${id}` },
      footer: `You get this mail because you may edit the gateways of ${ctx.tenant.name}.`,
    })
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
