import { audit } from "../kit/audit.ts"
import type { Context } from "../kit/context.ts"
import type { ListQuery } from "../kit/filters.ts"
import { isId, newId } from "../kit/id.ts"
import { iso, isoOrNull } from "../kit/iso.ts"
import { page, type Source } from "../kit/page.ts"
import type { Role } from "../kit/permissions.ts"
import { Problem } from "../kit/problem.ts"
import { question } from "../kit/question.ts"
import { type RowOf, table } from "../kit/table.ts"
import { insertUser, readUser, saveUser } from "../tenants/store.ts"
import { hashOf, newApiKey } from "./key.ts"
import type { ApiKey } from "./schema.ts"

const source = { from: "api_keys" } satisfies Source
const apiKeys = table("api_keys", {
  hash: "text",
  tenant_id: "text",
  id: "text",
  user_id: "text",
  name: "text",
  role: "text",
  prefix: "text",
  last4: "text",
  expires_at: "timestamptz?",
  last_used_at: "timestamptz?",
  metadata: "jsonb",
  created_at: "timestamptz",
  updated_at: "timestamptz",
  version: "int",
})
export type ApiKeyRow = RowOf<typeof apiKeys>

const apiKeyById = question<{ tenant_id: string; id: string }, ApiKeyRow>(`
  select n, k.*
  from jsonb_to_recordset($1) as asked(n int, tenant_id text, id text)
  cross join lateral (select * from api_keys where tenant_id = asked.tenant_id and id = asked.id limit 1) k`)

export async function readApiKey({ tenant }: Context, id: string): Promise<ApiKeyRow> {
  const row = isId(id) ? await apiKeyById({ tenant_id: tenant.id, id }) : undefined
  if (!row) throw new Problem("GEN-1004", { kind: "API key", reference: id })
  return row
}

export async function listApiKeys(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<ApiKeyRow>(ctx, source, query)
  return { data: data.map(shownApiKey), ...rest }
}

type NewKey = { name: string; role: Role; expiresAt?: Date | null | undefined; metadata?: ApiKey["metadata"] }

/** The key and the user it acts as. The key itself leaves the house here and is not kept. */
export function insertApiKey(ctx: Context, { name, role, expiresAt, metadata = {} }: NewKey): ApiKey & { key: string } {
  const key = newApiKey()
  const id = newId(ctx.now)
  const user = insertUser(ctx, { type: "api-key", email: `key-${id}@keys.invalid`, name, role })
  const row: ApiKeyRow = {
    hash: hashOf(key),
    tenant_id: ctx.tenant.id,
    id,
    user_id: user.id,
    name,
    role,
    prefix: key.slice(0, 9),
    last4: key.slice(-4),
    expires_at: expiresAt ?? null,
    last_used_at: null,
    metadata,
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(apiKeys.insert(row))
  audit(ctx, { action: "apiKeys.create", kind: "apiKeys", id, after: shownApiKey(row) })
  return { ...shownApiKey(row), key }
}

/** Gone at once: the next request of the key finds no row. Its user stays, for what it did. */
export async function deleteApiKey(ctx: Context, row: ApiKeyRow) {
  ctx.write(apiKeys.remove(row))
  saveUser(ctx, await readUser(ctx, row.user_id), { active: false })
  audit(ctx, { action: "apiKeys.delete", kind: "apiKeys", id: row.id, before: shownApiKey(row) })
}

export const shownApiKey = (row: ApiKeyRow): ApiKey => ({
  _id: row.id,
  name: row.name,
  role: row.role as Role,
  prefix: row.prefix,
  last4: row.last4,
  user: row.user_id,
  expiresAt: isoOrNull(row.expires_at),
  lastUsedAt: isoOrNull(row.last_used_at),
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as ApiKey["metadata"],
})
