import type { Context } from "../../kit/db/context.ts"
import { audit } from "../../kit/events/audit.ts"
import { newId } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { log } from "../../kit/service/log.ts"
import type { GatewayEvent } from "../gateways/gateway.ts"
import type { EventEffect, Sender } from "../gateways/ports.ts"
import { cashAccount, holderOf, movePostings, reversePostings } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import { findWithdrawal, insertWithdrawal, saveFailed, type WithdrawalRow } from "./withdrawals-store.ts"

type WithdrawalEvent = Extract<GatewayEvent, { type: `withdrawal.${string}` }>
const isAboutWithdrawal = (event: GatewayEvent): event is WithdrawalEvent => event.type.startsWith("withdrawal.")

/**
 * The gateway sent money that it held to the tenant's own bank, or that came back. Each counts once per reference, however often it is
 * reported. A withdrawal that has failed stays so: an earlier report of its success may arrive later.
 */
export const withdrawalEventEffect: EventEffect = async (ctx, sender, event) => {
  if (!isAboutWithdrawal(event)) return "noted"
  const known = await findWithdrawal(ctx, sender, event.reference)
  if (!known) return record(ctx, sender, event)
  if (known.amount !== event.amount || known.currency !== event.currency) return noteDifference(ctx, known, event)
  if (known.status === "failed" || event.type === "withdrawal.paid") return `it was ${known.status} already`
  saveFailed(ctx, known, event.at)
  book(ctx, known, "withdrawal-return")
  auditFor(ctx, sender, known, "withdrawalFailed")
  return "failed"
}

/** One whose failure is the first report never changed the balance that the gateway ends up with, so nothing is booked. */
function record(ctx: Context, sender: Sender, { type, reference, amount, currency, at }: WithdrawalEvent): string {
  const status = type === "withdrawal.paid" ? "paid" : "failed"
  const row = { ...sender, id: newId(ctx.now), reference, amount, currency, status, paid_at: at } as const
  insertWithdrawal(ctx, { ...row, failed_at: status === "failed" ? at : null })
  if (status === "paid") book(ctx, row, "withdrawal")
  auditFor(ctx, sender, row, status === "paid" ? "withdrawalPaid" : "withdrawalFailed")
  return status
}

type Withdrawal = Pick<WithdrawalRow, "id" | "gateway" | "connection_id" | "reference" | "amount" | "currency" | "paid_at">

function book(ctx: Context, row: Withdrawal, kind: "withdrawal" | "withdrawal-return") {
  const postings = movePostings(cashAccount(null), cashAccount(holderOf(row)), row.amount)
  post(ctx, {
    kind,
    source: { type: "gatewayWithdrawal", id: row.id },
    currency: row.currency,
    effectiveAt: ctx.now,
    postings: kind === "withdrawal" ? postings : reversePostings(postings),
  })
}

function auditFor(ctx: Context, { connection_id }: Sender, row: Withdrawal, action: string) {
  const { id, reference, amount, currency, paid_at } = row
  const after = { withdrawal: id, reference, amount, currency, at: isoTime(paid_at) }
  audit(ctx, { action: `gatewayConnections.${action}`, kind: "gatewayConnections", id: connection_id ?? id, after })
}

function noteDifference(ctx: Context, { reference, amount, currency }: WithdrawalRow, event: WithdrawalEvent): string {
  const facts = { tenant: ctx.tenant.id, reference, amount, currency, reported: event.amount, reportedCurrency: event.currency }
  log.error(facts, "a withdrawal is reported with another amount than before; compare it with the provider's own page")
  return "not booked: its amount differs from the earlier report"
}
