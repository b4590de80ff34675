import type { Context } from "../../kit/operation/context.ts"
import { findPayer } from "../../parties/contacts/store.ts"
import type { Part } from "./schema.ts"

/**
 * The names and e-mails of the contacts that a report lists, for its CSV, which people open. Callers who may not see contacts get none.
 * The response filter keeps them out of the JSON, whose fields programs and agents know.
 */
export async function addContactNames(ctx: Context, byCurrency: Record<string, Part>): Promise<Record<string, Part>> {
  if (!ctx.caller.permissions.has("contacts.view")) return byCurrency
  const parts = Object.entries(byCurrency).map(async ([currency, part]) => [currency, await withNames(ctx, part)] as const)
  return Object.fromEntries(await Promise.all(parts))
}

async function withNames(ctx: Context, part: Part): Promise<Part> {
  if ("topLate" in part) return { ...part, topLate: await named(ctx, part.topLate) }
  if ("customers" in part) return { ...part, customers: await named(ctx, part.customers) }
  return part
}

const named = <R extends { contact: string }>(ctx: Context, rows: readonly R[]): Promise<R[]> =>
  Promise.all(
    rows.map(async row => {
      const contact = await findPayer(ctx, row.contact)
      const { firstName, lastName } = contact?.profile ?? {}
      const contactName = [firstName, lastName].filter(Boolean).join(" ") || null
      return { ...row, contactName, contactEmail: contact?.email ?? null }
    }),
  )
