import { appendOnly } from "../db/append-only.ts"
import { nullable, oneOf, type Row, text, timestamptz } from "../db/columns.ts"
import type { Context } from "../db/context.ts"
import { actorTypes } from "../pure/caller.ts"
import { newId } from "../pure/id.ts"
import { isSameJson } from "../pure/same-json.ts"
import { sha256 } from "../service/crypto.ts"

/** What happened to an object, as users see it: secrets are never part of it. */
type Change = { action: string; kind: string; id: string; before?: object; after?: object }

/** The change that a write such as contacts.update makes. `object` is the new state, or the last state of a deleted object. */
export function changeOf(action: string, object: { _id: string }, before?: object): Change {
  const [kind = "", verb] = action.split(".")
  const states = verb === "delete" ? { before: object } : { after: object, ...(before && { before }) }
  return { action, kind, id: object._id, ...states }
}

const columns = {
  tenant_id: text,
  id: text,
  at: timestamptz,
  user_id: text,
  user_type: oneOf(actorTypes),
  channel: text,
  client: nullable(text),
  address: text,
  request_id: text,
  operation: text,
  action: text,
  object_type: text,
  object_id: text,
  before: nullable(text),
  after: nullable(text),
}
export type AuditRow = Row<typeof columns>
const entries = appendOnly("audit_entries", columns)
const unsealed = appendOnly("audit_unsealed", { tenant_id: text, id: text, digest: text })

/**
 * Writes who did what, with a digest, in the commit of the change. The worker chains the digests later, so there is no hot row here and
 * no entry is read again to be chained.
 */
export function audit(ctx: Context, change: Change) {
  appendEntry(ctx, change)
}

/** Does the same and returns the entry, for rows that refer to it. */
export function appendEntry({ write, tenant, now, caller, origin }: Context, { action, kind, id, before, after }: Change): AuditRow {
  const [was, is] = before && after ? changedFields(before, after) : [before, after]
  const entry: AuditRow = {
    tenant_id: tenant.id,
    id: newId(now),
    at: now,
    user_id: caller.user,
    user_type: caller.type,
    channel: origin.channel,
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
  return entry
}

/** Covers every field, in a fixed order. `before` and `after` are JSON without line breaks, so they need no escaping. */
export function digestOf({ before, after, ...row }: AuditRow): string {
  const fields = [row.tenant_id, row.id, row.at, row.user_id, row.user_type, row.channel, row.client, row.address, row.request_id]
  const rest = [row.operation, row.action, row.object_type, row.object_id]
  return sha256(`${JSON.stringify([...fields, ...rest])}\n${before ?? ""}\n${after ?? ""}`)
}

/** The fields that differ between two states of an object. */
function changedFields(before: object, after: object): [object, object] {
  const was = before as Record<string, unknown>
  const is = after as Record<string, unknown>
  const names = Object.keys({ ...was, ...is }).filter(name => !isSameJson(was[name], is[name]))
  const only = (fields: Record<string, unknown>) => Object.fromEntries(names.map(name => [name, fields[name]]))
  return [only(was), only(is)]
}
