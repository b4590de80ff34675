/** Stands for the previous hash in the first link of a chain. */
export const firstPreviousHash = "countersign"

type SealedEntry = { id: string; digest: string }

/** The text that a link's hash covers: the previous hash, then the id and digest of each entry. `sealNext` builds the same text in SQL. */
export const linkText = (previous: string, entries: readonly SealedEntry[]) =>
  [previous, ...entries.map(({ id, digest }) => `${id} ${digest}`)].join("\n")
