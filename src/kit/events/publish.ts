import { appendOnly } from "../db/append-only.ts"
import { bigint, text, timestamptz } from "../db/columns.ts"
import type { Context } from "../db/context.ts"
import { newId } from "../pure/id.ts"
import { audit, changeOf } from "./audit.ts"
import { eventFilters, fanOut } from "./ports.ts"

const events = appendOnly("events", {
  tenant_id: text,
  id: text,
  event: text,
  object_id: text,
  data: text,
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

/** Adds an event to the event log without delivering it. */
export function appendEvent({ write, tenant, now }: Context, event: string, object: string, data: string, sequence: number) {
  const row = { tenant_id: tenant.id, id: newId(now), event, created_at: now }
  write(events.insert({ ...row, object_id: object, data, sequence }))
  return row
}

/** The events of an object are numbered by its version; its deletion comes after its last change. */
export const sequenceOf = (event: string, { version = 1 }: { version?: number }) => version + (event.endsWith(".delete") ? 1 : 0)

/**
 * Ends every write of a resource: the change, its event and its audit entry are in one commit. The event carries the object as REST
 * renders it, whatever the origin of the change.
 */
export function publish(ctx: Context, event: `${string}.${Action}`, object: Published, before?: Published) {
  const change = changeOf(event, object, before)
  fanOut(ctx, appendEvent(ctx, event, object._id, eventData(change.kind, object), sequenceOf(event, object)))
  audit(ctx, change)
}
