import { z } from "zod"
import { common, Id, Metadata, Name, Timestamp, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { RoleName, RoleReference } from "../tenants/schema.ts"

export const ApiKey = z
  .object({
    _id: Id,
    name: z.string(),
    role: RoleName,
    prefix: z.string().meta({ description: "The first characters of the key", example: "cs_k3Jd92" }),
    last4: z.string(),
    user: Id.meta({ description: "The user of type api-key that the key acts as" }),
    expiresAt: UtcTimestamp.nullable().meta({ description: "By the real time, even in a sandbox" }),
    lastUsedAt: UtcTimestamp.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "ApiKey" })
export type ApiKey = z.output<typeof ApiKey>

export const CreatedApiKey = ApiKey.extend({ key: z.string().meta({ description: "Shown only in this response" }) }).meta({
  id: "CreatedApiKey",
})

export const NewApiKey = z
  .object({ name: Name, role: RoleReference, expiresAt: Timestamp.nullish(), metadata: Metadata.default({}) })
  .meta({ example: { name: "Web shop", role: "operator" } })

export const apiKeyFilters = {
  name: by.text("name"),
  role: by.text("role"),
  user: by.text("user_id"),
  expiresAt: by.time("expires_at"),
  lastUsedAt: by.time("last_used_at"),
  ...commonFilters,
}
