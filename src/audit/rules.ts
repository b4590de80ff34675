/** What the first link leans on. */
export const origin = "countersign"

export type Sealed = { id: string; digest: string }

/** What a link's hash covers: the link before it and, in order, each entry's id and digest. The worker's statement says the same. */
export const sealedText = (previous: string, entries: readonly Sealed[]) =>
  [previous, ...entries.map(({ id, digest }) => `${id} ${digest}`)].join("\n")
