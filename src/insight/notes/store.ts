import { identity, json, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { indexTags } from "../../kit/db/tag-index.ts"
import { audit } from "../../kit/events/audit.ts"
import { resource } from "../../kit/operation/resource.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { Note } from "./schema.ts"

const columns = { ...identity, object_type: text, object_id: text, user_id: text, text, mentions: json<string[]>(), ...tracked }
export type NoteRow = Row<typeof columns>

const notes = resource("notes", columns, { noun: "note", audits: "notes", auditedAs: note => note.object, render: renderNote })
export const { read: readNote, readForUpdate: readNoteForUpdate } = notes

/** The notes about objects of these types: those that the caller may see. */
export const listNotes = (ctx: Context, list: ListQuery, types: readonly string[]) =>
  notes.list(ctx, { ...list, where: [...list.where, { field: "type", column: "object_type", operator: "in", values: [...types] }] })

type NewNote = Pick<NoteRow, "object_type" | "object_id" | "text" | "mentions">

export const insertNote = (ctx: Context, note: NewNote): Note =>
  notes.insert(ctx, { ...note, user_id: ctx.caller.user, metadata: {} }).object

export const saveNote = (ctx: Context, before: NoteRow, change: Pick<NoteRow, "text" | "mentions">): Note =>
  notes.save(ctx, before, change).object

export const deleteNote = (ctx: Context, row: NoteRow) => notes.remove(ctx, row)

export function renderNote(row: NoteRow): Note {
  return {
    _id: row.id,
    type: row.object_type,
    object: row.object_id,
    author: row.user_id,
    text: row.text,
    mentions: row.mentions,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}

export async function findTags({ tenant }: Pick<Context, "tenant">, object: string): Promise<string[]> {
  const rows = await query<{ tag: string }>(
    [tenant.id],
    sql`select tag from object_tags where tenant_id = ${tenant.id} and object_id = ${object} order by tag`,
  )
  return rows.map(({ tag }) => tag)
}

/** How many objects have each label, of one type or of these. */
export const countTags = ({ tenant }: Context, types: readonly string[]): Promise<{ tag: string; count: number }[]> =>
  query(
    [tenant.id],
    sql`
    select tag, count(*)::int as count from object_tags
    where tenant_id = ${tenant.id} and object_type = any(${types}) group by tag order by tag limit 500`,
  )

/** Writes only the labels that differ, with one audit entry. */
export function saveTags(ctx: Context, { type, object }: { type: string; object: string }, before: string[], after: string[]) {
  const writes = indexTags({ tenant_id: ctx.tenant.id, object_type: type, object_id: object }, before, after)
  if (writes.length === 0) return
  ctx.write(writes)
  audit(ctx, { action: "tags.update", kind: "tags", id: object, before: { type, tags: before }, after: { type, tags: after } })
}
