import { z } from "zod"
import { Id } from "../../kit/pure/fields.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { realTime } from "../../kit/pure/time.ts"
import { timeline } from "../audit/timeline.ts"
import type { UserDependent } from "../tenants/ports.ts"
import { assertHoldsAll } from "../tenants/rules.ts"
import { resolveRole } from "../tenants/role-store.ts"
import { readUser } from "../tenants/store.ts"
import { assertInFuture } from "./rules.ts"
import { ApiKey, apiKeyFilters, CreatedApiKey, NewApiKey } from "./schema.ts"
import { deleteApiKey, insertApiKey, listApiKeys, readApiKey, renderApiKey } from "./store.ts"

export const apiKeyOperations = (dependents: readonly UserDependent[]) => [
  operation({
    route: "POST /v1/dev/api-keys/create",
    creates: true,
    noun: "apiKey",
    summary: "Create an API key with its own role; the key is shown in this response and never again",
    needs: "apiKeys.edit",
    needsConfirmation: "recent",
    secret: true,
    effect: "change",
    input: NewApiKey,
    output: CreatedApiKey,
    async run(ctx, key) {
      const holder = await resolveRole(ctx, key.role)
      assertHoldsAll(ctx.caller.permissions, holder)
      assertInFuture("expiresAt", key.expiresAt, realTime(ctx))
      return insertApiKey(ctx, { ...key, ...holder })
    },
  }),

  listing({
    route: "GET /v1/dev/api-keys",
    noun: "apiKey",
    plural: "apiKeys",
    summary: "List API keys, newest first, each with its first and last characters",
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
    input: noInput,
    output: ApiKey,
    subject: readApiKey,
    run: (_ctx, _input, key) => renderApiKey(key),
  }),

  operation({
    route: "POST /v1/dev/api-keys/{id}/delete",
    noun: "apiKey",
    summary:
      "Delete an API key; it stops working at once, for REST and for agents; nobody can delete a key with more permissions than their own",
    needs: "apiKeys.edit",
    effect: "change",
    input: noInput,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: readApiKey,
    assertPossible: async ({ user_id }, ctx) => assertHoldsAll(ctx.caller.permissions, await readUser(ctx, user_id)),
    async run(ctx, _input, key) {
      await deleteApiKey(ctx, key)
      for (const dependent of dependents) await dependent.left(ctx, key.user_id)
      return { _id: key.id, deleted: true as const }
    },
  }),

  timeline("dev/api-keys", "apiKeys.view", readApiKey),
]
