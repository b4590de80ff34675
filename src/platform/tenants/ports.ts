import type { Context } from "../../kit/db/context.ts"
import type { Role } from "../../kit/pure/permissions.ts"

/** Port: what must change in the same commit as a user. Later slices implement it, and app.ts passes it in to avoid a circular import. */
export type UserDependent = {
  /** The user was disabled or its API key deleted. It may be called again for the same user. */
  left(ctx: Context, user: string): Promise<void>
  /** The user got another role. */
  changedRole?(ctx: Context, user: string, role: Role): Promise<void>
}
