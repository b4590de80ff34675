import type { Context } from "../../kit/db/context.ts"

/**
 * Port: ends what depends on a person's sessions, in the commit in which the person signs out everywhere, or in which a new password or
 * second factor ends earlier sessions.
 */
export type SignOutDependent = { signedOut(ctx: Context, user: string): Promise<void> }
