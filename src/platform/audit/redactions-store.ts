import { appendOnly } from "../../kit/db/append-only.ts"
import { text } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { appendEntry, type AuditRow, digestOf } from "../../kit/events/audit.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { redactionText } from "./rules.ts"

const redactions = appendOnly("audit_redactions", { tenant_id: text, entry_id: text, act_id: text, digest: text, redacted: text })
const overwrites = writeStatement("select redact_audit_entries($1::jsonb)", { first: true })

/** The entries about these objects, and about the contact's acts in the portal. */
export const findEntriesAbout = ({ tenant }: Context, ids: readonly string[], contact: string) =>
  query<AuditRow>(
    [tenant.id],
    sql`
    select * from audit_entries where tenant_id = ${tenant.id} and object_id = any(${ids})
    union select * from audit_entries where tenant_id = ${tenant.id} and user_id = ${contact} and user_type = 'contact'`,
  )

type Redacted = Pick<AuditRow, "before" | "after" | "address">
type Act = { action: string; kind: string; id: string; after: object }

/**
 * Overwrites personal data in entries. The erasure itself is an entry, and that entry has a hash over the redactions. The chain covers that
 * entry. Decision 42.
 */
export async function redactEntries(ctx: Context, entries: readonly AuditRow[], redact: (row: AuditRow) => Redacted, act: Act) {
  const chained = await findChainedDigests(
    ctx,
    entries.map(({ id }) => id),
  )
  const changed = entries.flatMap(row => {
    const after = { ...row, ...redact(row) }
    const redacted = digestOf(after)
    return redacted === digestOf(row) ? [] : [{ row: after, entry_id: row.id, digest: chained.get(row.id) ?? digestOf(row), redacted }]
  })
  const lines = changed.map(({ entry_id, digest, redacted }) => ({ entry_id, digest, redacted }))
  const { id: act_id } = appendEntry(ctx, {
    ...act,
    after: { ...act.after, redactedEntries: lines.length, redactionHash: sha256(redactionText(lines)) },
  })
  for (const line of lines) ctx.write(redactions.insert({ tenant_id: ctx.tenant.id, act_id, ...line }))
  for (const { row } of changed) {
    const { tenant_id, id, before, after, address } = row
    ctx.write({ statement: overwrites, row: { tenant_id, id, before, after, address } })
  }
}

/** For entries that were redacted before. */
async function findChainedDigests({ tenant }: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await query<{ entry_id: string; digest: string }>(
    [tenant.id],
    sql`select entry_id, digest from audit_redactions where tenant_id = ${tenant.id} and entry_id = any(${ids})`,
  )
  return new Map(rows.map(({ entry_id, digest }) => [entry_id, digest]))
}

type Redaction = { entry_id: string; act_id: string; digest: string; redacted: string }

/** The redactions of these entries. */
export const readRedactions = ({ tenant }: Context, ids: readonly string[]) =>
  query<Redaction>([tenant.id], sql`select * from audit_redactions where tenant_id = ${tenant.id} and entry_id = any(${ids})`)

export const readRedactionsOf = ({ tenant }: Context, act: string) =>
  query<Redaction>([tenant.id], sql`select * from audit_redactions where tenant_id = ${tenant.id} and act_id = ${act}`)

/** The digest of an entry in the chain, or the digest that waits to be added to it. */
export async function findDigest({ tenant }: Context, id: string): Promise<string | undefined> {
  const [row] = await query<{ digest: string }>(
    [tenant.id],
    sql`
    select digest from audit_unsealed where tenant_id = ${tenant.id} and id = ${id}
    union all
    select digests[array_position(entry_ids, ${id})] from audit_chain where tenant_id = ${tenant.id} and entry_ids @> array[${id}]`,
  )
  return row?.digest
}
