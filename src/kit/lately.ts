/** How many are remembered. Then all are forgotten at once: it costs a moment, and nobody has to keep order. */
const most = 1000

/** A pure function that is asked the same again and again: what it made lately is kept. What it refuses, as undefined, is not. */
export function lately<From extends string[], Made>(make: (...from: From) => Made): (...from: From) => Made {
  const known = new Map<string, Made>()
  return (...from) => {
    const name = from.length === 1 ? from[0]! : from.join("\n")
    const kept = known.get(name)
    if (kept !== undefined) return kept
    const made = make(...from)
    if (known.size >= most) known.clear()
    if (made !== undefined) known.set(name, made)
    return made
  }
}
