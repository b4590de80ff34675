import { identity, json, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { CsvProfile } from "./readers/schema.ts"
import type { SavedProfile } from "./schema.ts"

const columns = { ...identity, own_account_id: text, profile: json<CsvProfile>(), ...tracked }
type SavedProfileRow = Row<typeof columns>

const profiles = resource("csv_profiles", columns, {
  noun: "CSV profile",
  audits: "csvProfiles",
  counted: true,
  render: renderSavedProfile,
})
export const { read: readCsvProfile, readForUpdate: readCsvProfileForUpdate, list: listCsvProfiles, remove: removeCsvProfile } = profiles

const findByAccount = profiles.findBy("own_account_id")
export const findCsvProfile = (ctx: Context, account: string): Promise<SavedProfileRow | undefined> => findByAccount(ctx, account)

/** An account has one profile. A concurrent save of another one makes this unit of work run again. */
export function saveCsvProfile(ctx: Context, account: string, before: SavedProfileRow | undefined, profile: CsvProfile) {
  if (before) profiles.save(ctx, before, { profile })
  else profiles.insert(ctx, { own_account_id: account, profile, metadata: {} })
}

export function renderSavedProfile(row: SavedProfileRow): SavedProfile {
  return {
    _id: row.id,
    ownAccount: row.own_account_id,
    profile: row.profile,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
