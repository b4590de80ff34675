import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { findCalls } from "./calls-store.ts"
import type { CountDrafts } from "./ports.ts"
import { Assistant, assistantFilters } from "./schema.ts"
import {
  type AssistantRow,
  endAssistant,
  pageOfOwnAssistants,
  readOwnAssistant,
  readOwnAssistantForUpdate,
  renderAssistant,
} from "./store.ts"

export function assistantOperations(drafts: readonly CountDrafts[]) {
  const render = async (ctx: Context, row: AssistantRow): Promise<Assistant> => {
    const [calls, ...counts] = await Promise.all([
      findCalls({ tenant_id: row.tenant_id, assistant_id: row.id }),
      ...drafts.map(count => count(ctx, { user: row.user_id, client: row.client })),
    ])
    const { reads = 0, writes = 0, last_used_at: lastUsedAt = null } = calls ?? {}
    return renderAssistant(row, { reads, writes, lastUsedAt, openDrafts: counts.reduce((sum, n) => sum + n, 0) })
  }
  return [
    listing({
      route: "GET /v1/assistants",
      noun: "assistant",
      plural: "assistants",
      summary: "List the assistants that you have connected, newest first, with what they did and what they drafted",
      forPeople: true,
      filters: assistantFilters,
      item: Assistant,
      async run(ctx, list) {
        const { data, ...rest } = await pageOfOwnAssistants(ctx, list)
        return { data: await Promise.all(data.map(row => render(ctx, row))), ...rest }
      },
    }),

    operation({
      route: "GET /v1/assistants/{id}",
      noun: "assistant",
      summary: "One assistant that you have connected",
      forPeople: true,
      effect: "read",
      input: noInput,
      output: Assistant,
      subject: readOwnAssistant,
      run: (ctx, _input, assistant) => render(ctx, assistant),
    }),

    operation({
      route: "POST /v1/assistants/{id}/revoke",
      label: "Disconnect an assistant",
      noun: "assistant",
      summary: "Disconnect an assistant of yours: its tokens stop working at once",
      forPeople: true,
      effect: "change",
      input: noInput,
      output: Assistant,
      subject: readOwnAssistantForUpdate,
      run: (ctx, _input, assistant) => render(ctx, endAssistant(ctx, assistant, "revoked", "revoked by its person")),
    }),
  ]
}
