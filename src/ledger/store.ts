import type { Context } from "../kit/context.ts"
import { ask, type Query, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { newId } from "../kit/id.ts"
import { iso } from "../kit/iso.ts"
import { page } from "../kit/page.ts"
import { appendOnly, tally } from "../kit/table.ts"
import { classOf, net } from "./rules.ts"
import type { EntryKind, LedgerEntry, Posting } from "./schema.ts"

const entries = appendOnly("ledger_entries", {
  tenant_id: "text",
  id: "text",
  kind: "text",
  source_type: "text",
  source_id: "text",
  currency: "text",
  effective_at: "timestamptz",
  postings: "jsonb",
  created_at: "timestamptz",
})

type NewEntry = { kind: EntryKind; source: { type: string; id: string }; currency: string; effectiveAt: Date; postings: Posting[] }

/** Money moved. The entry is in the commit of what moved it, and so are the balances that follow from it. */
export function post(ctx: Context, { kind, source, currency, effectiveAt, postings }: NewEntry) {
  const { tenant, now, write } = ctx
  write(
    entries.insert({
      tenant_id: tenant.id,
      id: newId(now),
      kind,
      source_type: source.type,
      source_id: source.id,
      currency,
      effective_at: effectiveAt,
      postings,
      created_at: now,
    }),
  )
  for (const posting of postings) write(tally(tenant.id, "ledger", `${currency} ${classOf(posting.account)}`, net(posting)))
}

/** What is kept beside the entries: sums of money by currency, such as what payers owe. */
export function keep(ctx: Context, kind: "receivable" | "in-flight", currency: string, amount: number) {
  if (amount !== 0) ctx.write(tally(ctx.tenant.id, kind, currency, amount))
}

/** `n` is text: a sum may be larger than any single amount. */
export type Sum = { kind: string; value: string; n: string }

/** What is kept: the ledger's balances by currency and kind of account, what payers owe, what is under way. */
export const sumsOf = (tenant: string): Query => sql`
  select kind, value, sum(n)::text as n from tallies
  where tenant_id = ${tenant} and kind in ('ledger', 'receivable', 'in-flight')
  group by kind, value order by kind, value`

export const readSums = ({ tenant }: Context) => ask<Sum>([tenant.id], sumsOf(tenant.id))

export type EntryRow = {
  id: string
  kind: string
  source_type: string
  source_id: string
  currency: string
  effective_at: Date
  postings: Posting[]
  created_at: Date
}

export async function listEntries(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<EntryRow>(ctx, { from: "ledger_entries" }, query)
  return { data: data.map(shown), ...rest }
}

/** The books from one entry on, in the order they were written; for the verification. */
export const entriesAfter = (tenant: string, id: string): Query =>
  sql`select * from ledger_entries where tenant_id = ${tenant} and id > ${id} order by id limit 2000`

const shown = (row: EntryRow): LedgerEntry => ({
  _id: row.id,
  kind: row.kind as EntryKind,
  source: { type: row.source_type, id: row.source_id },
  currency: row.currency,
  effectiveAt: iso(row.effective_at),
  postings: row.postings,
  createdAt: iso(row.created_at),
})
