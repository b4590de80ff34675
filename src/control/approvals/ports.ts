import type { Context } from "../../kit/db/context.ts"
import type { Approval, Facts } from "./schema.ts"
import type { EntityType } from "./values.ts"

/** Port: what approvals need from a slice whose entities a policy can hold. The slice implements it and app.ts passes it in. */
export type Gate = {
  /** The entity by its id or number, with the facts of a request for it now; undefined when there is none. */
  find(ctx: Context, reference: string): Promise<{ id: string; facts: Omit<Facts, "partnerships"> } | undefined>
  /** Releases the held action in this unit of work. Checks every money rule again, and throws when one refuses. */
  release(ctx: Context, id: string, approval: Approval): Promise<void>
  /** Ends the held action: it was rejected or canceled. */
  stop(ctx: Context, id: string, approval: Approval): Promise<void>
  /** Entities created since then, the newest first, for the preview of a policy. */
  recent(ctx: Context, since: Date, limit: number): Promise<{ id: string; at: Date; facts: Facts }[]>
}
export type Gates = Record<EntityType, Gate>
