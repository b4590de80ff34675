/** A part of a list: its rows, whether more follow, and how many there are in all. */
export type Page<T> = { data: T[]; hasMore: boolean; count: number }
