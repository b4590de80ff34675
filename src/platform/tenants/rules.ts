import { missingPermission, type Permission, type Role } from "../../kit/pure/permissions.ts"
import { generalProblem } from "../../kit/pure/errors.ts"

/** Nobody grants, changes or deletes a user, an API key or anything else whose role has more permissions than their own. */
export function assertHoldsAll(held: ReadonlySet<Permission>, role: Role) {
  const permission = missingPermission(held, role)
  if (permission) throw generalProblem("PRM-1002", { role, permission })
}

type Owner = { type: "person" | "api-key"; role: Role; active: boolean }

/** A tenant always has at least one: a person who can sign in and appoint others. */
export const isActiveSuperAdmin = ({ type, role, active }: Owner) => type === "person" && role === "super-admin" && active
