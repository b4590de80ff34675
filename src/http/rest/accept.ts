/** Whether a client prefers CSV: its header Accept names text/csv, and JSON not or with a lower weight. */
export function prefersCsv(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/csv/i.test(accept)) return false // nearly every request
  const csv = weightOf(accept, "text/csv")
  return csv > 0 && csv > weightOf(accept, "application/json")
}

/** 0 for a type that the header does not name. */
function weightOf(accept: string, type: string): number {
  const parts = accept.split(",").map(part =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  const named = parts.find(([name]) => name === type)
  if (!named) return 0
  const weight = named.find(parameter => parameter.startsWith("q="))
  return weight === undefined ? 1 : Number(weight.slice("q=".length)) || 0
}
