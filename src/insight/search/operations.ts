import { operation } from "../../kit/operation/operation.ts"
import { SearchQuery, SearchResult, searchTypes } from "./schema.ts"
import { searchEntries } from "./store.ts"

export const searchOperations = [
  operation({
    route: "GET /v1/search",
    label: "Search contacts and partnerships",
    tool: "search",
    noun: "search",
    summary:
      "Fuzzy search in contacts and partnerships by name, e-mail or keyword. If you know the reference, use contact_get or partnership_get",
    needs: "contacts.view",
    effect: "read",
    query: true,
    input: SearchQuery,
    output: SearchResult,
    async run(ctx, { query, type: only, limit }) {
      const types = searchTypes.filter(each => (!only || each === only) && ctx.caller.permissions.has(`${each}.view`))
      const { matches, count } = await searchEntries(ctx, types, query, limit)
      const results = matches.map(({ type, id, title, detail }) => ({ type, _id: id, title, detail }))
      return { results, count, hasMore: count > results.length }
    },
  }),
]
