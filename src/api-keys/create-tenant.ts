import { hashPassword, randomText } from "../kit/crypto.ts"
import { newId } from "../kit/id.ts"
import { system } from "../kit/system.ts"
import { transact } from "../kit/transact.ts"
import type { Settings } from "../tenants/schema.ts"
import { insertTenant, insertUser } from "../tenants/store.ts"
import { insertApiKey } from "./store.ts"

export type NewTenant = { name: string; mode: Settings["mode"]; timezone: string; email: string }
export type Keys = { tenantId: string; apiKey: string; email: string; password: string }

/** A tenant with its super admin and a first API key, in one commit. The secrets leave the house here. */
export async function createTenant({ name, mode, timezone, email }: NewTenant): Promise<Keys> {
  const password = randomText(15)
  const password_hash = await hashPassword(password)
  const slug = randomText(12)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 6)
    .padEnd(6, "0")
  const tenant = { id: newId(new Date()), name, mode, timezone, slug, linkKey: randomText(32), clockOffsetMs: 0, hasWebhooks: false }
  const origin = { door: "command" as const, operation: "tenant create", requestId: tenant.id, address: "local" }
  return transact({ caller: system, tenant, origin, name: tenant.id }, async ctx => {
    insertTenant(ctx)
    insertUser(ctx, { type: "person", email, name: "Super admin", role: "super-admin", password_hash })
    const { key } = insertApiKey(ctx, { name: "First key", role: "super-admin" })
    return { tenantId: tenant.id, apiKey: key, email, password }
  })
}
