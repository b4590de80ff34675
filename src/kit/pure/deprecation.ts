import type { z } from "zod"

/** What still works but should not be used in new programs. The days are in UTC. */
export type Deprecation = {
  /** The day from which on it is deprecated, such as 2027-01-31. */
  since: string
  /** The day after which nobody should rely on it. It works on, because /v1 never breaks. */
  sunset?: string
  /** What to use now, as part of a sentence: "POST /v1/orders/create". */
  instead: string
}

/** Marks a field. Its description says so, and so do the headers of responses to requests that have it. */
export function deprecatedField<T extends z.ZodType>(schema: T, deprecation: Deprecation): T {
  const { description } = schema.meta() ?? {}
  const sentence = deprecationSentence(deprecation)
  return schema.meta({
    description: description ? `${description}. ${sentence}` : sentence,
    deprecated: true,
    "x-deprecation": deprecation,
  })
}

export const findDeprecation = (schema: z.ZodType) => schema.meta()?.["x-deprecation"] as Deprecation | undefined

export const deprecationSentence = ({ since, sunset, instead }: Deprecation) =>
  `Deprecated since ${since}${sunset ? `, do not rely on it after ${sunset}` : ""}: use ${instead}`

/** RFC 9745 and RFC 8594. */
export function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset && { sunset: new Date(sunset).toUTCString() }),
  }
}

/** Of several, the first that became deprecated, with the first day on which one of them should not be relied on any more. */
export function earliest(all: readonly Deprecation[]): Deprecation | undefined {
  const first = all.toSorted((a, b) => (a.since < b.since ? -1 : 1))[0]
  const sunset = all
    .flatMap(each => each.sunset ?? [])
    .toSorted()
    .at(0)
  return first && { ...first, ...(sunset && { sunset }) }
}
