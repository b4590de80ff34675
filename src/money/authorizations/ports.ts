import type { Context } from "../../kit/db/context.ts"
import type { AuthorizationRow } from "./store.ts"

/** Port: what follows when a mandate becomes active, in the same commit. Later slices implement it, and app.ts connects them. */
export type AuthorizationDependent = { activated(ctx: Context, authorization: AuthorizationRow): Promise<void> }

let dependents: readonly AuthorizationDependent[] = []

export const connectAuthorizationDependents = (implemented: readonly AuthorizationDependent[]) => void (dependents = implemented)

export async function tellActivated(ctx: Context, authorization: AuthorizationRow) {
  for (const dependent of dependents) await dependent.activated(ctx, authorization)
}
