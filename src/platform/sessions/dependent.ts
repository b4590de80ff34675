import type { UserDependent } from "../tenants/ports.ts"
import { endSessionsOf } from "./store.ts"

/** Disabling a user ends their sessions in this tenant for good: once enabled again, they have to sign in again. */
export const sessionDependent: UserDependent = { left: async (ctx, user) => endSessionsOf(ctx, user) }
