import { after } from "node:test"
import pg from "pg"

/** `tenant_id = $1`, `t.tenant_id = r.tenant_id`, `tenant_id = t.id`. */
const predicate = /(?<![.\w])((?:\w+\.)?tenant_id = (?:\$\d+|\w+\.tenant_id|\w+\.id\b|coalesce\(\$\d+, *[\w.]+\)))/g

type Statement = { name?: string; text: string; values?: unknown[] }

/**
 * From now on, until the end of the file, takes the tenant out of the conditions of every statement about one tenant, as if it had been
 * forgotten. Statements about all tenants, such as the look-up of a credential, keep it: no policy guards them. Returns the texts of the
 * statements that were changed.
 */
export function sendWithoutPredicates(): ReadonlySet<string> {
  const changed = new Set<string>()
  const scopes = new WeakMap<object, string>()
  const original = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown

  function send(this: pg.Client, statement: unknown, ...rest: unknown[]) {
    if (typeof statement !== "object" || statement === null || !("text" in statement)) return original.call(this, statement, ...rest)
    const { name, text, values } = statement as Statement
    if (text.includes("set_config('app.tenants'")) scopes.set(this, JSON.stringify(values?.[0]))
    const isOfOne = /^"[0-9a-f]{24}"$/.test(scopes.get(this) ?? "")
    // The names stay in the condition, so that the parameters keep their types.
    const without = isOfOne ? text.replaceAll(predicate, "($1 or true)") : text
    if (without === text) return original.call(this, statement, ...rest)
    changed.add(text)
    return original.call(this, { ...statement, text: without, ...(name && { name: `${name} without` }) }, ...rest)
  }
  pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  after(() => void (pg.Client.prototype.query = original as typeof pg.Client.prototype.query))
  return changed
}
