import { generalProblem } from "../../kit/pure/errors.ts"
import { builtIn, type Role } from "../../kit/pure/permissions.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { randomText } from "../../kit/service/crypto.ts"
import { hashPassword } from "../../kit/service/password-hash.ts"
import { insertAccount } from "../accounts/store.ts"
import { findUserByEmail, insertUser } from "./store.ts"

/** Creates a user with a random password, which is returned here and stored only as a hash. */
export async function createPerson(tenant: string, { email, name, role }: { email: string; name: string; role: Role }) {
  const password = randomText(15)
  const passwordHash = await hashPassword(password)
  return asSystem(tenant, "user create", async ctx => {
    const existing = await findUserByEmail(ctx, email)
    if (existing) throw generalProblem("GEN-1010", { kind: "user", field: "email", _id: existing.id })
    const { id } = insertUser(ctx, { type: "person", email, name, ...builtIn(role) })
    insertAccount(ctx, id, passwordHash)
    return { userId: id, tenantId: tenant, email, role, password }
  })
}
