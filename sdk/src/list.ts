/** One page of a list. Some lists hold their rows under a name in `data`. */
export type Page = { data: unknown; hasMore: boolean; count: number }

type RowOf<P> = P extends { data: readonly (infer T)[] } ? T : P extends { data: Record<string, readonly (infer T)[]> } ? T : never

/** `await` gives one page; `for await` gives every row, and reads the next page when it is needed. */
export type List<P extends Page> = PromiseLike<P> & AsyncIterable<RowOf<P>>

type Query = { limit?: number | undefined; startingAfter?: string | undefined }

/** Rows are read in pages of this size, unless the caller sets a limit. */
const maxLimit = 100

/** Nothing is sent until the list is awaited or iterated. */
export function makeList<P extends Page>(query: Query, fetchPage: (query: Query) => Promise<P>): List<P> {
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- so that `await` gives the page
    then: (onPage, onError) => fetchPage(query).then(onPage, onError),
    async *[Symbol.asyncIterator]() {
      for (let next: Query = { limit: maxLimit, ...query }; ;) {
        const page = await fetchPage(next)
        const rows = rowsOf(page) as RowOf<P>[]
        yield* rows
        const last = rows.at(-1) as { _id?: unknown } | undefined
        if (!page.hasMore) return
        if (typeof last?._id !== "string") throw new Error("This list has more rows than one page, and no way to the next one.")
        next = { ...next, startingAfter: last._id }
      }
    },
  }
}

function rowsOf({ data }: Page): readonly unknown[] {
  return Array.isArray(data) ? data : (Object.values(data as Record<string, unknown[]>).find(Array.isArray) ?? [])
}
