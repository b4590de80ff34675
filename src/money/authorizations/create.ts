import { hold, isHeld } from "../../control/approvals/hold.ts"
import { noApproval } from "../../control/approvals/schema.ts"
import type { Context } from "../../kit/db/context.ts"
import { newId } from "../../kit/pure/id.ts"
import type { MaskedAccount } from "../../parties/bank-accounts/schema.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import type { Gateway } from "../gateways/gateway.ts"
import { gatewaysFor } from "../gateways/registry.ts"
import { assertSchemeFits, effectsOf, factsOf } from "./rules.ts"
import type { Authorization } from "./schema.ts"
import type { Scheme } from "./values.ts"
import { type AuthorizationRow, insertAuthorization } from "./store.ts"
import { submit } from "./submit.ts"

type Terms = Pick<AuthorizationRow, "contact_id" | "scheme" | "currency" | "max_amount" | "reference" | "metadata"> & {
  account: MaskedAccount
}

/** Creates a mandate, and sends it to the gateway unless a policy holds it. */
export async function openAuthorization(ctx: Context, { account, ...terms }: Terms): Promise<Authorization> {
  assertSchemeFits(terms.scheme, terms.currency)
  const id = newId(ctx.now)
  const effects = effectsOf(terms, account.masked)
  // Contract: a policy never holds a mandate that a payer signs on the payment page.
  const isPayers = ctx.origin.channel === "page"
  const approval = isPayers ? noApproval : await hold(ctx, { type: "authorization", id, facts: factsOf(terms), effects })
  if (!isHeld(approval)) submit(ctx, id)
  const at = { gateway: gatewayFor(ctx, terms).id, connection_id: null }
  return insertAuthorization(ctx, { ...terms, id, bank_account_id: account._id, bank_account_masked: account.masked, ...at, approval })
}

function gatewayFor({ tenant }: Context, { scheme, currency }: Pick<Terms, "scheme" | "currency">): Gateway {
  const gateway = findMandateGateway(tenant, scheme)
  if (!gateway) throw gatewayProblem("GTW-1002", { gateway: "No gateway", method: `${scheme} mandates`, currency })
  return gateway
}

/** The first installed gateway that serves the tenant and takes mandates of this scheme. */
export const findMandateGateway = (tenant: Context["tenant"], scheme: Scheme): Gateway | undefined =>
  gatewaysFor(tenant).find(each => each.mandates?.schemes.includes(scheme))
