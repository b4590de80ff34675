import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { readBankAccount, unsealNumber } from "../../parties/bank-accounts/store.ts"
import { findPayer } from "../../parties/contacts/store.ts"
import { gatewayNow, isRealTime } from "../gateways/clock.ts"
import type { GatewayEvent, MandateRequest } from "../gateways/gateway.ts"
import { type EventEffect, isFrom } from "../gateways/ports.ts"
import { payerOf } from "../gateways/payer.ts"
import { findAcceptance, tellActivated } from "./ports.ts"
import { isByFile, mayFollow } from "./rules.ts"
import type { AuthorizationStatus } from "./values.ts"
import { type AuthorizationRow, findAuthorization, readAuthorizationForUpdate, saveAuthorization } from "./store.ts"

/** The worker sends the mandate to the gateway, after this unit of work has committed. */
export const submit = (ctx: Context, id: string) => enqueue(ctx, "register-mandate", { authorization: id })

/** The worker ends the mandate at the gateway, if there is one. `since` is when it was first told to, by the gateway's clock. */
export function endAtGateway(ctx: Context, row: AuthorizationRow, since = gatewayNow(ctx, row), at?: Date) {
  if (isByFile(row)) return
  enqueue(ctx, "end-mandate", { authorization: row.id, since }, at, isRealTime(row))
}

/** Everything that the gateway needs, including the whole account number. Never store or log it. */
export async function mandateRequestOf(ctx: Context, row: AuthorizationRow): Promise<MandateRequest> {
  const account = await readBankAccount(ctx, row.bank_account_id)
  const { holder, country, bic } = account
  const [acceptance, payer] = [await findAcceptance(ctx, row), await findPayer(ctx, row.contact_id)]
  return {
    tenant: row.tenant_id,
    key: row.id,
    scheme: row.scheme,
    currency: row.currency,
    maxAmount: row.max_amount,
    reference: row.reference ?? row.id,
    account: { holder, country, bic, number: unsealNumber(account) },
    submittedAt: row.submitted_at ?? row.created_at,
    ...(acceptance && { acceptance }),
    ...(payer && { payer: payerOf(payer) }),
  }
}

const statuses = {
  "mandate.active": "active",
  "mandate.failed": "failed",
  "mandate.revoked": "revoked",
  "mandate.expired": "expired",
} as const
type MandateEvent = Extract<GatewayEvent, { type: keyof typeof statuses }>
const isMandateEvent = (event: GatewayEvent): event is MandateEvent => Object.hasOwn(statuses, event.type)

/** Applies a gateway's event about a mandate. Events may be late, doubled and out of order; a status that can't follow is ignored. */
export const mandateEffect: EventEffect = async (ctx, sender, event) => {
  if (!isMandateEvent(event)) return "noted"
  const existing = await findAuthorization(ctx, event.key)
  if (!existing || !isFrom(existing, sender)) return "no such authorization"
  const row = await readAuthorizationForUpdate(ctx, existing.id, existing)
  return learn(ctx, row, statuses[event.type], event.type === "mandate.failed" ? event.reason : undefined)
}

/** Saves what the gateway says about a mandate, unless the status is known or can't follow. Returns what it did. */
export async function learn(ctx: Context, row: AuthorizationRow, status: AuthorizationStatus, reason?: string): Promise<string> {
  if (row.status === status || row.status === "pending-approval" || !mayFollow(row.status, status)) return `it was ${row.status} already`
  const failure = status === "failed" && { failure_reason: reason ?? "the bank gave no reason" }
  const saved = saveAuthorization(ctx, row, { status, ...failure })
  if (status === "active") await tellActivated(ctx, saved)
  return status
}
