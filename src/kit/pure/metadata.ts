import { maxMetadataEntries } from "./fields.ts"
import { invalidField } from "./errors.ts"

/** Changes metadata entry by entry: an empty text removes its entry. */
export function mergeMetadata(before: Record<string, string>, sent: Record<string, string> = {}): Record<string, string> {
  const entries = Object.entries({ ...before, ...sent }).filter(([key, value]) => value !== "" || sent[key] !== "")
  if (entries.length > maxMetadataEntries)
    throw invalidField("metadata", `must have at most ${maxMetadataEntries} entries; with these it would have ${entries.length}`)
  return Object.fromEntries(entries)
}
