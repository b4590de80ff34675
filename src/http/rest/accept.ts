/** Whether a client prefers a type to JSON: its header Accept names the type, and JSON not or with a lower weight. */
export function prefers(accept: string | undefined, type: "text/csv" | "application/pdf"): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(type)) return false // nearly every request
  const weight = weightOf(accept, type)
  return weight > 0 && weight > weightOf(accept, "application/json")
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
