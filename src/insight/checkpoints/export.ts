import type { Context } from "../../kit/db/context.ts"
import type { StreamedFile } from "../../kit/operation/response-file.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { AuditRow } from "../../kit/events/audit.ts"
import { readLedgerChain, readLinkedEntries, sealedForm } from "../../money/ledger/chain-store.ts"
import { readRedactionsOf } from "../../platform/audit/redactions-store.ts"
import { inOrder } from "../../platform/audit/rules.ts"
import { readChain, readEntries } from "../../platform/audit/store.ts"
import { readCheckpoints, signedOf } from "./store.ts"

type Scope = Pick<Context, "tenant">
type Link = { seq: number; entry_ids: string[]; digests: string[]; hash: string }

/** Ledger and audit log up to the last checkpoint, as lines of JSON. The checkpoints are between them, each after what it covers. */
export const exportFile = (ctx: Context): StreamedFile => ({
  name: `countersign-${ctx.tenant.id}.jsonl`,
  type: "application/jsonl; charset=utf-8",
  pieces: linesOf(ctx),
})

async function* linesOf(ctx: Context): AsyncGenerator<string> {
  yield line({ type: "countersign-export", version: 1, tenant: ctx.tenant.id })
  let [number, ledger, audit] = [0, 1, 1]
  for (let batch = await readCheckpoints(ctx.tenant.id, number); batch.length > 0; batch = await readCheckpoints(ctx.tenant.id, number))
    for (const checkpoint of batch) {
      for await (const link of linksTo(checkpoint.ledger_entries, ledger, seq => readLedgerChain(ctx, seq))) yield ledgerLines(ctx, link)
      for await (const link of linksTo(checkpoint.audit_entries, audit, seq => readChain(ctx, seq))) yield auditLines(ctx, link)
      yield line({ type: "checkpoint", ...signedOf(checkpoint) })
      ;[number, ledger, audit] = [checkpoint.number, checkpoint.ledger_entries + 1, checkpoint.audit_entries + 1]
    }
}

const line = (content: object) => `${JSON.stringify(content)}\n`

/** The links of a chain from a place up to the end of a checkpoint. */
async function* linksTo(end: number, from: number, read: (seq: number) => Promise<Link[]>): AsyncGenerator<Link> {
  let next = from
  while (next <= end) {
    const links = (await read(next)).filter(({ seq }) => seq <= end)
    yield* links
    const last = links.at(-1)
    if (!last) return // the export has what there is, and the verifier says what is missing
    next = last.seq + last.entry_ids.length
  }
}

async function ledgerLines(ctx: Scope, { seq, entry_ids, digests, hash }: Link): Promise<string> {
  const rows = new Map((await readLinkedEntries(ctx, entry_ids)).map(row => [row.id, row]))
  const entries = entry_ids.flatMap((id, i) => {
    const row = rows.get(id)
    return row ? [line({ type: "ledger", seq: seq + i, digest: digests[i], entry: sealedForm(row) })] : []
  })
  return [...entries, line({ type: "ledger-link", entries: entry_ids.length, hash })].join("")
}

async function auditLines(ctx: Context, { seq, entry_ids, digests, hash }: Link): Promise<string> {
  const rows = new Map((await readEntries(ctx, entry_ids)).map(row => [row.id, row]))
  const entries = await Promise.all(
    entry_ids.map(async (id, i) => {
      const row = rows.get(id)
      if (!row) return ""
      return line({ type: "audit", seq: seq + i, digest: digests[i], entry: auditForm(row) }) + (await redactionLines(ctx, row))
    }),
  )
  return [...entries, line({ type: "audit-link", entries: entry_ids.length, hash })].join("")
}

/** In the order in which the digest covers the fields. `before` and `after` stay the texts that were hashed. */
const auditForm = (row: AuditRow) => ({
  tenant: row.tenant_id,
  id: row.id,
  at: isoTime(row.at),
  user: row.user_id,
  userType: row.user_type,
  channel: row.channel,
  client: row.client,
  address: row.address,
  requestId: row.request_id,
  operation: row.operation,
  action: row.action,
  objectType: row.object_type,
  objectId: row.object_id,
  before: row.before,
  after: row.after,
})

/** What an erasure has redacted, after the entry of the act, which has a hash over exactly these lines. */
async function redactionLines(ctx: Context, { id, after }: AuditRow): Promise<string> {
  if (!after?.includes('"redactionHash"')) return ""
  const redactions = inOrder(await readRedactionsOf(ctx, id))
  return redactions.map(each => line({ type: "redaction", entry: each.entry_id, digest: each.digest, redacted: each.redacted })).join("")
}
