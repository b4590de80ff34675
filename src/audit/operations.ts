import { digestOf } from "../kit/audit.ts"
import type { Context } from "../kit/context.ts"
import { sha256 } from "../kit/crypto.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { origin, sealedText } from "./rules.ts"
import { AuditEntry, auditFilters, AuditReport } from "./schema.ts"
import { countEntries, type Link, listAudit, readChain, readEntries } from "./store.ts"

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
  let [next, previous, missing, removed] = [1, origin, 0, 0]
  for (let links = await readChain(ctx, 1); links.length > 0; links = await readChain(ctx, next))
    for (const link of links) {
      if (link.seq !== next)
        problems.push({ seq: link.seq, entry: link.entry_ids[0]!, problem: `the links from ${next} to ${link.seq - 1} are missing` })
      const found = await judge(ctx, previous, link)
      problems.push(...found)
      missing += link.seq - next
      removed += found.filter(({ problem }) => problem === gone).length
      ;[next, previous] = [link.seq + link.entry_ids.length, link.hash]
    }
  const { entries, waiting, sealed } = await countEntries(ctx)
  const lost = entries - waiting - (sealed - missing - removed)
  if (lost > 0) problems.push({ seq: next - 1, entry: "", problem: `${lost} entries are not in the chain and not on their way into it` })
  return { ok: problems.length === 0, entries, sealed: next - 1, head: next === 1 ? null : previous, problems: problems.slice(0, 100) }
}

/** What is wrong with a link and with each of its entries. */
async function judge(ctx: Context, previous: string, { seq, entry_ids, digests, hash }: Link): Promise<AuditReport["problems"]> {
  const kept = new Map((await readEntries(ctx, entry_ids)).map(row => [row.id, row]))
  const entries = entry_ids.map((id, i) => ({ id, digest: digests[i]! }))
  const isWhole = sha256(sealedText(previous, entries)) === hash
  return [
    ...(isWhole ? [] : [{ seq, entry: entry_ids[0]!, problem: "the link or one before it was changed" }]),
    ...entries.flatMap(({ id, digest }, i) => {
      const row = kept.get(id)
      if (!row) return [{ seq: seq + i, entry: id, problem: gone }]
      return digestOf(row) === digest ? [] : [{ seq: seq + i, entry: id, problem: "the entry was changed" }]
    }),
  ]
}
const gone = "the entry was removed"
