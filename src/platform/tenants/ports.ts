import type { Context } from "../../kit/db/context.ts"
import type { RoleHolder } from "../../kit/pure/permissions.ts"

/** Port: what must change in the same commit as a user. Later slices implement it, and app.ts passes it in to avoid a circular import. */
export type UserDependent = {
  /** The user was disabled or its API key deleted. It may be called again for the same user. */
  left(ctx: Context, user: string): Promise<void>
  /** These users got another role, or their role got other permissions. */
  changedRole?(ctx: Context, users: readonly string[], holder: RoleHolder): Promise<void>
}
