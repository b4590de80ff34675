/** The parts of the reference, in their order. */
export const parts = ["Parties", "Catalogue", "Money in", "Money out", "Control", "Reports", "People", "Development"] as const

/** What the reference says about one resource before its operations. */
export type Chapter = {
  part: (typeof parts)[number]
  /** What the resource is, in a sentence. */
  about: string
  /** The guides about it. */
  guides?: readonly string[]
  /** The chapter that comes before it in the same part, if that is not the chapter of the previous slice. */
  after?: string
}

/** By the tag of the routes: `contacts`, `dev/webhooks`. */
export type Chapters = Readonly<Record<string, Chapter>>
