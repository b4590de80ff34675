import { z } from "zod"
import { Id } from "../kit/fields.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { assertMayGrant } from "../tenants/rules.ts"
import { assertInFuture } from "./rules.ts"
import { ApiKey, apiKeyFilters, CreatedApiKey, NewApiKey } from "./schema.ts"
import { deleteApiKey, insertApiKey, listApiKeys, readApiKey, shownApiKey } from "./store.ts"

export const apiKeyOperations = [
  operation({
    route: "POST /v1/dev/api-keys/create",
    noun: "apiKey",
    summary: "Create an API key with a role of its own; the key is shown in this answer and never again",
    needs: "apiKeys.edit",
    effect: "change",
    input: NewApiKey,
    output: CreatedApiKey,
    async run(ctx, key) {
      assertMayGrant(ctx.caller.permissions, key.role)
      assertInFuture("expiresAt", key.expiresAt, ctx.now)
      return insertApiKey(ctx, key)
    },
  }),

  listing({
    route: "GET /v1/dev/api-keys",
    noun: "apiKey",
    plural: "apiKeys",
    summary: "List API keys, newest first, each known by its beginning",
    needs: "apiKeys.view",
    filters: apiKeyFilters,
    item: ApiKey,
    run: listApiKeys,
  }),

  operation({
    route: "GET /v1/dev/api-keys/{id}",
    noun: "apiKey",
    summary: "One API key, without its value",
    needs: "apiKeys.view",
    effect: "read",
    input: nothing,
    output: ApiKey,
    subject: readApiKey,
    run: (_ctx, _input, key) => shownApiKey(key),
  }),

  operation({
    route: "POST /v1/dev/api-keys/{id}/delete",
    noun: "apiKey",
    summary: "Delete an API key; it stops working at once, for REST and for agents",
    needs: "apiKeys.edit",
    effect: "change",
    input: nothing,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: readApiKey,
    async run(ctx, _input, key) {
      await deleteApiKey(ctx, key)
      return { _id: key.id, deleted: true as const }
    },
  }),
]
