import { missingPermission, type Permission, type Role } from "../../kit/pure/permissions.ts"
import { generalProblem } from "../../kit/pure/errors.ts"

/** Nobody grants, changes or deletes what holds more than they do: users, API keys and whatever else acts with a role. */
export function assertHoldsAll(held: ReadonlySet<Permission>, role: Role) {
  const permission = missingPermission(held, role)
  if (permission) throw generalProblem("PRM-1002", { role, permission })
}

type Owner = { type: "person" | "api-key"; role: Role; active: boolean }

/** A tenant always has one: a person who can sign in and name others. */
export const isActiveSuperAdmin = ({ type, role, active }: Owner) => type === "person" && role === "super-admin" && active
