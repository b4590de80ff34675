import type { Context } from "../../kit/db/context.ts"
import { generalProblem, invalidField } from "../../kit/pure/errors.ts"
import { findChangesAfter } from "./store.ts"

export function assertPast({ now }: Pick<Context, "now">, asOf: Date) {
  if (asOf > now) throw invalidField("asOf", "must not lie in the future")
}

type Known = { _id: string; createdAt: string }
/** What people call the object, and what the audit log calls it. */
type Kind = { noun: string; audits: string }

/**
 * An object as it was shown at a time. The audit log has the fields that each change replaced, so the later changes are undone, the last
 * one first. An object that was created later is unknown.
 */
export async function asKnownAt<O extends Known>(ctx: Context, { noun, audits }: Kind, object: O, asOf: Date): Promise<O> {
  assertPast(ctx, asOf)
  assertExisted(noun, object, asOf)
  const changes = await findChangesAfter(ctx, { type: audits, id: object._id }, asOf)
  return changes.reduce((state, { before, after }) => undo(state, before, after), object)
}

/** What was created later is as unknown as a wrong id. */
export function assertExisted(noun: string, { _id, createdAt }: Known, asOf: Date) {
  if (new Date(createdAt) > asOf) throw generalProblem("GEN-1004", { kind: noun, reference: _id })
}

/** A field that the change added is not in `before`. */
function undo<O extends Known>(state: O, before: object, after: object): O {
  const kept = Object.entries(state).filter(([name]) => !(name in after))
  return { ...Object.fromEntries(kept), ...before } as O
}
