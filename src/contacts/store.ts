import type { Context } from "../kit/context.ts"
import { sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { isId, newId } from "../kit/id.ts"
import { iso } from "../kit/iso.ts"
import { page, type Source } from "../kit/page.ts"
import { Problem } from "../kit/problem.ts"
import { publish } from "../kit/publish.ts"
import { question } from "../kit/question.ts"
import { type RowOf, table } from "../kit/table.ts"
import type { Contact } from "./schema.ts"

const source = { from: "contacts", counted: true } satisfies Source
const contacts = table(
  "contacts",
  {
    tenant_id: "text",
    id: "text",
    email: "text",
    email_key: "text",
    profile: "jsonb",
    metadata: "jsonb",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    version: "int",
  },
  source,
)
export type ContactRow = RowOf<typeof contacts>
type Content = Pick<Contact, "email" | "profile" | "metadata">

/** Two questions, each of one index: joined by an `or` they cost more than half as much as the rest of a create. */
const contactBy = (column: "id" | "email_key") =>
  question<{ tenant_id: string; reference: string }, ContactRow>(`
    select n, c.*
    from jsonb_to_recordset($1) as asked(n int, tenant_id text, reference text)
    cross join lateral (select * from contacts where tenant_id = asked.tenant_id and ${column} = asked.reference limit 1) c`)
const contactById = contactBy("id")
const contactByEmail = contactBy("email_key")

/** By id or, in any case, by e-mail. */
export async function findContact({ tenant }: Context, reference: string): Promise<ContactRow | undefined> {
  if (isId(reference)) return contactById({ tenant_id: tenant.id, reference })
  return reference.includes("@") ? contactByEmail({ tenant_id: tenant.id, reference: reference.toLowerCase() }) : undefined
}

export async function readContact(ctx: Context, reference: string): Promise<ContactRow> {
  return found(await findContact(ctx, reference), reference)
}

/** A contact that another object names. */
export async function resolveContact(ctx: Context, reference: string): Promise<string> {
  const row = await findContact(ctx, reference)
  if (!row) throw new Problem("SMR-1001", { kind: "contact", reference })
  return row.id
}

/** To be changed: saving it is refused if it has moved on meanwhile, and the request runs again. */
export async function takeContact(ctx: Context, reference: string): Promise<ContactRow> {
  const { id } = await readContact(ctx, reference)
  const { tenant, take } = ctx
  const lock = sql`select * from contacts where tenant_id = ${tenant.id} and id = ${id} for update`
  return found(await take<ContactRow>(`contact ${tenant.id} ${id}`, () => contactById({ tenant_id: tenant.id, reference: id }), lock), id)
}

export async function listContacts(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<ContactRow>(ctx, source, query)
  return { data: data.map(shownContact), ...rest }
}

export function insertContact(ctx: Context, { email, profile, metadata }: Content): Contact {
  const row: ContactRow = {
    tenant_id: ctx.tenant.id,
    id: newId(ctx.now),
    email,
    email_key: email.toLowerCase(),
    profile,
    metadata,
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(contacts.insert(row))
  publish(ctx, "contacts.create", shownContact(row))
  return shownContact(row)
}

export function saveContact(ctx: Context, before: ContactRow, { email, profile, metadata }: Content): Contact {
  const after = { ...before, email, email_key: email.toLowerCase(), profile, metadata, updated_at: ctx.now, version: before.version + 1 }
  ctx.write(contacts.update(before, after))
  publish(ctx, "contacts.update", shownContact(after), shownContact(before))
  return shownContact(after)
}

function found(row: ContactRow | undefined, reference: string): ContactRow {
  if (!row) throw new Problem("GEN-1004", { kind: "contact", reference })
  return row
}

export const shownContact = (row: ContactRow): Contact => ({
  _id: row.id,
  email: row.email,
  profile: row.profile as Contact["profile"],
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as Contact["metadata"],
})
