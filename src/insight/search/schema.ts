import { z } from "zod"
import { Id, text } from "../../kit/pure/fields.ts"

export const searchTypes = ["contacts", "partnerships"] as const
export type SearchType = (typeof searchTypes)[number]

export const SearchQuery = z.object({
  query: text(200, 2).meta({ description: "A name, e-mail, code or a part of one; accents don't matter and small misspellings match too" }),
  type: z.enum(searchTypes).optional().meta({ description: "Search only these" }),
  limit: z.int().min(1).max(100).default(20).meta({ description: "The maximum number of results" }),
})

export const SearchResult = z.object({
  results: z.array(
    z.object({ type: z.enum(searchTypes), _id: Id, title: z.string(), detail: z.string().meta({ description: "E-mail or code" }) }),
  ),
  count: z.int().meta({ description: "The number of all matches" }),
  hasMore: z.boolean(),
})
