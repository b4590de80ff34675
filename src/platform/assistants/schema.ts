import { z } from "zod"
import { common, Id, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"

export const assistantScopes = ["read", "draft"] as const
export type AssistantScope = (typeof assistantScopes)[number]

export const assistantStatuses = ["connected", "revoked", "expired"] as const

/** An assistant that a person has connected to the agent tools. */
export const Assistant = z
  .object({
    _id: Id,
    client: z.string().meta({ description: "The name of the client program, as it was shown for consent", example: "Claude" }),
    clientId: z
      .string()
      .meta({ description: "The OAuth client id: random for a client that registered itself, otherwise its web address" }),
    redirectHost: z.string().meta({ description: "Where the client was sent after consent", example: "claude.ai" }),
    scope: z.enum(assistantScopes).meta({ description: "`read`: it may only read; `draft`: it may also raise requests and drafts" }),
    status: z.enum(assistantStatuses).meta({ description: "Its tokens work only while it is connected" }),
    connectedAt: UtcTimestamp,
    lastUsedAt: UtcTimestamp.nullable(),
    calls: z.object({ reads: z.int(), writes: z.int() }).meta({ description: "Tool calls so far, including refused ones" }),
    openDrafts: z.int().meta({ description: "The drafts of this client for its person that wait for a decision" }),
    endedAt: UtcTimestamp.nullable(),
    reason: z.string().nullable().meta({ description: "Why it ended", example: "revoked by its person" }),
    version: Version,
    ...common,
  })
  .meta({ id: "Assistant" })
export type Assistant = z.output<typeof Assistant>

export const assistantFilters = {
  status: by.oneOf("status", assistantStatuses),
  client: by.text("client"),
  scope: by.oneOf("scope", assistantScopes),
  ...commonFilters,
}
