import type { Context } from "../../kit/db/context.ts"
import type { MandateRequest } from "../gateways/gateway.ts"
import type { AuthorizationRow } from "./store.ts"

/** Port: what later slices know of a mandate. They implement it, and app.ts connects them. */
export type AuthorizationDependent = {
  /** What follows when a mandate becomes active, in the same commit. */
  activated(ctx: Context, authorization: AuthorizationRow): Promise<void>
  /** How its payer agreed, where the payer signed it on a page of ours. */
  acceptanceOf(ctx: Context, authorization: AuthorizationRow): Promise<Acceptance | undefined>
}
type Acceptance = NonNullable<MandateRequest["acceptance"]>

let dependents: readonly AuthorizationDependent[] = []

export const connectAuthorizationDependents = (implemented: readonly AuthorizationDependent[]) => void (dependents = implemented)

export async function tellActivated(ctx: Context, authorization: AuthorizationRow) {
  for (const dependent of dependents) await dependent.activated(ctx, authorization)
}

export async function findAcceptance(ctx: Context, authorization: AuthorizationRow): Promise<Acceptance | undefined> {
  for (const dependent of dependents) {
    const acceptance = await dependent.acceptanceOf(ctx, authorization)
    if (acceptance) return acceptance
  }
  return undefined
}
