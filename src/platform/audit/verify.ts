import type { Context } from "../../kit/db/context.ts"
import { digestOf } from "../../kit/events/audit.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { findRedacted } from "./redactions.ts"
import { firstPreviousHash, linkText } from "./rules.ts"
import type { AuditReport } from "./schema.ts"
import { countEntries, findUnlogged, type Link, readChain, readEntries, readHead } from "./store.ts"

/** Recomputes the chain of hashes and names every entry that was changed, removed or added outside of it. */
export async function verifyChain(ctx: Context): Promise<AuditReport> {
  const problems: AuditReport["problems"] = []
  const acts = new Map<string, Promise<boolean>>()
  const head = await readHead(ctx) // before the chain, which may grow meanwhile
  let [next, previous, missing, removed] = [1, firstPreviousHash, 0, 0]
  for (let links = await readChain(ctx, 1); links.length > 0; links = await readChain(ctx, next))
    for (const link of links) {
      if (link.seq !== next)
        problems.push({ seq: link.seq, entry: link.entry_ids[0]!, problem: `the links from ${next} to ${link.seq - 1} are missing` })
      const linkProblems = await checkLink(ctx, previous, link, acts)
      problems.push(...linkProblems)
      missing += link.seq - next
      removed += linkProblems.filter(({ problem }) => problem === entryRemoved).length
      ;[next, previous] = [link.seq + link.entry_ids.length, link.hash]
      if (head && next - 1 === head.sealed && link.hash !== head.hash)
        problems.push({ seq: link.seq, entry: link.entry_ids[0]!, problem: "the link differs from the one that was sealed" })
    }
  problems.push(...checkEnd(next - 1, head))
  const { entries, waiting, sealed } = await countEntries(ctx)
  const lost = entries - waiting - (sealed - missing - removed)
  if (lost > 0) problems.push({ seq: next - 1, entry: "", problem: `${lost} entries are not in the chain and not waiting to be added` })
  const isExplained = missing > 0 || removed > 0 // by problems that are already named
  for (const change of isExplained ? [] : await findUnlogged(ctx))
    problems.push({ seq: next - 1, entry: "", problem: `the log has no entry for ${change}` })
  return { ok: problems.length === 0, entries, sealed: next - 1, head: next === 1 ? null : previous, problems: problems.slice(0, 100) }
}

/** Notices when the last links and their entries were deleted together: the rest of the chain still verifies, but it is shorter. */
function checkEnd(sealed: number, head: { sealed: number } | undefined): AuditReport["problems"] {
  if (!head && sealed > 0)
    return [{ seq: sealed, entry: "", problem: "the head of the chain was removed, so it is unknown how many entries were sealed" }]
  if (!head || head.sealed <= sealed) return []
  return [
    {
      seq: sealed,
      entry: "",
      problem: `the last ${head.sealed - sealed} entries of the chain are missing: it was sealed up to ${head.sealed}`,
    },
  ]
}

/** Returns the problems of a link and of its entries. */
async function checkLink(
  ctx: Context,
  previous: string,
  { seq, entry_ids, digests, hash }: Link,
  acts: Map<string, Promise<boolean>>,
): Promise<AuditReport["problems"]> {
  const rows = new Map((await readEntries(ctx, entry_ids)).map(row => [row.id, row]))
  const entries = entry_ids.map((id, i) => ({ id, digest: digests[i]! }))
  const changed = entries.flatMap(({ id, digest }) => {
    const row = rows.get(id)
    return row && digestOf(row) !== digest ? [{ row, digest }] : []
  })
  const redacted = await findRedacted(ctx, changed, acts)
  const isChanged = new Set(changed.flatMap(({ row }) => (redacted.has(row.id) ? [] : [row.id])))
  const isIntact = sha256(linkText(previous, entries)) === hash
  return [
    ...(isIntact ? [] : [{ seq, entry: entry_ids[0]!, problem: "the link or one before it was changed" }]),
    ...entries.flatMap(({ id }, i) => {
      if (!rows.has(id)) return [{ seq: seq + i, entry: id, problem: entryRemoved }]
      return isChanged.has(id) ? [{ seq: seq + i, entry: id, problem: "the entry was changed" }] : []
    }),
  ]
}
const entryRemoved = "the entry was removed"
