type Page<T> = { data: readonly T[]; hasMore: boolean }
type PageQuery = { limit: number; startingAfter?: string | undefined }

/** All rows of a list, page by page. `read` gets the parameters of each page. */
export async function readAll<T extends { _id: string }>(read: (query: PageQuery) => Promise<Page<T>>): Promise<readonly T[]> {
  const rows: T[] = []
  for (let hasMore = true; hasMore;) {
    const page = await read({ limit: 100, startingAfter: rows.at(-1)?._id })
    rows.push(...page.data)
    hasMore = page.hasMore
  }
  return rows
}
