import { appendOnly } from "../db/append-only.ts"
import { bigint, nullable, text, timestamptz } from "../db/columns.ts"
import type { Context } from "../db/context.ts"
import { newId } from "../pure/id.ts"
import { appendEntry, changeOf } from "./audit.ts"
import { eventFilters, fanOut } from "./ports.ts"
import { sequenceOf } from "./sequence.ts"

const events = appendOnly("events", {
  tenant_id: text,
  id: text,
  event: text,
  object_id: text,
  data: nullable(text),
  entry_id: nullable(text),
  sequence: bigint,
  created_at: timestamptz,
})

/** The same fields in the same order as in a REST response, so that the two are equal byte for byte. */
function eventData(kind: string, object: Published): string {
  if (!eventFilters.has(kind)) throw new Error(`no slice declares the events of ${kind}: name their schema in its slice.ts`)
  const filter = eventFilters.get(kind)
  return JSON.stringify(filter ? filter(object) : object)
}

type Action = "create" | "update" | "delete"
type Published = { _id: string; version?: number }

/** The data of an event, or the audit entry that has it. */
type Data = { data: string; entry_id: null } | { data: null; entry_id: string }

/** Adds an event to the event log without delivering it. */
export function appendEvent({ write, tenant, now }: Context, event: string, object: string, data: Data, sequence: number) {
  const row = { tenant_id: tenant.id, id: newId(now), event, created_at: now }
  write(events.insert({ ...row, object_id: object, ...data, sequence }))
  return row
}

/**
 * Ends every write of a resource: the change, its event and its audit entry are in one commit. The event carries the object as REST
 * renders it, whatever the origin of the change.
 */
export function publish(ctx: Context, event: `${string}.${Action}`, object: Published, before?: Published) {
  const change = changeOf(event, object, before)
  const data = eventData(change.kind, object)
  const entry = appendEntry(ctx, change)
  // The entry of a create has the same text, so it is stored once: a quarter of what a create writes to the log.
  const stored = entry.after === data ? { data: null, entry_id: entry.id } : { data, entry_id: null }
  const published = appendEvent(ctx, event, object._id, stored, sequenceOf(event, object))
  ctx.published.set(data, published.id)
  fanOut(ctx, published)
}
