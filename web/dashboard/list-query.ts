import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query"
import { request } from "../client.ts"
import { type Resource, type Row } from "./resource.ts"

export type Page = { rows: Row[]; hasMore: boolean; count: number }
export type Filters = Record<string, string>
/** Filters, sort and page of a list are in its address, so that a link shows the same rows. */
export type ListSearch = Record<string, string>

export const pageSize = 25

export async function fetchPage(resource: Resource, query: object, signal?: AbortSignal): Promise<Page> {
  const body = (await request(`GET /v1/${resource.key}`, query, signal && { signal })) as {
    data: Row[]
    hasMore: boolean
    count: number
  }
  return { rows: body.data, hasMore: body.hasMore, count: body.count }
}

export function usePage(resource: Resource, query: Filters | undefined) {
  return useQuery({
    queryKey: [resource.key, "list", query],
    queryFn: ({ signal }) => fetchPage(resource, query!, signal),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** How many rows each tab has under the other filters. */
export function useTabCounts(resource: Resource, filters: Filters | undefined): (number | undefined)[] {
  const { tabs } = resource
  const counts = useQueries({
    queries: ["", ...(tabs?.values ?? [])].map(value => {
      const query = { ...filters, limit: "1", ...(value !== "" && { [tabs!.field]: value }) }
      return {
        queryKey: [resource.key, "count", query],
        queryFn: () => fetchPage(resource, query),
        enabled: tabs !== undefined && filters !== undefined,
        placeholderData: keepPreviousData,
      }
    }),
  })
  return counts.map(({ data }) => data?.count)
}
