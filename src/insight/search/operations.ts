import { operation } from "../../kit/operation/operation.ts"
import { SearchQuery, SearchResult } from "./schema.ts"
import { searchContacts, searchPartnerships } from "./store.ts"

export const searchOperations = [
  operation({
    route: "GET /v1/search",
    tool: "search",
    noun: "search",
    summary:
      "Fuzzy search in contacts and partnerships by name, e-mail or keyword. If you know the reference, use contact_get or partnership_get",
    needs: "contacts.view",
    effect: "read",
    query: true,
    input: SearchQuery,
    output: SearchResult,
    async run(ctx, { query, type, limit }) {
      const text = query.toLowerCase()
      const mayViewPartnerships = ctx.caller.permissions.has("partnerships.view")
      const found = await Promise.all([
        ...(type === "partnerships" ? [] : [searchContacts(ctx, text, limit)]),
        ...(type === "contacts" || !mayViewPartnerships ? [] : [searchPartnerships(ctx, text, limit)]),
      ])
      const best = found.flatMap(({ matches }) => matches).sort((a, b) => b.similarity - a.similarity)
      const results = best.slice(0, limit).map(match => ({ type: match.type, _id: match.id, title: match.title, detail: match.detail }))
      const count = found.reduce((sum, each) => sum + each.count, 0)
      return { results, count, hasMore: count > results.length }
    },
  }),
]
