import { identity, json, type Row, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { defaultAccounts, defaultDatev } from "./mapping-rules.ts"
import type { AccountMapping, Datev } from "./schema.ts"

const columns = { ...identity, accounts: json<AccountMapping[]>(), datev: json<Datev>(), ...tracked }
type SettingsRow = Row<typeof columns>

const settings = resource("journal_settings", columns, {
  noun: "journal accounts",
  audits: "journalAccounts",
  render: ({ id, accounts, datev, version }: SettingsRow) => ({ _id: id, accounts, datev, version }),
})

type JournalSettings = { accounts: AccountMapping[]; datev: Datev; isDefault: boolean; version: number }

/** A tenant that has changed nothing has the default chart, in version 0. */
export async function readSettings(ctx: Context): Promise<JournalSettings> {
  const row = await find(ctx)
  return row ? { ...row, isDefault: false } : { accounts: [...defaultAccounts], datev: defaultDatev, isDefault: true, version: 0 }
}

/** If two first changes arrive at once, the unique index refuses one. It runs again and finds the row of the other. */
export async function saveSettings(ctx: Context, change: Pick<JournalSettings, "accounts" | "datev">): Promise<JournalSettings> {
  const before = await find(ctx)
  const { row } = before ? settings.save(ctx, before, change) : settings.insert(ctx, { ...change, metadata: {} })
  return { ...row, isDefault: false }
}

const find = (ctx: Context): Promise<SettingsRow | undefined> => settings.findBy("tenant_id")(ctx, ctx.tenant.id)
