import type { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { maskLinks } from "../../platform/mails/rules.ts"
import { findEntriesAbout } from "../../platform/audit/redactions-store.ts"
import { renderEntry } from "../../platform/audit/store.ts"
import { type ContactRow, renderContact } from "../../parties/contacts/store.ts"
import type { ContactExport } from "./schema.ts"
import { findObjects, maxExportedRows, readPersonalRows } from "./store.ts"

/** What is stored about a contact. Links in mails are masked, because whoever has one can pay or sign in with it. */
export async function exportContact(ctx: Context, contact: ContactRow): Promise<z.input<typeof ContactExport>> {
  const ids = await findObjects(ctx, contact.id)
  const rows = await readPersonalRows(ctx, { ids, contact: contact.id, emails: [contact.email_key] })
  const records = Object.fromEntries(Object.entries(rows).map(([table, found]) => [camel(table), found.map(render)]))
  const entries = await findEntriesAbout(ctx, [contact.id], contact.id)
  const auditEntries = entries.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map(entry => renderEntry(entry, ctx.caller))
  const isComplete = Object.values(rows).every(found => found.length < maxExportedRows)
  return { exportedAt: ctx.now.toISOString(), contact: renderContact(contact), records, auditEntries, isComplete }
}

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const render = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [camel(name), name === "text" && typeof value === "string" ? maskLinks(value) : value]),
  )
