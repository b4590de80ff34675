import type { Context } from "../../kit/db/context.ts"

/**
 * Port: what must end in the same commit when a person signs out everywhere, or when a new password or second factor ends what began
 * before it.
 */
export type SignOutDependent = { signedOut(ctx: Context, user: string): Promise<void> }
