/** Whether two values are the same JSON, whatever the order of their keys, because PostgreSQL reorders the keys of jsonb. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  return [...Object.keys(a), ...Object.keys(b)].every(key => isSameJson(own(a, key), own(b, key)))
}

/** An absent key is the same as an undefined one, as in JSON.stringify. Inherited keys do not count. */
const own = (object: Record<string, unknown>, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !(value instanceof Date)
