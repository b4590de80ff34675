import type { Output } from "../client.ts"
import { isKeptByView } from "./list-filters.ts"
import type { Layout } from "./list-layout.ts"
import type { ListSearch } from "./list-query.ts"

export type View = Output<"GET /v1/saved-views/{id}">

/** What a view stores of a list. */
export type ViewContent = Pick<View, "query" | "columns" | "density">

/** The filters, sort order and search text of an address with the columns that are shown. */
export const contentOf = (search: ListSearch, { columns, density }: Layout): ViewContent => ({
  query: Object.fromEntries(Object.entries(search).filter(([name]) => isKeptByView(name))),
  columns: columns ? [...columns] : null,
  density: density ?? "comfortable",
})

export const layoutOf = ({ columns, density }: View): Layout => ({
  ...(columns && { columns }),
  ...(density === "compact" && { density }),
})

const sorted = ({ query, columns, density }: ViewContent) =>
  JSON.stringify([Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)), columns, density])
export const isSameContent = (a: ViewContent, b: ViewContent) => sorted(a) === sorted(b)
