import type { Context } from "../../kit/operation/context.ts"

/**
 * Port: what must change in the same commit when a user is disabled or its API key is deleted. Later slices implement it and app.ts passes
 * it in: no circular import. It may be called again for a user who has left already.
 */
export type UserDependent = { left(ctx: Context, user: string): Promise<void> }
