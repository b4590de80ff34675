import { hashPassword, randomText } from "../kit/crypto.ts"
import type { Role } from "../kit/permissions.ts"
import { Problem } from "../kit/problem.ts"
import { asSystem } from "../kit/system.ts"
import { findUserByEmail, insertUser } from "./store.ts"

/** A person of a tenant, who signs in with a password that leaves the house here. */
export async function createPerson(tenant: string, { email, name, role }: { email: string; name: string; role: Role }) {
  const password = randomText(15)
  const password_hash = await hashPassword(password)
  return asSystem(
    tenant,
    "user create",
    async ctx => {
      const known = await findUserByEmail(ctx, email)
      if (known) throw new Problem("GEN-1010", { kind: "user", field: "email", _id: known.id })
      const { id } = insertUser(ctx, { type: "person", email, name, role, password_hash })
      return { userId: id, tenantId: tenant, email, role, password }
    },
    "command",
  )
}
