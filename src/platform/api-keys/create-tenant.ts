import { home } from "../../kit/db/cells.ts"
import { chooseCell } from "../../kit/db/choose-cell.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { activateEntry, homeEntry, reserveEntry } from "../../kit/db/directory-entries.ts"
import { randomText } from "../../kit/service/crypto.ts"
import { hashPassword } from "../../kit/service/password-hash.ts"
import { builtIn } from "../../kit/pure/permissions.ts"
import { newId } from "../../kit/pure/id.ts"
import { defaultMailSettings as mails } from "../../kit/pure/mail-settings.ts"
import { system } from "../../kit/operation/system.ts"
import { transact } from "../../kit/db/unit-of-work.ts"
import { insertAccount } from "../accounts/store.ts"
import type { Settings } from "../tenants/schema.ts"
import { openSubscription } from "../billing/bill.ts"
import { insertTenant, insertUser } from "../tenants/store.ts"
import { insertApiKey } from "./store.ts"

type NewTenant = {
  name: string
  mode: Settings["mode"]
  timezone: string
  email: string
  /** The cell to create it in; by default the least loaded one. */
  cell?: string | undefined
}
export type Keys = { tenantId: string; apiKey: string; email: string; password: string }

/**
 * Creates a tenant with a super admin and an API key in one commit. In another cell than home its entry in the directory comes first.
 * Password and key are returned here and stored only as hashes; `keep` gets them just before the commit, so that they are not lost if the
 * process ends right after it.
 */
export async function createTenant({ name, mode, timezone, email, cell: wanted }: NewTenant, keep?: (keys: Keys) => void): Promise<Keys> {
  const password = randomText(15)
  const passwordHash = await hashPassword(password)
  const fresh = { clockOffsetMs: 0, hasWebhooks: false, mails }
  const tenant = { id: newId(databaseClock.now()), name, mode, timezone, slug: "", linkKey: randomText(32), ...fresh }
  const cell = await chooseCell(wanted)
  const reserved = cell === home() ? undefined : await reserveEntry(tenant.id, cell.name, newSlug)
  const origin = { channel: "system" as const, operation: "tenant create", requestId: tenant.id, address: "local" }
  const keys = await transact({ caller: system, tenant, origin, name: tenant.id, deadline: reserved?.deadline }, async ctx => {
    tenant.slug = reserved?.slug ?? newSlug() // a new one for each try, because another tenant may have it
    insertTenant(ctx)
    if (!reserved) ctx.write(homeEntry(tenant, ctx.now))
    openSubscription(ctx)
    const { id } = insertUser(ctx, { type: "person", email, name: "Super admin", ...builtIn("super-admin") })
    insertAccount(ctx, id, passwordHash)
    const { key } = insertApiKey(ctx, { name: "First key", ...builtIn("super-admin") })
    const created = { tenantId: tenant.id, apiKey: key, email, password }
    keep?.(created)
    return created
  })
  if (reserved) await activateEntry(tenant.id)
  return keys
}

const newSlug = () =>
  randomText(12)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 6)
    .padEnd(6, "0")
