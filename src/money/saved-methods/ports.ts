import type { Context } from "../../kit/db/context.ts"
import type { SavedMethodRow } from "./store.ts"

/** Port: what follows when a method was saved, in the same commit. Later slices implement it, and app.ts connects them. */
export type SavedMethodDependent = { activated(ctx: Context, saved: SavedMethodRow): Promise<void> }

let dependents: readonly SavedMethodDependent[] = []

export const connectSavedMethodDependents = (implemented: readonly SavedMethodDependent[]) => void (dependents = implemented)

export async function tellActivated(ctx: Context, saved: SavedMethodRow) {
  for (const dependent of dependents) await dependent.activated(ctx, saved)
}
