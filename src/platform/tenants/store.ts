import { boolean, identity, json, nullable, oneOf, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { inEveryCell } from "../../kit/db/cells.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { audit } from "../../kit/events/audit.ts"
import { resource } from "../../kit/operation/resource.ts"
import { locales } from "../../kit/pure/mail-settings.ts"
import { builtIn, type OwnRole, type Permission, permissionsOf, roleNameOf, roleNames } from "../../kit/pure/permissions.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { isOutdated } from "../../kit/service/crypto.ts"
import { sealLinkKey, unsealLinkKey } from "./link-key.ts"
import { type Team, type User, userTypes } from "./schema.ts"

const userColumns = {
  ...identity,
  type: oneOf(userTypes),
  email: text,
  email_key: text,
  name: text,
  /** Null: as the browser, and in the tenant's language for mails. */
  locale: nullable(oneOf(locales)),
  role: text,
  /** The name and the permissions of `role` if it is one of the tenant's own. */
  own_role: nullable(json<OwnRole>()),
  teams: json<string[]>(),
  active: boolean,
  ...tracked,
}
export type UserRow = Row<typeof userColumns>

const users = resource("users", userColumns, { noun: "user", audits: "users", render: renderUser })
export const { read: readUser, list: listUsers } = users

const findByEmail = users.findBy("email_key")
export const findUserByEmail = (ctx: Context, email: string) => findByEmail(ctx, email.toLowerCase())

/** For limits per tenant: requests that create the same kind of object wait for each other, and no others wait for them. */
export const lockTenant = ({ tenant, lock }: Context) => lock(sql`select 1 from tenants where id = ${tenant.id} for no key update`)

/** Locks the tenant first: its users are changed one at a time, so that the last two super admins can't both step down. */
export async function readUserForUpdate(ctx: Context, id: string): Promise<UserRow> {
  await ctx.lock(sql`select 1 from tenants where id = ${ctx.tenant.id} for update`)
  return readUser(ctx, id)
}

export async function countSuperAdmins({ tenant, lock }: Context): Promise<number> {
  const row = await lock<{ n: number }>(sql`
    select count(*)::int as n from users
    where tenant_id = ${tenant.id} and type = 'person' and role = 'super-admin' and active`)
  return row!.n
}

/** The people who are notified when something needs attention. */
export function findSuperAdmins({ tenant }: Context): Promise<UserRow[]> {
  return query<UserRow>(
    [tenant.id],
    sql`
    select * from users where tenant_id = ${tenant.id} and type = 'person' and role = 'super-admin' and active order by id`,
  )
}

/** The people whose role has a permission. They are notified about work that needs it. */
export function findPeopleWith({ tenant }: Context, permission: Permission): Promise<UserRow[]> {
  const holders = roleNames.filter(role => permissionsOf(builtIn(role)).has(permission))
  return query<UserRow>(
    [tenant.id],
    sql`
    select * from users where tenant_id = ${tenant.id} and type = 'person' and active
      and (role = any(${holders}) or own_role -> 'permissions' @> to_jsonb(${permission}::text)) order by id`,
  )
}

/** In the order of their ids. Concurrent requests share the look-up. */
export async function findUsers(ctx: Context, ids: readonly string[]): Promise<UserRow[]> {
  const found = await Promise.all(ids.toSorted().map(id => users.find(ctx, id)))
  return found.filter(user => user !== undefined)
}

/** The active ones of these users. */
export async function findActiveUsers(ctx: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await findUsers(ctx, ids)
  return new Set(found.filter(({ active }) => active).map(({ id }) => id))
}

/** The commit is refused, and the unit of work runs again, if one of these users has changed since it was read. */
const unchanged = writeStatement(
  `select 1 from jsonb_to_recordset($1) as r(tenant_id text, id text, expected int)
  join users u on u.tenant_id = r.tenant_id and u.id = r.id and u.revision = r.expected`,
  { exact: true, combine: rows => [...new Map(rows.map(row => [JSON.stringify(row), row])).values()] },
)
export function assertUsersUnchanged({ write }: Context, found: readonly UserRow[]) {
  for (const { tenant_id, id, revision } of found)
    write({ statement: unchanged, row: { tenant_id, id, expected: revision }, id: `user as it was ${tenant_id} ${id}` })
}

type NewUser = Pick<UserRow, "type" | "email" | "name" | "role" | "own_role"> & Partial<Pick<UserRow, "teams" | "locale">>

export function insertUser(ctx: Context, user: NewUser): UserRow {
  const defaults = { teams: [], locale: null, active: true, metadata: {} }
  return users.insert(ctx, { ...defaults, ...user, email_key: user.email.toLowerCase() }).row
}

type UserChange = Partial<Pick<UserRow, "name" | "locale" | "role" | "own_role" | "teams" | "active" | "metadata">>
export const saveUser = (ctx: Context, before: UserRow, change: UserChange): User => users.save(ctx, before, change).object

export function renderUser(row: UserRow): User {
  return {
    _id: row.id,
    type: row.type,
    email: row.email,
    name: row.name,
    locale: row.locale,
    role: row.role,
    roleName: roleNameOf(row),
    permissions: [...permissionsOf(row)],
    teams: row.teams,
    status: row.active ? "active" : "disabled",
    active: row.active,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}

const teamColumns = { ...identity, name: text, name_key: text, ...tracked }
type TeamRow = Row<typeof teamColumns>

const teams = resource("teams", teamColumns, { noun: "team", audits: "teams", render: renderTeam })
export const { read: readTeam, readForUpdate: readTeamForUpdate, list: listTeams } = teams

const findByName = teams.findBy("name_key")
export const findTeamByName = (ctx: Context, name: string) => findByName(ctx, name.toLowerCase())

/** The id of a team that another object refers to. */
export const resolveTeam = async (ctx: Context, reference: string): Promise<string> => (await teams.resolve(ctx, reference)).id

export const insertTeam = (ctx: Context, { name, metadata }: Pick<Team, "name" | "metadata">): Team =>
  teams.insert(ctx, { name, name_key: name.toLowerCase(), metadata }).object

export const saveTeam = (ctx: Context, before: TeamRow, { name, metadata }: Pick<Team, "name" | "metadata">): Team =>
  teams.save(ctx, before, { name, name_key: name.toLowerCase(), metadata }).object

export function renderTeam(row: TeamRow): Team {
  return {
    _id: row.id,
    name: row.name,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}

const tenantInserts = writeStatement(`
  insert into tenants (id, name, slug, mode, timezone, link_key, created_at)
  select id, name, slug, mode, timezone, link_key, created_at
  from jsonb_to_recordset($1) as r(id text, name text, slug text, mode text, timezone text, link_key text, created_at timestamptz)`)

/** Inserts the tenant of the context. */
export function insertTenant(ctx: Context) {
  const { id, name, slug, mode, timezone, linkKey } = ctx.tenant
  const link_key = sealLinkKey(linkKey, id)
  ctx.write({ statement: tenantInserts, row: { id, name, slug, mode, timezone, link_key, created_at: ctx.now } })
  audit(ctx, { action: "tenants.create", kind: "tenants", id, after: { _id: id, name, mode, timezone } })
}

export async function findTenantIds(): Promise<string[]> {
  const rows = await inEveryCell(() => query<{ id: string }>(allTenants, sql`select id from tenants order by id`))
  return rows.flat().map(({ id }) => id)
}

/** Seals the link keys that an earlier version stored unsealed, or that an older SECRET_KEY sealed. */
export async function resealLinkKeys(): Promise<number> {
  const rows = await query<{ id: string; link_key: string }>(allTenants, sql`select id, link_key from tenants`)
  const outdated = rows.filter(row => isOutdated(row.link_key))
  for (const { id, link_key } of outdated)
    await query(
      [id],
      sql`
      update tenants set link_key = ${sealLinkKey(unsealLinkKey(link_key, id), id)} where id = ${id} and link_key = ${link_key}`,
    )
  return outdated.length
}

const hasWebhooksUpdates = writeStatement(`
  update tenants t set has_webhooks = r.has_webhooks
  from jsonb_to_recordset($1) as r(id text, has_webhooks boolean)
  where t.id = r.id`)

/** Events are matched with webhook endpoints only while this is set. */
export function setHasWebhooks({ tenant, write }: Context, has_webhooks: boolean) {
  if (tenant.hasWebhooks !== has_webhooks) write({ statement: hasWebhooksUpdates, row: { id: tenant.id, has_webhooks } })
}
