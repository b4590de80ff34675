import type { Context } from "./context.ts"
import { sha256 } from "./crypto.ts"
import { newId } from "./id.ts"
import { appendOnly, type RowOf } from "./table.ts"

/** What happened to one object, as the outside sees it: secrets are never part of that. */
export type Change = { action: string; kind: string; id: string; before?: object; after?: object }

const entries = appendOnly("audit_entries", {
  tenant_id: "text",
  id: "text",
  at: "timestamptz",
  user_id: "text",
  user_type: "text",
  door: "text",
  client: "text?",
  address: "text",
  request_id: "text",
  operation: "text",
  action: "text",
  object_type: "text",
  object_id: "text",
  before: "text?",
  after: "text?",
})
export type AuditRow = RowOf<typeof entries>
const unsealed = appendOnly("audit_unsealed", { tenant_id: "text", id: "text", digest: "text" })

/**
 * Who did what, in the same commit, with a digest of it. The chain over the digests is sealed later, by the worker: no hot row here,
 * and no entry is read again to be sealed.
 */
export function audit({ write, tenant, now, caller, origin }: Context, { action, kind, id, before, after }: Change) {
  const [was, is] = before && after ? changed(before, after) : [before, after]
  const entry: AuditRow = {
    tenant_id: tenant.id,
    id: newId(now),
    at: now,
    user_id: caller.user,
    user_type: caller.type,
    door: origin.door,
    client: origin.client ?? null,
    address: origin.address,
    request_id: origin.requestId,
    operation: origin.operation,
    action,
    object_type: kind,
    object_id: id,
    before: was ? JSON.stringify(was) : null,
    after: is ? JSON.stringify(is) : null,
  }
  write(entries.insert(entry))
  write(unsealed.insert({ tenant_id: tenant.id, id: entry.id, digest: digestOf(entry) }))
}

/** Covers every field, in a fixed order. The two texts are JSON, which has no line breaks of its own, so they need no escaping again. */
export function digestOf({ before, after, ...row }: AuditRow): string {
  const fields = [row.tenant_id, row.id, row.at, row.user_id, row.user_type, row.door, row.client, row.address, row.request_id]
  const rest = [row.operation, row.action, row.object_type, row.object_id]
  return sha256(`${JSON.stringify([...fields, ...rest])}\n${before ?? ""}\n${after ?? ""}`)
}

/** Of two states of an object, the fields that differ. */
function changed(before: object, after: object): [object, object] {
  const was = before as Record<string, unknown>
  const is = after as Record<string, unknown>
  const names = Object.keys({ ...was, ...is }).filter(name => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
  const only = (fields: Record<string, unknown>) => Object.fromEntries(names.map(name => [name, fields[name]]))
  return [only(was), only(is)]
}
