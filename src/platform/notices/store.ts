import { boolean, insertInto, nullable, oneOf, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { deleteOld } from "../../kit/db/delete-old.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { audit } from "../../kit/events/audit.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { type ListQuery, narrow } from "../../kit/pure/filters.ts"
import { newId } from "../../kit/pure/id.ts"
import { isSameJson } from "../../kit/pure/same-json.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { type Choice, type Notice, retentionDays } from "./schema.ts"
import { kindNames } from "./values.ts"

const columns = {
  tenant_id: text,
  id: text,
  user_id: text,
  kind: oneOf(kindNames),
  object_type: text,
  object_id: text,
  occasion: text,
  title: text,
  path: text,
  read_at: nullable(timestamptz),
  created_at: timestamptz,
}
type NoticeRow = Row<typeof columns>

/** The same event again, such as a reminder, adds nothing. */
const inserts = writeStatement(`${insertInto("notices", columns)} on conflict do nothing`)

type NewNotice = Omit<NoticeRow, "tenant_id" | "id" | "read_at" | "created_at">

export function insertNotice({ tenant, now, write }: Context, notice: NewNotice) {
  const row = { ...notice, tenant_id: tenant.id, id: newId(now), read_at: null, created_at: now }
  write({ statement: inserts, row })
}

/** The person's own, about objects of the types that they may see now. */
export async function listNotices(ctx: Context, list: ListQuery, types: readonly string[]) {
  const visible = { field: "type", column: "object_type", operator: "in" as const, values: [...types] }
  const own = narrow({ ...list, where: [...list.where, visible] }, "user_id", ctx.caller.user)
  const { data, ...rest } = await queryPage<NoticeRow>(ctx, { from: "notices" }, own)
  return { data: data.map(renderNotice), ...rest }
}

/** A notice of somebody else gives the same 404 as an unknown one. */
export async function readOwnNotice({ tenant, caller }: Context, id: string, types: readonly string[]): Promise<NoticeRow> {
  const [row] = await query<NoticeRow>(
    [tenant.id],
    sql`
    select * from notices
    where tenant_id = ${tenant.id} and id = ${id} and user_id = ${caller.user} and object_type = any(${types})`,
  )
  if (!row) throw generalProblem("GEN-1004", { kind: "notice", reference: id })
  return row
}

export async function findUnread({ tenant, caller }: Context, types: readonly string[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    [tenant.id],
    sql`
    select id from notices
    where tenant_id = ${tenant.id} and user_id = ${caller.user} and read_at is null and object_type = any(${types})`,
  )
  return rows.map(({ id }) => id)
}

const reads = writeStatement(
  `update notices n set read_at = r.at from jsonb_to_recordset($1) as r(tenant_id text, id text, at timestamptz)
   where n.tenant_id = r.tenant_id and n.id = r.id and n.read_at is null`,
)

/** The first time counts. */
export function markRead({ tenant, now, write }: Context, ids: readonly string[]) {
  for (const id of ids) write({ statement: reads, row: { tenant_id: tenant.id, id, at: now } })
}

export const deleteOldNotices = () => deleteOld(retentionDays, { table: "notices", since: "created_at" })

export const renderNotice = (row: NoticeRow): Notice => ({
  _id: row.id,
  kind: row.kind,
  title: row.title,
  type: row.object_type,
  object: row.object_id,
  path: row.path,
  read: row.read_at !== null,
  readAt: isoTimeOrNull(row.read_at),
  createdAt: isoTime(row.created_at),
})

const choiceColumns = { tenant_id: text, user_id: text, kind: oneOf(kindNames), mail: boolean, page: boolean }
type ChoiceRow = Row<typeof choiceColumns>

export const findChoices = ({ tenant }: Context, users: readonly string[]): Promise<ChoiceRow[]> =>
  query<ChoiceRow>(
    [tenant.id],
    sql`select * from notice_choices where tenant_id = ${tenant.id} and user_id = any(${users}) order by user_id, kind`,
  )

const choiceWrites = writeStatement(
  `${insertInto("notice_choices", choiceColumns)}
   on conflict (tenant_id, user_id, kind) do update set mail = excluded.mail, page = excluded.page`,
)

/** Writes nothing if nothing changes. */
export function saveChoices(ctx: Context, before: readonly Choice[], after: readonly Choice[]) {
  if (isSameJson(before, after)) return
  const { tenant, caller, write } = ctx
  for (const choice of after) write({ statement: choiceWrites, row: { ...choice, tenant_id: tenant.id, user_id: caller.user } })
  audit(ctx, { action: "notices.choose", kind: "users", id: caller.user, before: byKind(before), after: byKind(after) })
}

const byKind = (choices: readonly Choice[]) => Object.fromEntries(choices.map(({ kind, mail, page }) => [kind, { mail, page }]))
