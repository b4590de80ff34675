import type { Context } from "../../kit/db/context.ts"

/**
 * Port: ends what depends on a person's sessions, in the commit in which the person signs out everywhere, or in which a new password or
 * second factor ends earlier sessions.
 */
export type SignOutDependent = { signedOut(ctx: Context, user: string): Promise<void> }

/**
 * Port: refuses a person who may not sign in with a password or a passkey, in the commit in which the session begins. Single sign-on
 * implements it, app.ts connects it.
 */
export type SignInRule = (ctx: Context, user: string) => Promise<void>

export let assertMaySignIn: SignInRule = () => {
  throw new Error("no rule for sign-in is connected: import app.ts first")
}
export const connectSignInRule = (rule: SignInRule) => void (assertMaySignIn = rule)
