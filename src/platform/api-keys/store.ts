import { identity, nullable, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { newId } from "../../kit/pure/id.ts"
import type { RoleHolder } from "../../kit/pure/permissions.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { insertUser, readUser, saveUser } from "../tenants/store.ts"
import { hashOf, newApiKey } from "./key.ts"
import type { ApiKey } from "./schema.ts"

const columns = {
  ...identity,
  hash: text,
  user_id: text,
  name: text,
  role: text,
  prefix: text,
  last4: text,
  expires_at: nullable(timestamptz),
  last_used_at: nullable(timestamptz),
  ...tracked,
}
type ApiKeyRow = Row<typeof columns>

const apiKeys = resource("api_keys", columns, { noun: "API key", audits: "apiKeys", render: renderApiKey })
export const { read: readApiKey, list: listApiKeys } = apiKeys

type NewKey = RoleHolder & { name: string; expiresAt?: Date | null | undefined; metadata?: ApiKey["metadata"] }

/** Inserts a key and the user it acts as. The key is returned here and stored only as a hash. */
export function insertApiKey(ctx: Context, { name, role, own_role, expiresAt, metadata = {} }: NewKey): ApiKey & { key: string } {
  const key = newApiKey(ctx.tenant.id)
  const id = newId(ctx.now)
  const user = insertUser(ctx, { type: "api-key", email: `key-${id}@keys.invalid`, name, role, own_role })
  const { object } = apiKeys.insert(ctx, {
    id,
    hash: hashOf(key),
    user_id: user.id,
    name,
    role,
    prefix: key.slice(0, 9),
    last4: key.slice(-4),
    expires_at: expiresAt ?? null,
    last_used_at: null,
    metadata,
  })
  return { ...object, key }
}

/** The key stops working at once. Its user stays, because audit entries refer to it. */
export async function deleteApiKey(ctx: Context, row: ApiKeyRow) {
  saveUser(ctx, await readUser(ctx, row.user_id), { active: false })
  apiKeys.remove(ctx, row)
}

export function renderApiKey(row: ApiKeyRow): ApiKey {
  return {
    _id: row.id,
    name: row.name,
    role: row.role,
    prefix: row.prefix,
    last4: row.last4,
    user: row.user_id,
    expiresAt: isoTimeOrNull(row.expires_at),
    lastUsedAt: isoTimeOrNull(row.last_used_at),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
