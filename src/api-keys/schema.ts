import { z } from "zod"
import { common, Id, Metadata, Moment, text, Timestamp, Version } from "../kit/fields.ts"
import { by, commonFilters } from "../kit/filters.ts"
import { roleNames } from "../kit/permissions.ts"
import { RoleName } from "../tenants/schema.ts"

export const ApiKey = z
  .object({
    _id: Id,
    name: z.string(),
    role: RoleName,
    prefix: z.string().meta({ description: "How the key begins", example: "cs_k3Jd92" }),
    last4: z.string(),
    user: Id.meta({ description: "The user of type api-key that the key acts as" }),
    expiresAt: Moment.nullable(),
    lastUsedAt: Moment.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "ApiKey" })
export type ApiKey = z.output<typeof ApiKey>

export const CreatedApiKey = ApiKey.extend({ key: z.string().meta({ description: "Shown now and never again" }) }).meta({
  id: "CreatedApiKey",
})

export const NewApiKey = z
  .object({ name: text(200, 1), role: RoleName, expiresAt: Timestamp.nullish(), metadata: Metadata.default({}) })
  .meta({ example: { name: "Web shop", role: "operator" } })

export const apiKeyFilters = { name: by.text("name"), role: by.oneOf("role", roleNames), user: by.text("user_id"), ...commonFilters }
