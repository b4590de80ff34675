import type { Context } from "../../kit/db/context.ts"
import { type AuditRow, digestOf } from "../../kit/events/audit.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { findDigest, readRedactions, readRedactionsOf } from "./redactions-store.ts"
import { redactionText } from "./rules.ts"
import { readEntries } from "./store.ts"

/** An entry whose content differs from its digest in the chain. */
type Changed = { row: AuditRow; digest: string }

/**
 * Finds, among entries that differ from the chain, the ids of those that were redacted. A redaction counts if the entry of its act is in
 * the chain, unchanged, and has a hash over exactly these redactions. Every other difference is a change. `known` caches the result of each
 * act.
 */
export async function findRedacted(ctx: Context, changed: readonly Changed[], known: Map<string, Promise<boolean>>): Promise<Set<string>> {
  if (changed.length === 0) return new Set()
  const redactions = Map.groupBy(
    await readRedactions(
      ctx,
      changed.map(({ row }) => row.id),
    ),
    ({ entry_id }) => entry_id,
  )
  const found = new Set<string>()
  for (const { row, digest } of changed) {
    const fitting = (redactions.get(row.id) ?? []).filter(each => each.digest === digest && each.redacted === digestOf(row))
    for (const { act_id } of fitting) {
      if (!known.has(act_id)) known.set(act_id, isGenuine(ctx, act_id))
      if (await known.get(act_id)) found.add(row.id)
    }
  }
  return found
}

async function isGenuine(ctx: Context, act: string): Promise<boolean> {
  const [[entry], digest, lines] = await Promise.all([readEntries(ctx, [act]), findDigest(ctx, act), readRedactionsOf(ctx, act)])
  if (!entry?.after || digestOf(entry) !== digest) return false
  return (JSON.parse(entry.after) as { redactionHash?: unknown }).redactionHash === sha256(redactionText(lines))
}
