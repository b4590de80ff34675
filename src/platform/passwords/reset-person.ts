import { audit } from "../../kit/events/audit.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { randomText } from "../../kit/service/crypto.ts"
import { hashPassword } from "../../kit/service/password-hash.ts"
import { lockAccount, noEnrolment, saveAccount } from "../accounts/store.ts"
import { deletePasskey, findPasskeys } from "../passkeys/store.ts"
import { endSessionsOf } from "../sessions/store.ts"
import { findUserByEmail } from "../tenants/store.ts"

/**
 * For the operator of the installation: sets a new random password, and removes the second factor and the passkeys, for a person who can't
 * sign in and gets no mail. The password is returned here and stored only as a hash. Every session and assistant of the person ends.
 */
export async function resetPerson(tenant: string, email: string) {
  const password = randomText(15)
  const password_hash = await hashPassword(password)
  return asSystem(tenant, "user reset", async ctx => {
    const user = await findUserByEmail(ctx, email)
    if (user?.type !== "person") throw generalProblem("GEN-1004", { kind: "person", reference: email })
    const account = await lockAccount(ctx, user.id)
    saveAccount(ctx, account, {
      password_hash,
      password_version: account.password_version + 1,
      epoch: account.epoch + 1,
      totp_secret: null,
      ...noEnrolment,
      recovery_hashes: [],
    })
    for (const passkey of await findPasskeys({ tenant: ctx.tenant, user: user.id })) deletePasskey(ctx, passkey)
    endSessionsOf(ctx, user.id)
    audit(ctx, { action: "passwords.reset", kind: "passwords", id: user.id })
    return { userId: user.id, tenantId: tenant, email: user.email, password }
  })
}
