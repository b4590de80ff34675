import { audit } from "./audit.ts"
import type { Context } from "./context.ts"
import { fanOut } from "./fan-out.ts"
import { newId } from "./id.ts"
import { appendOnly } from "./table.ts"

const events = appendOnly("events", {
  tenant_id: "text",
  id: "text",
  event: "text",
  object_id: "text",
  data: "text",
  sequence: "bigint",
  created_at: "timestamptz",
})

type Action = "create" | "update" | "delete"
type Shown = { _id: string; version?: number }

/** Into the event log, for whoever looks there. */
export function note({ write, tenant, now }: Context, event: string, object: string, data: string, sequence: number) {
  const row = { tenant_id: tenant.id, id: newId(now), event, created_at: now }
  write(events.insert({ ...row, object_id: object, data, sequence }))
  return row
}

/** Events of one object count up with its version; its end comes after its last change. */
export const sequenceOf = (event: string, { version = 1 }: { version?: number }) => version + (event.endsWith(".delete") ? 1 : 0)

/**
 * Every write of a resource ends here: the change, its news and its place in the audit log commit together or not at all.
 * The news is the object as REST shows it, whatever the origin of the change.
 */
export function publish(ctx: Context, event: `${string}.${Action}`, object: Shown, before?: Shown) {
  const [kind = "", action] = event.split(".")
  const noted = note(ctx, event, object._id, JSON.stringify(object), sequenceOf(event, object))
  fanOut(ctx, noted)
  const change = action === "delete" ? { before: object } : { after: object, ...(before && { before }) }
  audit(ctx, { action: event, kind, id: object._id, ...change })
}
