import { operation } from "../kit/operation.ts"
import { SearchQuery, SearchResult } from "./schema.ts"
import { type Found, searchContacts, searchPartnerships } from "./store.ts"

export const searchOperations = [
  operation({
    tool: "search",
    noun: "search",
    summary:
      "Fuzzy search across contacts or partnerships by name, e-mail or keyword. Use contact_get or partnership_get when you know the reference",
    needs: "contacts.view",
    effect: "read",
    input: SearchQuery,
    output: SearchResult,
    async run(ctx, { query, type, limit }) {
      const text = query.toLowerCase()
      const mayPartners = ctx.caller.permissions.has("partnerships.view")
      const found: Found[] = [
        ...(type === "partnerships" ? [] : await searchContacts(ctx, text, limit + 1)),
        ...(type === "contacts" || !mayPartners ? [] : await searchPartnerships(ctx, text, limit + 1)),
      ].sort((a, b) => b.closeness - a.closeness)
      const results = found.slice(0, limit).map(({ id, type: kind, title, detail }) => ({ type: kind, _id: id, title, detail }))
      return { results, count: results.length, hasMore: found.length > limit }
    },
  }),
]
