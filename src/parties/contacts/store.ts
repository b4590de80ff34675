import { boolean, identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { isId } from "../../kit/pure/id.ts"
import { locales } from "../../kit/pure/mail-settings.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { assertNotErased, creditAfter, erasedContact, renderCredit, type StoredCredit } from "./rules.ts"
import type { Contact } from "./schema.ts"

const columns = {
  ...identity,
  email: text,
  email_key: text,
  email_changed_at: nullable(timestamptz),
  profile: json<Contact["profile"]>(),
  credit: json<StoredCredit>(),
  locale: nullable(oneOf(locales)),
  erased_at: nullable(timestamptz),
  is_draft: boolean,
  ...tracked,
}
export type ContactRow = Row<typeof columns>
type Content = Pick<Contact, "email" | "profile" | "locale" | "metadata">

const contacts = resource("contacts", columns, {
  noun: "contact",
  publishes: "contacts",
  counted: true,
  searched: ({ email, profile }) => [email, profile.firstName, profile.lastName].join(" "),
  render: renderContact,
})
/** `findPayer` by its id alone, for pages that have no caller. */
export const { find: findPayer, list: listContacts, readForUpdate: readPayerForUpdate } = contacts

/** Two separate look-ups, each by one index: one query with `or` costs more than half as much as the rest of a create. */
const findByEmail = contacts.findBy("email_key")

/** Finds by id or by e-mail, regardless of case. */
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

/** The same for an object that is about to be created: a contact that was erased gets no new objects. */
export async function resolveActiveContact(ctx: Context, reference: string): Promise<string> {
  const row = await findContact(ctx, reference)
  if (!row) throw generalProblem("SMR-1001", { kind: "contact", reference })
  assertNotErased(row)
  return row.id
}

export async function readContactForUpdate(ctx: Context, reference: string): Promise<ContactRow> {
  const { id } = await readContact(ctx, reference)
  return contacts.readForUpdate(ctx, id)
}

/** A draft is what a visitor of a payment link says of themselves, until they have paid. */
export const insertContact = (ctx: Context, { email, profile, locale, metadata }: Content, is_draft = false): Contact =>
  contacts.insert(ctx, {
    email,
    email_key: email.toLowerCase(),
    email_changed_at: null,
    profile,
    credit: {},
    locale,
    erased_at: null,
    is_draft,
    metadata,
  }).object

/** Whoever changes a contact knows it, so it is no draft any more. */
export function saveContact(ctx: Context, before: ContactRow, { email, profile, locale, metadata }: Content): Contact {
  const email_key = email.toLowerCase()
  const email_changed_at = email_key === before.email_key ? before.email_changed_at : ctx.now
  return contacts.save(ctx, before, { email, email_key, email_changed_at, profile, locale, metadata, is_draft: false }).object
}

/** Locks the contact at once: an object that names it either commits before this returns, or a trigger refuses it afterwards. */
export const lockContact = ({ tenant, lock }: Context, id: string): Promise<ContactRow | undefined> =>
  lock<ContactRow>(sql`select * from contacts where tenant_id = ${tenant.id} and id = ${id} for update`)

/** Overwrites the personal data, and publishes the change without the old values. */
export function eraseContact(ctx: Context, before: ContactRow): Contact {
  const placeholder = erasedContact(before.id)
  const change = { ...placeholder, email_key: placeholder.email, email_changed_at: null, erased_at: ctx.now }
  return contacts.overwrite(ctx, before, change).object
}

/** Adds to the credit. A negative amount spends it, or takes it back with its payment. */
export const addCredit = (ctx: Context, contact: ContactRow, currency: string, amount: number) =>
  contacts.save(ctx, contact, { credit: creditAfter(contact.credit, currency, amount) })

export function renderContact(row: ContactRow): Contact {
  return {
    _id: row.id,
    email: row.email,
    profile: row.profile,
    credit: renderCredit(row.credit),
    locale: row.locale,
    erasedAt: isoTimeOrNull(row.erased_at),
    draft: row.is_draft,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
