import type { Context } from "../../kit/db/context.ts"

/** Port: what later slices have open at a provider. A connection keeps its credentials as long as anything is. */
export type ConnectionDependent = {
  hasOpen(ctx: Context, connection: string): Promise<boolean>
  /** Which of the provider's ids it has objects of. Absent where the provider's balance never names them. */
  findKnown?(ctx: Context, connection: string, references: string[]): Promise<string[]>
}
