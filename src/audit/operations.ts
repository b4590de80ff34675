import type { Context } from "../kit/context.ts"
import { sha256 } from "../kit/crypto.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { origin, sealedText } from "./rules.ts"
import { AuditEntry, auditFilters, AuditReport } from "./schema.ts"
import { type AuditRow, countEntries, listAudit, readChain } from "./store.ts"

export const auditOperations = [
  listing({
    route: "GET /v1/audit-log",
    noun: "auditEntry",
    plural: "auditEntries",
    summary: "Who did what, when and from where, newest first",
    needs: "audit.view",
    filters: auditFilters,
    item: AuditEntry,
    run: listAudit,
  }),

  operation({
    route: "GET /v1/audit-log/verify",
    noun: "auditReport",
    summary: "Recompute the chain of the audit log and name every entry that was changed, removed or slipped in",
    needs: "audit.view",
    effect: "read",
    input: nothing,
    output: AuditReport,
    run: verify,
  }),
]

async function verify(ctx: Context): Promise<AuditReport> {
  const problems: AuditReport["problems"] = []
  let [seq, previous] = [0, origin]
  for (let links = await readChain(ctx, 1); links.length > 0; links = await readChain(ctx, seq + 1))
    for (const link of links) {
      const entry = link.entry_id
      if (link.seq !== seq + 1) problems.push({ seq: link.seq, entry, problem: `the links from ${seq + 1} to ${link.seq - 1} are missing` })
      if (link.id === null) problems.push({ seq: link.seq, entry, problem: "the entry was removed" })
      else if (sha256(sealedText(previous, link as AuditRow)) !== link.hash)
        problems.push({ seq: link.seq, entry, problem: "the entry or a link before it was changed" })
      ;[seq, previous] = [link.seq, link.hash]
    }
  const { entries, lost } = await countEntries(ctx)
  if (lost > 0) problems.push({ seq, entry: "", problem: `${lost} entries are not in the chain and not on their way into it` })
  return { ok: problems.length === 0, entries, sealed: seq, head: seq === 0 ? null : previous, problems: problems.slice(0, 100) }
}
