/** The cache is cleared when it has this many entries. This is rare, and simpler than evicting. */
const maxEntries = 1000

/** Memoizes a pure function of strings. Undefined results are not kept. */
export function memoize<Args extends string[], Result>(compute: (...args: Args) => Result): (...args: Args) => Result {
  const results = new Map<string, Result>()
  return (...args) => {
    const name = args.length === 1 ? args[0]! : args.join("\n")
    const existing = results.get(name)
    if (existing !== undefined) return existing
    const result = compute(...args)
    if (results.size >= maxEntries) results.clear()
    if (result !== undefined) results.set(name, result)
    return result
  }
}
