/** Metadata is changed entry by entry: what is sent is set, an empty text takes the entry away. */
export function mergedMetadata(before: Record<string, string>, sent: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([key, value]) => value !== "" || sent[key] !== ""))
}
