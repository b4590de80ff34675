import type { Context } from "../../kit/db/context.ts"

/** Port: counts the drafts that an agent's client made for a user and that wait for a decision. Later slices implement it. */
export type CountDrafts = (ctx: Context, by: { user: string; client: string }) => Promise<number>
