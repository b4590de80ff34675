import { operation } from "../../kit/operation/operation.ts"
import { SearchQuery, SearchResult } from "./schema.ts"
import { type Match, searchContacts, searchPartnerships } from "./store.ts"

export const searchOperations = [
  operation({
    tool: "search",
    noun: "search",
    summary:
      "Fuzzy search in contacts and partnerships by name, e-mail or keyword. If you know the reference, use contact_get or partnership_get",
    needs: "contacts.view",
    effect: "read",
    input: SearchQuery,
    output: SearchResult,
    async run(ctx, { query, type, limit }) {
      const text = query.toLowerCase()
      const mayViewPartnerships = ctx.caller.permissions.has("partnerships.view")
      const matches: Match[] = [
        ...(type === "partnerships" ? [] : await searchContacts(ctx, text, limit + 1)),
        ...(type === "contacts" || !mayViewPartnerships ? [] : await searchPartnerships(ctx, text, limit + 1)),
      ].sort((a, b) => b.similarity - a.similarity)
      const results = matches.slice(0, limit).map(match => ({ type: match.type, _id: match.id, title: match.title, detail: match.detail }))
      return { results, count: results.length, hasMore: matches.length > limit }
    },
  }),
]
