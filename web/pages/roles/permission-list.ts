import { grantable, type Permission, permissions } from "../../../src/kit/pure/permissions.ts"

/** The groups of which a role sees or changes the objects: `contacts` of `contacts.view` and `contacts.edit`. */
export const groups = permissions.flatMap(permission => {
  const [group, verb] = permission.split(".")
  return verb === "edit" && group ? [group] : []
})

const isOfGroup = (permission: Permission) => groups.some(group => permission === `${group}.view` || permission === `${group}.edit`)

/** The permissions that stand alone. */
export const special = permissions.filter(permission => !isOfGroup(permission))
export const grantableSpecial = special.filter(permission => grantable.includes(permission))

export type Access = "none" | "view" | "edit"
export const accessOf = (held: readonly string[], group: string): Access =>
  held.includes(`${group}.edit`) ? "edit" : held.includes(`${group}.view`) ? "view" : "none"

export const withAccess = (held: readonly string[], group: string, access: Access): string[] => [
  ...held.filter(each => !each.startsWith(`${group}.`) || special.some(permission => permission === each)),
  ...(access === "none" ? [] : [`${group}.view`]),
  ...(access === "edit" ? [`${group}.edit`] : []),
]
