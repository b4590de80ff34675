import type { Context } from "../../kit/db/context.ts"

/** Port: counts what an agent's client has drafted for a user and nobody has decided on yet. Later slices implement it. */
export type CountDrafts = (ctx: Context, by: { user: string; client: string }) => Promise<number>
