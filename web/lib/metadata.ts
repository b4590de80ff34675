export type Entry = { key: string; value: string }

/** What an update must send so that the entries become these: only what differs, and an empty text for what was removed. */
export function metadataChange(before: Readonly<Record<string, string>>, entries: readonly Entry[]): Record<string, string> {
  const after = new Map(entries.filter(({ key }) => key.trim() !== "").map(({ key, value }) => [key.trim(), value]))
  const removed = Object.keys(before).filter(key => !after.has(key))
  const changed = [...after].filter(([key, value]) => before[key] !== value)
  return Object.fromEntries([...removed.map(key => [key, ""] as const), ...changed])
}

/** A key that stands twice, whose values would overwrite each other. */
export function repeatedKey(entries: readonly Entry[]): string | undefined {
  const keys = entries.map(({ key }) => key.trim()).filter(Boolean)
  return keys.find((key, i) => keys.indexOf(key) !== i)
}
