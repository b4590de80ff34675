import { audit } from "../kit/audit.ts"
import type { Context } from "../kit/context.ts"
import { ask, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { isId, newId } from "../kit/id.ts"
import { iso } from "../kit/iso.ts"
import { page, type Source } from "../kit/page.ts"
import { type Role, roles } from "../kit/permissions.ts"
import { Problem } from "../kit/problem.ts"
import { question } from "../kit/question.ts"
import { type RowOf, table } from "../kit/table.ts"
import { way } from "../kit/writes.ts"
import type { Settings, Team, User } from "./schema.ts"

const userSource = { from: "users" } satisfies Source
const users = table("users", {
  tenant_id: "text",
  id: "text",
  type: "text",
  email: "text",
  email_key: "text",
  name: "text",
  role: "text",
  teams: "jsonb",
  active: "boolean",
  password_hash: "text?",
  metadata: "jsonb",
  created_at: "timestamptz",
  updated_at: "timestamptz",
  version: "int",
})
export type UserRow = RowOf<typeof users>

const userBy = (column: "id" | "email_key") =>
  question<{ tenant_id: string; reference: string }, UserRow>(`
    select n, u.*
    from jsonb_to_recordset($1) as asked(n int, tenant_id text, reference text)
    cross join lateral (select * from users where tenant_id = asked.tenant_id and ${column} = asked.reference limit 1) u`)
const userById = userBy("id")
const userByEmail = userBy("email_key")

export const findUserByEmail = ({ tenant }: Context, email: string) => userByEmail({ tenant_id: tenant.id, reference: email.toLowerCase() })

export async function readUser({ tenant }: Context, id: string): Promise<UserRow> {
  const row = isId(id) ? await userById({ tenant_id: tenant.id, reference: id }) : undefined
  if (!row) throw new Problem("GEN-1004", { kind: "user", reference: id })
  return row
}

/** Users are changed one at a time in a tenant, so that two can't both step down as the last super admin. */
export async function takeUser(ctx: Context, id: string): Promise<UserRow> {
  await ctx.lock(sql`select 1 from tenants where id = ${ctx.tenant.id} for update`)
  return readUser(ctx, id)
}

export async function countSuperAdmins({ tenant, lock }: Context): Promise<number> {
  const row = await lock<{ n: number }>(sql`
    select count(*)::int as n from users
    where tenant_id = ${tenant.id} and type = 'person' and role = 'super-admin' and active`)
  return row!.n
}

export async function listUsers(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<UserRow>(ctx, userSource, query)
  return { data: data.map(shownUser), ...rest }
}

export type NewUser = Pick<UserRow, "email" | "name"> & {
  type: User["type"]
  role: Role
  id?: string
  password_hash?: string
  metadata?: object
}

export function insertUser(ctx: Context, user: NewUser): UserRow {
  const row: UserRow = {
    id: newId(ctx.now),
    teams: [],
    active: true,
    password_hash: null,
    metadata: {},
    ...user,
    tenant_id: ctx.tenant.id,
    email_key: user.email.toLowerCase(),
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(users.insert(row))
  audit(ctx, { action: "users.create", kind: "users", id: row.id, after: shownUser(row) })
  return row
}

export function saveUser(
  ctx: Context,
  before: UserRow,
  change: Partial<Pick<UserRow, "name" | "role" | "teams" | "active" | "metadata">>,
): User {
  const after = { ...before, ...change, updated_at: ctx.now, version: before.version + 1 }
  ctx.write(users.update(before, after))
  audit(ctx, { action: "users.update", kind: "users", id: after.id, before: shownUser(before), after: shownUser(after) })
  return shownUser(after)
}

export const shownUser = (row: UserRow): User => ({
  _id: row.id,
  type: row.type as User["type"],
  email: row.email,
  name: row.name,
  role: row.role as Role,
  permissions: [...roles[row.role as Role]],
  teams: row.teams as string[],
  active: row.active,
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as User["metadata"],
})

const teamSource = { from: "teams" } satisfies Source
const teams = table("teams", {
  tenant_id: "text",
  id: "text",
  name: "text",
  name_key: "text",
  metadata: "jsonb",
  created_at: "timestamptz",
  updated_at: "timestamptz",
  version: "int",
})
export type TeamRow = RowOf<typeof teams>

const teamBy = (column: "id" | "name_key") =>
  question<{ tenant_id: string; reference: string }, TeamRow>(`
    select n, t.*
    from jsonb_to_recordset($1) as asked(n int, tenant_id text, reference text)
    cross join lateral (select * from teams where tenant_id = asked.tenant_id and ${column} = asked.reference limit 1) t`)
const teamById = teamBy("id")
const teamByName = teamBy("name_key")

export const findTeamByName = ({ tenant }: Context, name: string) => teamByName({ tenant_id: tenant.id, reference: name.toLowerCase() })

export async function readTeam({ tenant }: Context, id: string): Promise<TeamRow> {
  const row = isId(id) ? await teamById({ tenant_id: tenant.id, reference: id }) : undefined
  if (!row) throw new Problem("GEN-1004", { kind: "team", reference: id })
  return row
}

/** A team that another object names. */
export async function resolveTeam({ tenant }: Context, reference: string): Promise<string> {
  const row = isId(reference) ? await teamById({ tenant_id: tenant.id, reference }) : undefined
  if (!row) throw new Problem("SMR-1001", { kind: "team", reference })
  return row.id
}

export async function listTeams(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<TeamRow>(ctx, teamSource, query)
  return { data: data.map(shownTeam), ...rest }
}

export function insertTeam(ctx: Context, { name, metadata }: Pick<Team, "name" | "metadata">): Team {
  const row: TeamRow = {
    tenant_id: ctx.tenant.id,
    id: newId(ctx.now),
    name,
    name_key: name.toLowerCase(),
    metadata,
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(teams.insert(row))
  audit(ctx, { action: "teams.create", kind: "teams", id: row.id, after: shownTeam(row) })
  return shownTeam(row)
}

export const shownTeam = (row: TeamRow): Team => ({
  _id: row.id,
  name: row.name,
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as Team["metadata"],
})

const tenantInserts = way(`
  insert into tenants (id, name, slug, mode, timezone, link_key, created_at)
  select id, name, slug, mode, timezone, link_key, created_at
  from jsonb_to_recordset($1) as r(id text, name text, slug text, mode text, timezone text, link_key text, created_at timestamptz)`)

/** The tenant is there with its first users, or not at all. */
export function insertTenant(ctx: Context) {
  const { id, name, slug, mode, timezone, linkKey: link_key } = ctx.tenant
  ctx.write({ way: tenantInserts, row: { id, name, slug, mode, timezone, link_key, created_at: ctx.now } })
  audit(ctx, { action: "tenants.create", kind: "tenants", id, after: { _id: id, name, mode, timezone } })
}

type SettingsRow = {
  id: string
  name: string
  mode: Settings["mode"]
  timezone: string
  keyless_window_s: number
  clock_offset_ms: number
  created_at: Date
}

export async function lockSettings({ tenant, lock }: Context): Promise<SettingsRow> {
  const row = await lock<SettingsRow>(sql`
    select id, name, mode, timezone, keyless_window_s, clock_offset_ms, created_at
    from tenants where id = ${tenant.id} for update`)
  return row!
}

export async function readSettings({ tenant }: Context): Promise<SettingsRow> {
  const [row] = await ask<SettingsRow>(
    [tenant.id],
    sql`
    select id, name, mode, timezone, keyless_window_s, clock_offset_ms, created_at
    from tenants where id = ${tenant.id}`,
  )
  return row!
}

const tenantUpdates = way(`
  update tenants t set name = r.name, timezone = r.timezone, keyless_window_s = r.keyless_window_s, clock_offset_ms = r.clock_offset_ms
  from jsonb_to_recordset($1) as r(id text, name text, timezone text, keyless_window_s int, clock_offset_ms bigint)
  where t.id = r.id`)

export function saveSettings(ctx: Context, before: SettingsRow, change: Partial<SettingsRow>): Settings {
  const after = { ...before, ...change }
  ctx.write({ way: tenantUpdates, row: after })
  audit(ctx, { action: "tenants.update", kind: "tenants", id: after.id, before: shownSettings(before), after: shownSettings(after) })
  return shownSettings(after)
}

export const shownSettings = (row: SettingsRow): Settings => ({
  _id: row.id,
  name: row.name,
  mode: row.mode,
  timezone: row.timezone,
  keylessWindowSeconds: row.keyless_window_s,
  now: new Date(Date.now() + row.clock_offset_ms).toISOString(),
  createdAt: iso(row.created_at),
})

const listened = way(`
  update tenants t set has_webhooks = r.has_webhooks
  from jsonb_to_recordset($1) as r(id text, has_webhooks boolean)
  where t.id = r.id`)

/** From now on its events are looked at for who wants them, or no more. */
export function setListened({ tenant, write }: Context, has_webhooks: boolean) {
  if (tenant.hasWebhooks !== has_webhooks) write({ way: listened, row: { id: tenant.id, has_webhooks } })
}

/** The people who are told when something needs them. */
export function findSuperAdmins({ tenant }: Context): Promise<UserRow[]> {
  return ask<UserRow>(
    [tenant.id],
    sql`
    select * from users where tenant_id = ${tenant.id} and type = 'person' and role = 'super-admin' and active order by id`,
  )
}
