/** Takes the place of the previous hash in the first link of a chain. */
export const firstPreviousHash = "countersign"

type SealedEntry = { id: string; digest: string }

/** The text that a link's hash covers: the previous hash, then the id and digest of each entry. `sealNext` builds the same text in SQL. */
export const linkText = (previous: string, entries: readonly SealedEntry[]) =>
  [previous, ...entries.map(({ id, digest }) => `${id} ${digest}`)].join("\n")

type RedactedEntry = { entry_id: string; digest: string; redacted: string }

const lineOf = ({ entry_id, digest, redacted }: RedactedEntry) => `${entry_id} ${digest} ${redacted}`

export const inOrder = <R extends RedactedEntry>(redactions: readonly R[]): R[] =>
  redactions.toSorted((a, b) => (lineOf(a) < lineOf(b) ? -1 : 1))

/** The text whose hash is in the entry of an act: which entries it redacted, from what and to what. */
export const redactionText = (redactions: readonly RedactedEntry[]): string => inOrder(redactions).map(lineOf).join("\n")
