import { identity, json, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { builtIn, isBuiltIn, movesMoney, type Permission, type RoleHolder } from "../../kit/pure/permissions.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { Role } from "./role-schema.ts"
import { lockTenant, saveUser, type UserRow } from "./store.ts"

const columns = {
  ...identity,
  name: text,
  name_key: text,
  description: text,
  permissions: json<Permission[]>(),
  ...tracked,
}
export type RoleRow = Row<typeof columns>

const roles = resource("own_roles", columns, { noun: "role", audits: "roles", render: renderRole })
export const { read: readRole, list: listRoles } = roles

const findByName = roles.findBy("name_key")
export const findRoleByName = (ctx: Context, name: string) => findByName(ctx, name.toLowerCase())

/** Whoever gives a role to a user locks the tenant, too, so nobody gets the permissions that the role had before a change. */
export async function readRoleForUpdate(ctx: Context, id: string): Promise<RoleRow> {
  await lockTenant(ctx)
  return readRole(ctx, id)
}

export const holderOf = ({ id, name, permissions }: Pick<RoleRow, "id" | "name" | "permissions">): RoleHolder => ({
  role: id,
  own_role: { name, permissions },
})

/** The role that a user or a key gets: a built-in one by its name, or one of the tenant's own by its id. */
export async function resolveRole(ctx: Context, reference: string): Promise<RoleHolder> {
  if (isBuiltIn(reference)) return builtIn(reference)
  await lockTenant(ctx)
  const row = await roles.find(ctx, reference)
  if (!row) throw generalProblem("SMR-1001", { kind: "role", reference })
  return holderOf(row)
}

/** Locks the tenant first, so that concurrent requests can't exceed the maximum together. */
export async function lockAndCountRoles(ctx: Context): Promise<number> {
  await lockTenant(ctx)
  const row = await ctx.lock<{ n: number }>(sql`select count(*)::int as n from own_roles where tenant_id = ${ctx.tenant.id}`)
  return row!.n
}

/** Everybody who has the role, disabled users and those of deleted keys included. The tenant must be locked. */
export const findHolders = ({ tenant }: Context, role: string): Promise<UserRow[]> =>
  query<UserRow>([tenant.id], sql`select * from users where tenant_id = ${tenant.id} and role = ${role} order by id`)

/** What the users carry of their role changes with it, so that it counts from the next request of each session and key on. */
export function saveHolders(ctx: Context, users: readonly UserRow[], { own_role }: RoleHolder) {
  for (const user of users) saveUser(ctx, user, { own_role })
}

type Content = Pick<RoleRow, "name" | "description" | "permissions" | "metadata">
const keyed = (content: Content) => ({ ...content, name_key: content.name.toLowerCase() })

export const insertRole = (ctx: Context, content: Content): Role => roles.insert(ctx, keyed(content)).object
export const saveRole = (ctx: Context, before: RoleRow, content: Content): Role => roles.save(ctx, before, keyed(content)).object
export const deleteRole = (ctx: Context, row: RoleRow) => roles.remove(ctx, row)

export function renderRole(row: RoleRow): Role {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    permissions: row.permissions,
    movesMoney: row.permissions.filter(movesMoney),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
