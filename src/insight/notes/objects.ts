import type { Context } from "../../kit/db/context.ts"
import { assertPermitted } from "../../kit/operation/perform.ts"
import { allOperations } from "../../kit/operation/ports.ts"
import { pathOf } from "../../kit/operation/visible-types.ts"
import type { Permission } from "../../kit/pure/permissions.ts"
import { noteProblem } from "./errors.ts"

/** An object that notes and tags are about, and the permission to see it. */
export type Target = { type: string; id: string; needs: Permission | undefined }

/**
 * Finds the object as its own GET does: with the same permission and the same 404, within the tenant. So every resource has notes and tags
 * without a line of its own.
 */
export async function findTarget(ctx: Context, type: string, reference: string): Promise<Target> {
  const get = allOperations.find(op => pathOf(op) === type && op.needs !== undefined)
  if (!get?.subject) throw noteProblem("NOT-1001", { type })
  assertPermitted(get, ctx.caller)
  const { id } = (await get.subject(ctx, reference)) as { id: string }
  return { type, id, needs: get.needs }
}
