import { hold, isHeld } from "../../control/approvals/hold.ts"
import { noApproval } from "../../control/approvals/schema.ts"
import type { Context } from "../../kit/db/context.ts"
import { toLocal } from "../../kit/pure/calendar.ts"
import { newId } from "../../kit/pure/id.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import type { MaskedAccount } from "../../parties/bank-accounts/schema.ts"
import { findServing } from "../gateway-connections/choose.ts"
import { gatewayOf } from "../gateway-connections/open.ts"
import { readConnectionForUpdate, touchConnection } from "../gateway-connections/store.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import type { Gateway } from "../gateways/gateway.ts"
import { gatewaysFor } from "../gateways/registry.ts"
import { authorizationProblem } from "./errors.ts"
import { assertFileReference, assertSchemeFits, effectsOf, factsOf, termsOf } from "./rules.ts"
import type { Authorization } from "./schema.ts"
import { byFile, type Scheme } from "./values.ts"
import { type AuthorizationRow, hasReference, insertAuthorization } from "./store.ts"
import { submit } from "./submit.ts"

type Wanted = Pick<AuthorizationRow, "contact_id" | "scheme" | "currency" | "max_amount" | "reference" | "metadata"> & {
  account: MaskedAccount
  /** Of a mandate that the tenant holds itself. */
  signed?: Parameters<typeof termsOf>[0] | null | undefined
}

/** Creates a mandate, and sends it to the gateway unless a policy holds it or the tenant holds the mandate itself. */
export async function openAuthorization(ctx: Context, { account, signed, ...wanted }: Wanted): Promise<Authorization> {
  assertSchemeFits(wanted.scheme, wanted.currency)
  const id = newId(ctx.now)
  const now = { today: toLocal(ctx.now, ctx.tenant.timezone).toISOString().slice(0, 10), sepaNoticeDays: ctx.tenant.mails.debitNoticeDays }
  const terms = signed ? termsOf(signed, wanted.scheme, now) : null
  const reference = terms ? await referenceOf(ctx, wanted.reference ?? id) : wanted.reference
  const effects = effectsOf({ ...wanted, isFiled: terms !== null }, account.masked)
  // Contract: a policy never holds a mandate that a payer signs on the payment page.
  const isPayers = ctx.origin.channel === "page"
  const approval = isPayers ? noApproval : await hold(ctx, { type: "authorization", id, facts: factsOf(wanted), effects })
  if (!isHeld(approval) && !terms) submit(ctx, id)
  const { id: gateway, connection_id } = terms ? { id: byFile, connection_id: null } : await gatewayFor(ctx, wanted)
  const at = { gateway, connection_id, bank_account_id: account._id, bank_account_masked: account.masked }
  return insertAuthorization(ctx, { ...wanted, ...at, terms, reference, id, approval })
}

/** Banks tell mandates apart by their reference. */
async function referenceOf(ctx: Context, reference: string): Promise<string> {
  assertFileReference(reference)
  if (await hasReference(ctx, reference)) throw authorizationProblem("AUZ-2007", { reference })
  return reference
}

/** The connection is still active when the mandate commits: one that is paused meanwhile makes this run again. */
async function gatewayFor(ctx: Context, { scheme, currency }: Pick<Wanted, "scheme" | "currency">): Promise<MandateTarget> {
  const target = await findMandateGateway(ctx, scheme, currency)
  if (!target) throw gatewayProblem("GTW-1002", { gateway: "No gateway", method: `${scheme} mandates`, currency })
  if (target.connection_id !== null) touchConnection(ctx, await readConnectionForUpdate(ctx, target.connection_id))
  return target
}

type MandateTarget = { id: string; connection_id: string | null }
type WithTenant = { tenant: Pick<Tenant, "id" | "mode"> }

/** Where a mandate of this scheme is registered: the tenant's own connection that serves it, else the simulator in a sandbox. */
export async function findMandateGateway({ tenant }: WithTenant, scheme: Scheme, currency: string): Promise<MandateTarget | undefined> {
  const connection = await findServing({ tenant }, "direct-debit", currency, row => takes(gatewayOf(row, tenant), scheme))
  if (connection) return { id: connection.gateway, connection_id: connection.id }
  const gateway = gatewaysFor(tenant).find(each => takes(each, scheme))
  return gateway && { id: gateway.id, connection_id: null }
}

const takes = ({ mandates }: Gateway, scheme: Scheme) => mandates?.schemes.includes(scheme) ?? false
