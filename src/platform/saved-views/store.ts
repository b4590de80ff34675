import { boolean, identity, json, nullable, oneOf, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { lockTenant } from "../tenants/store.ts"
import { mayEdit, maySee } from "./rules.ts"
import type { SavedView } from "./schema.ts"
import { densities } from "./values.ts"

const columns = {
  ...identity,
  user_id: text,
  list: text,
  name: text,
  is_shared: boolean,
  query: json<Record<string, string>>(),
  columns: nullable(json<string[]>()),
  density: oneOf(densities),
  ...tracked,
}
type SavedViewRow = Row<typeof columns>

const views = resource("saved_views", columns, {
  noun: "saved view",
  audits: "savedViews",
  conditions: { visibleTo: users => `(user_id = any(${users}) or is_shared)` },
  render: renderStored,
})

/** A view that the caller sees. One that somebody else has not shared gives the same 404 as an unknown one. */
export async function readSavedView(ctx: Context, id: string, lists: readonly string[]): Promise<SavedViewRow> {
  const found = await views.find(ctx, id)
  return views.assertFound(found && maySee(found, ctx.caller, lists) ? found : undefined, id)
}

export async function readSavedViewForUpdate(ctx: Context, id: string, lists: readonly string[]): Promise<SavedViewRow> {
  const row = await views.readForUpdate(ctx, id)
  return views.assertFound(maySee(row, ctx.caller, lists) ? row : undefined, id)
}

/** The caller's own and the shared ones, of the lists that the caller may see. */
export async function listSavedViews(ctx: Context, list: ListQuery, lists: readonly string[]) {
  const visible = [
    { field: "visibleTo", column: "user_id", operator: "in" as const, values: [ctx.caller.user] },
    { field: "list", column: "list", operator: "in" as const, values: [...lists] },
  ]
  const { data, ...rest } = await views.page(ctx, { ...list, where: [...list.where, ...visible] })
  return { data: data.map(row => renderSavedView(row, ctx)), ...rest }
}

/** Locks the tenant first, so that concurrent requests can't exceed a maximum together. */
export async function lockAndCount(ctx: Context, user: string): Promise<{ own: number; shared: number }> {
  await lockTenant(ctx)
  const row = await ctx.lock<{ own: number; shared: number }>(sql`
    select (count(*) filter (where user_id = ${user}))::int as own, (count(*) filter (where is_shared))::int as shared
    from saved_views where tenant_id = ${ctx.tenant.id}`)
  return row!
}

type Content = Pick<SavedViewRow, "name" | "is_shared" | "query" | "columns" | "density">

export const insertSavedView = (ctx: Context, view: Content & Pick<SavedViewRow, "list">): SavedViewRow =>
  views.insert(ctx, { ...view, user_id: ctx.caller.user, metadata: {} }).row

export const saveSavedView = (ctx: Context, before: SavedViewRow, change: Content): SavedViewRow => views.save(ctx, before, change).row

export const deleteSavedView = (ctx: Context, row: SavedViewRow) => views.remove(ctx, row)

/** The views of a person who has left, without those that others see. */
export async function deleteUnsharedOf(ctx: Context, user: string) {
  const rows = await query<SavedViewRow>(
    [ctx.tenant.id],
    sql`select * from saved_views where tenant_id = ${ctx.tenant.id} and user_id = ${user} and not is_shared order by id`,
  )
  for (const row of rows) views.remove(ctx, row)
}

function renderStored(row: SavedViewRow) {
  return {
    _id: row.id,
    list: row.list,
    name: row.name,
    owner: row.user_id,
    shared: row.is_shared,
    query: row.query,
    columns: row.columns,
    density: row.density,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}

export const renderSavedView = (row: SavedViewRow, { caller }: Pick<Context, "caller">): SavedView => ({
  ...renderStored(row),
  mayEdit: mayEdit(row, caller),
})
