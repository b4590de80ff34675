import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { removeSavedMethod as removeAtSimulator } from "../gateways/store.ts"
import { removeSavedMethod } from "./remove.ts"
import { assertDetachable, assertRemovable } from "./rules.ts"
import { SavedMethod, savedMethodFilters } from "./schema.ts"
import { listSavedMethods, readSavedMethod, readSavedMethodForUpdate, renderSavedMethod, saveSavedMethod } from "./store.ts"

export const savedMethodOperations = [
  listing({
    route: "GET /v1/saved-methods",
    noun: "savedMethod",
    plural: "savedMethods",
    summary: "List the cards that payers have saved for later payments, newest first",
    needs: "authorizations.view",
    filters: savedMethodFilters,
    item: SavedMethod,
    run: listSavedMethods,
  }),

  operation({
    route: "GET /v1/saved-methods/{id}",
    noun: "savedMethod",
    summary: "One saved card: its brand, last digits and expiry, where it is kept, and how the payer agreed",
    needs: "authorizations.view",
    effect: "read",
    input: noInput,
    output: SavedMethod,
    subject: readSavedMethod,
    run: (_ctx, _input, saved) => renderSavedMethod(saved),
  }),

  operation({
    route: "POST /v1/saved-methods/{id}/remove",
    noun: "savedMethod",
    summary: "Remove a saved card, here and at its gateway: nothing more is charged by it; a charge in progress goes on",
    needs: "authorizations.edit",
    effect: "change",
    input: noInput,
    output: SavedMethod,
    subject: readSavedMethodForUpdate,
    assertPossible: assertRemovable,
    run: (ctx, _input, saved) => renderSavedMethod(removeSavedMethod(ctx, saved)),
  }),

  operation({
    route: "POST /v1/simulations/saved-methods/{id}/detach",
    noun: "savedMethod",
    summary: "Sandbox only: the gateway keeps a saved card no longer, as if it had been removed there",
    needs: "authorizations.edit",
    effect: "change",
    input: noInput,
    output: SavedMethod,
    subject: readSavedMethodForUpdate,
    assertPossible: assertDetachable,
    run(ctx, _input, saved) {
      if (saved.gateway_reference !== null) removeAtSimulator(ctx, saved.gateway_reference)
      return renderSavedMethod(saveSavedMethod(ctx, saved, "detached"))
    },
  }),

  timeline("saved-methods", "authorizations.view", readSavedMethod),
]
