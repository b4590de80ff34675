import { type ErrorFamily, Problem } from "../../kit/pure/problem.ts"

export type CatalogueEntry = {
  code: string
  status: number
  sentence: string
  /** The text of the message, with the names of its values in braces. */
  template: string
  retryable: boolean
  /** The code for agents, if it differs. */
  agentCode: string | undefined
}
export type CatalogueFamily = { letters: string; title: string; about: string; entries: CatalogueEntry[] }

/** Every code of the application as people read it, by family, in the order of the slices. */
export function catalogueOf(families: readonly ErrorFamily[]): CatalogueFamily[] {
  return families.map(({ title, about, entries }) => {
    const codes = Object.keys(entries)
    return { letters: lettersOf(codes[0]!), title, about, entries: codes.map(code => entryOf(code, entries[code]!)) }
  })
}

/** The sentence of every code. A client that writes amounts and dates in its own way fills in the `details` itself. */
export const templatesOf = (families: readonly ErrorFamily[]): Record<string, string> =>
  Object.fromEntries(families.flatMap(({ entries }) => Object.entries(entries).map(([code, [, sentence]]) => [code, sentence])))

export const lettersOf = (code: string) => code.slice(0, code.indexOf("-"))

function entryOf(code: string, entry: ErrorFamily["entries"][string]): CatalogueEntry {
  const { retryable, agentCode, status } = new Problem(code, entry)
  const template = entry[1]
  return { code, status, template, sentence: sentences[code] ?? template, retryable, agentCode: agentCode === code ? undefined : agentCode }
}

/** These messages are written where they are thrown, so the catalogue describes them here. */
const sentences: Record<string, string> = {
  "VAL-1002": "A required field is missing; the message names it",
  "VAL-1003": "A value is invalid; the message names the field and what it must be",
  "VAL-1005": "A field is not part of this request; the message names it",
}
