import type { UserDependent } from "../tenants/ports.ts"
import { endSessionsOf } from "./store.ts"

/** A user who is disabled is signed out of this tenant, for good: enabled again, they sign in again. */
export const sessionDependent: UserDependent = { left: async (ctx, user) => endSessionsOf(ctx, user) }
