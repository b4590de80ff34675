import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { prepare, query } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { audit } from "../../kit/events/audit.ts"
import { type Tolerance, toleranceOf } from "../../kit/pure/bank-tolerances.ts"
import { defaultDocumentSettings, type DocumentSettings } from "../../kit/pure/document-settings.ts"
import { defaultMailSettings, type MailSettings } from "../../kit/pure/mail-settings.ts"
import { isSameJson } from "../../kit/pure/same-json.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { logoUrl } from "./brand-store.ts"
import type { Settings } from "./schema.ts"

type SettingsRow = {
  id: string
  name: string
  mode: Settings["mode"]
  timezone: string
  keyless_window_s: number
  dunning_days: number[]
  brand_colour: string | null
  support_email: string | null
  logo_hash: string | null
  part_payments: boolean
  min_part_percent: number
  mail_settings: Partial<MailSettings>
  portal_cancellations: boolean
  document_settings: Partial<DocumentSettings>
  bank_tolerances: Record<string, number>
  two_factor_from: Date | null
  reporting_currency: string | null
  clock_offset_ms: number
  metadata: Record<string, string>
  version: number
  created_at: Date
  updated_at: Date | null
}

const settings = `
  select id, name, mode, timezone, keyless_window_s, dunning_days, brand_colour, support_email, logo_hash, part_payments,
    min_part_percent, mail_settings, portal_cancellations, document_settings, bank_tolerances, two_factor_from,
    reporting_currency, clock_offset_ms, metadata, version, created_at, updated_at
  from tenants where id = $1`
const settingsRead = prepare(settings)
const settingsLock = prepare(`${settings} for update`)

export async function lockSettings({ tenant, lock }: Context): Promise<SettingsRow> {
  const row = await lock<SettingsRow>({ ...settingsLock, values: [tenant.id] })
  return row!
}

export async function readSettings({ tenant }: Context): Promise<SettingsRow> {
  const [row] = await query<SettingsRow>([tenant.id], { ...settingsRead, values: [tenant.id] })
  return row!
}

/** How much less than due still pays in full. */
export const readTolerance = async (ctx: Context, currency: string): Promise<Tolerance> =>
  toleranceOf((await readSettings(ctx)).bank_tolerances, currency)

const settingsUpdates = writeStatement(`
  update tenants t set name = r.name, timezone = r.timezone, keyless_window_s = r.keyless_window_s, dunning_days = r.dunning_days,
    brand_colour = r.brand_colour, support_email = r.support_email, logo_hash = r.logo_hash,
    part_payments = r.part_payments, min_part_percent = r.min_part_percent, mail_settings = r.mail_settings,
    portal_cancellations = r.portal_cancellations, document_settings = r.document_settings,
    bank_tolerances = r.bank_tolerances, two_factor_from = r.two_factor_from,
    reporting_currency = r.reporting_currency,
    metadata = r.metadata, version = r.version, updated_at = r.updated_at
  from jsonb_to_recordset($1) as r(id text, name text, timezone text, keyless_window_s int, dunning_days jsonb,
    brand_colour text, support_email text, logo_hash text, part_payments boolean, min_part_percent int, mail_settings jsonb,
    portal_cancellations boolean, document_settings jsonb, bank_tolerances jsonb, two_factor_from timestamptz,
    reporting_currency text, metadata jsonb, version int, updated_at timestamptz)
  where t.id = r.id`)

/** An update without changes writes nothing. */
export function saveSettings(ctx: Context, before: SettingsRow, change: Partial<SettingsRow>): Settings {
  if (isSameJson(contentOf({ ...before, ...change }), contentOf(before))) return renderSettings(before)
  const after = { ...before, ...change, version: before.version + 1, updated_at: ctx.now }
  ctx.write({ statement: settingsUpdates, row: after })
  audit(ctx, { action: "tenants.update", kind: "tenants", id: after.id, before: renderSettings(before), after: renderSettings(after) })
  return renderSettings(after)
}

/** What users see and can change. */
function contentOf(row: SettingsRow): Omit<Settings, "now"> {
  const { now: _, ...content } = renderSettings(row)
  return content
}

export const renderSettings = (row: SettingsRow): Settings => ({
  _id: row.id,
  name: row.name,
  mode: row.mode,
  timezone: row.timezone,
  keylessWindowSeconds: row.keyless_window_s,
  dunningDays: row.dunning_days,
  branding: { logo: logoUrl(row.id, row.logo_hash), colour: row.brand_colour, supportEmail: row.support_email },
  partPayments: { enabled: row.part_payments, minPercent: row.min_part_percent },
  mails: { ...defaultMailSettings, ...row.mail_settings },
  portal: { cancelSubscriptions: row.portal_cancellations },
  documents: { ...defaultDocumentSettings, ...row.document_settings },
  bankTolerances: row.bank_tolerances,
  reportingCurrency: row.reporting_currency,
  twoFactor: { requiredFrom: isoTimeOrNull(row.two_factor_from) },
  now: isoTime(databaseClock.now(row.clock_offset_ms)),
  version: row.version,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at ?? row.created_at),
  metadata: row.metadata,
})
