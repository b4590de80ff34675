import type { Context } from "../../kit/db/context.ts"

/** Port: what later slices have open at a provider. A connection keeps its credentials as long as anything is. */
export type ConnectionDependent = { hasOpen(ctx: Context, connection: string): Promise<boolean> }
