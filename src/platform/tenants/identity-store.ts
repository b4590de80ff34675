import type { Identity } from "../../kit/operation/ports.ts"
import type { Caller, CallerSession, Tenant } from "../../kit/pure/caller.ts"
import { defaultMailSettings, type MailSettings } from "../../kit/pure/mail-settings.ts"
import { type OwnRole, permissionsOf } from "../../kit/pure/permissions.ts"
import { unsealLinkKey } from "./link-key.ts"

/** What the look-up of every kind of credential reads from the tenant `t` and the user `u`. */
export const identityColumns = `
  t.id as tenant_id, t.name as tenant_name, t.mode, t.timezone, t.slug, t.link_key, t.clock_offset_ms, t.keyless_window_s, t.has_webhooks,
  t.two_factor_from, t.mail_settings, u.id as user_id, u.email, u.name, u.role, u.own_role`

export type IdentityRow = {
  read_at: Date
  tenant_id: string
  tenant_name: string
  mode: Tenant["mode"]
  timezone: string
  slug: string
  link_key: string
  clock_offset_ms: number
  keyless_window_s: number
  has_webhooks: boolean
  two_factor_from: Date | null
  mail_settings: Partial<MailSettings>
  user_id: string
  email: string
  name: string
  role: string
  own_role: OwnRole | null
}

/** What a person may not do before they have the second factor that their tenant requires, for `caller`. API keys have none. */
export const secondFactorDue = (row: IdentityRow & { lacks_second_factor: boolean }): Pick<Caller, "secondFactorDueAt"> =>
  row.two_factor_from && row.lacks_second_factor ? { secondFactorDueAt: row.two_factor_from } : {}

export function identityOf(row: IdentityRow, type: Exclude<Caller["type"], "system">, session?: CallerSession): Identity {
  const { user_id: user, email, name, role } = row
  return {
    caller: { user, type, email, name, role, permissions: permissionsOf(row), ...(session && { session }) },
    tenant: {
      id: row.tenant_id,
      name: row.tenant_name,
      mode: row.mode,
      timezone: row.timezone,
      slug: row.slug,
      linkKey: unsealLinkKey(row.link_key, row.tenant_id),
      clockOffsetMs: row.clock_offset_ms,
      hasWebhooks: row.has_webhooks,
      mails: { ...defaultMailSettings, ...row.mail_settings },
    },
    keylessWindowSeconds: row.keyless_window_s,
    readAt: row.read_at,
  }
}
