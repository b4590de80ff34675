import { metadataMost } from "./fields.ts"
import { invalid } from "./problem.ts"

/** Metadata is changed entry by entry: what is sent is set, an empty text takes the entry away. */
export function mergedMetadata(before: Record<string, string>, sent: Record<string, string> = {}): Record<string, string> {
  const entries = Object.entries({ ...before, ...sent }).filter(([key, value]) => value !== "" || sent[key] !== "")
  if (entries.length > metadataMost)
    throw invalid("metadata", `must have at most ${metadataMost} entries; with these it would have ${entries.length}`)
  return Object.fromEntries(entries)
}
