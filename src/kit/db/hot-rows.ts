/**
 * After a conflict all requests lock the row for this long. With the version check alone, a row that everybody pays took only 5 payments a
 * second.
 */
const hotMs = 1000
const hotUntil = new Map<string, number>()
/** Most rows are never asked for again, so beyond this many the expired ones are deleted. */
const maxKept = 1000

export function markHot(rows: string[]) {
  const now = performance.now()
  for (const row of rows) hotUntil.set(row, now + hotMs)
  if (hotUntil.size > maxKept) for (const [row, until] of hotUntil) if (until <= now) hotUntil.delete(row)
}

export function isHot(row: string): boolean {
  const until = hotUntil.get(row)
  if (until === undefined) return false
  if (until > performance.now()) return true
  hotUntil.delete(row)
  return false
}
