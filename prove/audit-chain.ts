import { createHash } from "node:crypto"
import type { Database } from "./sql.ts"

type Entry = Record<string, string | Date | null> & { id: string; before: string | null; after: string | null }
type Link = { tenant_id: string; seq: string; entry_ids: string[]; digests: string[]; hash: string }

const hashed = (text: string) => createHash("sha256").update(text).digest("base64url")

const signed = ["tenant_id", "id", "at", "user_id", "user_type", "channel", "client", "address", "request_id"]
const named = ["operation", "action", "object_type", "object_id"]
const digestOf = (entry: Entry) =>
  hashed(`${JSON.stringify([...signed, ...named].map(name => entry[name]))}\n${entry.before ?? ""}\n${entry.after ?? ""}`)

/** Recomputes the chain of hashes over the audit log of all tenants. Returns what is wrong. */
export async function findBrokenLinks(database: Database): Promise<string[]> {
  const { rows: links } = await database.query<Link>("select * from audit_chain order by tenant_id, seq")
  const { rows: entries } = await database.query<Entry>("select * from audit_entries")
  const { rows: waiting } = await database.query<{ id: string; digest: string }>("select id, digest from audit_unsealed")
  const byId = new Map(entries.map(entry => [entry.id, entry]))
  const problems: string[] = []
  let [tenant, next, previous] = ["", 1, ""]
  for (const link of links) {
    if (link.tenant_id !== tenant) [tenant, next, previous] = [link.tenant_id, 1, "countersign"]
    if (Number(link.seq) !== next) problems.push(`a link of ${tenant} is missing before ${link.seq}`)
    const text = [previous, ...link.entry_ids.map((id, i) => `${id} ${link.digests[i]}`)].join("\n")
    if (hashed(text) !== link.hash) problems.push(`link ${link.seq} of ${tenant} does not follow from the one before it`)
    ;[next, previous] = [Number(link.seq) + link.entry_ids.length, link.hash]
  }
  const sealed = links.flatMap(({ entry_ids, digests }) => entry_ids.map((id, i) => ({ id, digest: digests[i]! })))
  for (const { id, digest } of [...sealed, ...waiting]) {
    const entry = byId.get(id)
    if (!entry || digestOf(entry) !== digest) problems.push(`audit entry ${id} was ${entry ? "changed" : "removed"}`)
    byId.delete(id)
  }
  return [...problems, ...[...byId.keys()].map(id => `audit entry ${id} is not in the chain`)]
}
