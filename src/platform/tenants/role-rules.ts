import { generalProblem, invalidField } from "../../kit/pure/errors.ts"
import { isBuiltIn, neededBeside, type Permission, permissions, roleNameOf } from "../../kit/pure/permissions.ts"
import { tenantProblem } from "./errors.ts"

/** The dashboard shows all of them beside each other. */
export const maxRoles = 100

/** In the order of the fixed list, so that the same set is always the same list. */
export const inOrder = (chosen: readonly Permission[]): Permission[] => permissions.filter(each => chosen.includes(each))

/** A right to change something without the right to see it would show it all the same, in the response. */
export function assertSeesWhatItChanges(chosen: readonly Permission[]) {
  for (const [index, permission] of chosen.entries()) {
    const needed = neededBeside(permission)
    if (needed && !chosen.includes(needed)) throw invalidField(`permissions[${index}]`, `${permission} needs ${needed} as well`)
  }
}

/** People tell roles apart by their names, so none may look like a built-in one. */
export function assertNotBuiltIn(name: string) {
  const key = name.toLowerCase().replaceAll(/[\s_-]+/g, "-")
  if (!isBuiltIn(key)) return
  throw invalidField("name", `must not be the name of the built-in role ${roleNameOf({ role: key, own_role: null })}`)
}

/** Nobody makes a role of permissions that they lack, or changes or deletes a role that has some. */
export function assertMayGrant(held: ReadonlySet<Permission>, role: string, granted: readonly Permission[]) {
  const permission = granted.find(each => !held.has(each))
  if (permission) throw generalProblem("PRM-1002", { role, permission })
}

export function assertBelowMaxRoles(count: number) {
  if (count >= maxRoles) throw tenantProblem("ROL-1001", { max: maxRoles })
}

const maxNamed = 5

/** A disabled user does not count: it can do nothing with the role. */
export function assertUnused(role: string, holders: readonly { name: string; type: string; active: boolean }[]) {
  const active = holders.filter(each => each.active)
  if (active.length === 0) return
  const named = active.slice(0, maxNamed).map(({ name, type }) => (type === "api-key" ? `the key ${name}` : name))
  const more = active.length > maxNamed ? ` and ${active.length - maxNamed} more` : ""
  throw tenantProblem("ROL-1002", { role, users: named.join(", ") + more })
}
