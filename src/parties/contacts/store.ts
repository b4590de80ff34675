import { identity, json, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/operation/context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { isId } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { Contact } from "./schema.ts"

const columns = { ...identity, email: text, email_key: text, profile: json<Contact["profile"]>(), ...tracked }
export type ContactRow = Row<typeof columns>
type Content = Pick<Contact, "email" | "profile" | "metadata">

const contacts = resource("contacts", columns, { noun: "contact", publishes: "contacts", counted: true, render: renderContact })
export const { list: listContacts } = contacts

/** Two look-ups, each by one index: joined by an `or` they cost more than half as much as the rest of a create. */
const findByEmail = contacts.findBy("email_key")

/** By id or by e-mail, in any case. */
export async function findContact(ctx: Context, reference: string): Promise<ContactRow | undefined> {
  if (isId(reference)) return contacts.find(ctx, reference)
  return reference.includes("@") ? findByEmail(ctx, reference.toLowerCase()) : undefined
}

export async function readContact(ctx: Context, reference: string): Promise<ContactRow> {
  return contacts.assertFound(await findContact(ctx, reference), reference)
}

/** The id of a contact that another object refers to. */
export async function resolveContact(ctx: Context, reference: string): Promise<string> {
  const row = await findContact(ctx, reference)
  if (!row) throw generalProblem("SMR-1001", { kind: "contact", reference })
  return row.id
}

export async function readContactForUpdate(ctx: Context, reference: string): Promise<ContactRow> {
  const { id } = await readContact(ctx, reference)
  return contacts.readForUpdate(ctx, id)
}

export const insertContact = (ctx: Context, { email, profile, metadata }: Content): Contact =>
  contacts.insert(ctx, { email, email_key: email.toLowerCase(), profile, metadata }).object

export const saveContact = (ctx: Context, before: ContactRow, { email, profile, metadata }: Content): Contact =>
  contacts.save(ctx, before, { email, email_key: email.toLowerCase(), profile, metadata }).object

export function renderContact(row: ContactRow): Contact {
  return {
    _id: row.id,
    email: row.email,
    profile: row.profile,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
