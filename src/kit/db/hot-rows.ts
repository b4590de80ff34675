/**
 * After a conflict all requests lock the row for this long. With the version check alone, one row that everybody pays fell to 5
 * payments a second.
 */
const hotMs = 1000
const hotUntil = new Map<string, number>()

export function markHot(rows: string[]) {
  for (const row of rows) hotUntil.set(row, performance.now() + hotMs)
}

export function isHot(row: string): boolean {
  const until = hotUntil.get(row)
  if (until === undefined || until > performance.now()) return until !== undefined
  hotUntil.delete(row)
  return false
}
