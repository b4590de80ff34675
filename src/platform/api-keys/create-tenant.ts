import { databaseClock } from "../../kit/db/database-clock.ts"
import { randomText } from "../../kit/service/crypto.ts"
import { hashPassword } from "../../kit/service/password-hash.ts"
import { newId } from "../../kit/pure/id.ts"
import { defaultMailSettings as mails } from "../../kit/pure/mail-settings.ts"
import { system } from "../../kit/operation/system.ts"
import { transact } from "../../kit/db/unit-of-work.ts"
import { insertAccount } from "../accounts/store.ts"
import type { Settings } from "../tenants/schema.ts"
import { openSubscription } from "../billing/bill.ts"
import { insertTenant, insertUser } from "../tenants/store.ts"
import { insertApiKey } from "./store.ts"

type NewTenant = { name: string; mode: Settings["mode"]; timezone: string; email: string }
export type Keys = { tenantId: string; apiKey: string; email: string; password: string }

/**
 * Creates a tenant with a super admin and an API key in one commit. Password and key are returned here and stored only as hashes; `keep`
 * gets them just before the commit, so that they are not lost if the process ends right after it.
 */
export async function createTenant({ name, mode, timezone, email }: NewTenant, keep?: (keys: Keys) => void): Promise<Keys> {
  const password = randomText(15)
  const passwordHash = await hashPassword(password)
  const fresh = { clockOffsetMs: 0, hasWebhooks: false, mails }
  const tenant = { id: newId(databaseClock.now()), name, mode, timezone, slug: "", linkKey: randomText(32), ...fresh }
  const origin = { channel: "system" as const, operation: "tenant create", requestId: tenant.id, address: "local" }
  return transact({ caller: system, tenant, origin, name: tenant.id }, async ctx => {
    tenant.slug = newSlug() // a new one for each try, because another tenant may have it
    insertTenant(ctx)
    openSubscription(ctx)
    const { id } = insertUser(ctx, { type: "person", email, name: "Super admin", role: "super-admin" })
    insertAccount(ctx, id, passwordHash)
    const { key } = insertApiKey(ctx, { name: "First key", role: "super-admin" })
    const keys = { tenantId: tenant.id, apiKey: key, email, password }
    keep?.(keys)
    return keys
  })
}

const newSlug = () =>
  randomText(12)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 6)
    .padEnd(6, "0")
