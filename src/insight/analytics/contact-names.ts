import type { Context } from "../../kit/db/context.ts"
import { type ContactName, readContactNames } from "./names-store.ts"
import type { Part } from "./schema.ts"

/**
 * Adds the names and e-mails of the contacts that a report lists, as they were at the time of the report, to its CSV, which people open.
 * Callers who may not see contacts get none. The response filter removes them from the JSON, whose fields programs and agents know.
 */
export async function addContactNames(ctx: Context, byCurrency: Record<string, Part>, asOf?: Date): Promise<Record<string, Part>> {
  const listed = [...new Set(Object.values(byCurrency).flatMap(part => contactsIn(part).map(({ contact }) => contact)))]
  if (listed.length === 0 || !ctx.caller.permissions.has("contacts.view")) return byCurrency
  const names = await readContactNames(ctx.tenant.id, listed, asOf)
  return Object.fromEntries(Object.entries(byCurrency).map(([currency, part]) => [currency, withNames(part, names)]))
}

const contactsIn = (part: Part): { contact: string }[] => ("topLate" in part ? part.topLate : "customers" in part ? part.customers : [])

type Names = ReadonlyMap<string, ContactName>

function withNames(part: Part, names: Names): Part {
  if ("topLate" in part) return { ...part, topLate: named(part.topLate, names) }
  if ("customers" in part) return { ...part, customers: named(part.customers, names) }
  return part
}

const named = <R extends { contact: string }>(rows: readonly R[], names: Names): R[] =>
  rows.map(row => {
    const { email = null, profile } = names.get(row.contact) ?? {}
    const contactName = [profile?.firstName, profile?.lastName].filter(Boolean).join(" ") || null
    return { ...row, contactName, contactEmail: email }
  })
