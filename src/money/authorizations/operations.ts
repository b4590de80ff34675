import type { z } from "zod"
import { isHeld, withdraw } from "../../control/approvals/hold.ts"
import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { assertOwnedBy } from "../../parties/bank-accounts/rules.ts"
import { renderMasked, resolveUsableBankAccount } from "../../parties/bank-accounts/store.ts"
import { resolveActiveContact } from "../../parties/contacts/store.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { endSimulatedMandate } from "../gateways/simulator-mandate-store.ts"
import { openAuthorization } from "./create.ts"
import { assertCancelable, assertRevocable } from "./rules.ts"
import { Authorization, AuthorizationChange, authorizationFilters, NewAuthorization } from "./schema.ts"
import {
  listAuthorizations,
  readAuthorization,
  readAuthorizationForUpdate,
  renderAuthorization,
  saveAuthorization,
  saveMetadata,
} from "./store.ts"
import { endAtGateway } from "./submit.ts"

export const authorizationOperations = [
  operation({
    route: "POST /v1/authorizations/create",
    creates: true,
    noun: "authorization",
    summary: "Create a contact's direct-debit mandate for one of their bank accounts; it can be charged once it is active",
    needs: "authorizations.edit",
    effect: "money",
    idempotency: "header",
    input: NewAuthorization,
    output: Authorization,
    run: createAuthorization,
  }),

  listing({
    route: "GET /v1/authorizations",
    noun: "authorization",
    plural: "authorizations",
    summary: "List direct-debit mandates, newest first",
    needs: "authorizations.view",
    filters: authorizationFilters,
    item: Authorization,
    run: listAuthorizations,
  }),

  operation({
    route: "GET /v1/authorizations/{id}",
    noun: "authorization",
    summary: "One direct-debit mandate",
    needs: "authorizations.view",
    effect: "read",
    input: noInput,
    output: Authorization,
    subject: readAuthorization,
    run: (_ctx, _input, authorization) => renderAuthorization(authorization),
  }),

  operation({
    route: "POST /v1/authorizations/{id}/update",
    noun: "authorization",
    summary: "Change the metadata; nothing else about a mandate can be changed",
    needs: "authorizations.edit",
    effect: "change",
    input: AuthorizationChange,
    output: Authorization,
    subject: readAuthorizationForUpdate,
    run: (ctx, { metadata }, authorization) =>
      renderAuthorization(saveMetadata(ctx, authorization, mergeMetadata(authorization.metadata, metadata))),
  }),

  operation({
    route: "POST /v1/authorizations/{id}/cancel",
    noun: "authorization",
    summary: "Cancel a mandate that is not active yet; its approval request is canceled with it",
    needs: "authorizations.edit",
    effect: "change",
    input: noInput,
    output: Authorization,
    subject: readAuthorizationForUpdate,
    assertPossible: assertCancelable,
    async run(ctx, _input, authorization) {
      const wasHeld = isHeld(authorization.approval)
      await withdraw(ctx, authorization.id, "the authorization was canceled")
      if (!wasHeld) endAtGateway(ctx, authorization)
      const approval = wasHeld ? { ...authorization.approval, status: "canceled" as const } : authorization.approval
      return renderAuthorization(saveAuthorization(ctx, authorization, { status: "canceled", approval }))
    },
  }),

  operation({
    route: "POST /v1/authorizations/{id}/revoke",
    noun: "authorization",
    summary: "End an active mandate: nothing more is charged by it; a charge in progress goes on",
    needs: "authorizations.edit",
    effect: "change",
    input: noInput,
    output: Authorization,
    subject: readAuthorizationForUpdate,
    assertPossible: assertRevocable,
    run(ctx, _input, authorization) {
      endAtGateway(ctx, authorization)
      return renderAuthorization(saveAuthorization(ctx, authorization, { status: "revoked" }))
    },
  }),

  operation({
    route: "POST /v1/simulations/authorizations/{id}/revoke",
    noun: "authorization",
    summary: "Sandbox only: the payer revokes an active mandate at the bank",
    needs: "authorizations.edit",
    effect: "change",
    input: noInput,
    output: Authorization,
    subject: readAuthorizationForUpdate,
    assertPossible: assertRevocable,
    run(ctx, _input, authorization) {
      endSimulatedMandate(ctx, authorization.id)
      return renderAuthorization(saveAuthorization(ctx, authorization, { status: "revoked" }))
    },
  }),

  timeline("authorizations", "authorizations.view", readAuthorization),
]

async function createAuthorization(ctx: Context, input: z.output<typeof NewAuthorization>): Promise<Authorization> {
  const { scheme, maxAmount: max_amount = null, reference = null, metadata, terms: signed } = input
  const contact_id = await resolveActiveContact(ctx, input.contact)
  const row = await resolveUsableBankAccount(ctx, input.bankAccount)
  assertOwnedBy(row, "contact", contact_id)
  return openAuthorization(ctx, {
    contact_id,
    account: renderMasked(row),
    scheme,
    currency: row.currency,
    max_amount,
    reference,
    metadata,
    signed,
  })
}
