import { missingPermission, type Permission, type RoleHolder, roleWordOf } from "../../kit/pure/permissions.ts"
import type { DocumentSettings } from "../../kit/pure/document-settings.ts"
import { generalProblem, invalidField } from "../../kit/pure/errors.ts"

/** Nobody grants, changes or deletes a user, an API key or anything else whose role has more permissions than their own. */
export function assertHoldsAll(held: ReadonlySet<Permission>, holder: RoleHolder) {
  const permission = missingPermission(held, holder)
  if (permission) throw generalProblem("PRM-1002", { role: roleWordOf(holder), permission })
}

type Owner = { type: "person" | "api-key"; role: string; active: boolean }

/** A tenant always has at least one: a person who can sign in and appoint others. */
export const isActiveSuperAdmin = ({ type, role, active }: Owner) => type === "person" && role === "super-admin" && active

/** Tax law asks who issued a numbered document, and a number that was given can't be taken back. */
export function assertCanNumber({ numbered, legalName, address }: DocumentSettings) {
  if (numbered.length > 0 && (legalName === null || address === null))
    throw invalidField("documents.numbered", "needs legalName and address, which every numbered document names")
}
