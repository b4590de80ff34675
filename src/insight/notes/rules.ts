import type { Caller } from "../../kit/pure/caller.ts"
import { type Permission, permissionsOf, type RoleHolder } from "../../kit/pure/permissions.ts"
import { noteProblem } from "./errors.ts"

/** A note is its author's, so that nobody puts words into the mouth of a colleague. */
export function assertAuthor({ user_id }: { user_id: string }, { user }: Pick<Caller, "user">) {
  if (user_id !== user) throw noteProblem("NOT-2001")
}

type Person = RoleHolder & { id: string; name: string; type: string; active: boolean }

/** A mail about a note shows its text, so it goes only to people who may read it. */
export function assertMayBeMentioned({ name, type, active, ...holder }: Person, needs: Permission | undefined) {
  const held = permissionsOf(holder)
  const mayRead = held.has("notes.view") && (needs === undefined || held.has(needs))
  if (!active || type !== "person" || !mayRead) throw noteProblem("NOT-1002", { name })
}

/** Who gets a mail: those who were not mentioned before, but never the author. */
export const newlyMentioned = (before: readonly string[], after: readonly string[], author: string): string[] =>
  [...new Set(after)].filter(user => user !== author && !before.includes(user))

/** Each label once, in the order of the alphabet. */
export const distinctTags = (tags: readonly string[]): string[] => [...new Set(tags)].toSorted()
