import type { Context } from "../../kit/db/context.ts"
import type { SignInRule } from "../sessions/ports.ts"
import type { UserDependent } from "../tenants/ports.ts"
import { ssoProblem } from "./errors.ts"
import { lockConnection, shareConnection, signInUrlOf } from "./store.ts"

/** Passwords and passkeys are refused to everybody but one person while the tenant requires single sign-on. */
export const onlySingleSignOn: SignInRule = async (ctx, user) => {
  const except = (await shareConnection(ctx))?.only_except ?? null
  if (except !== null && except !== user) throw ssoProblem("SSO-1008", { signInUrl: signInUrlOf(ctx.tenant) })
}

/** The person who gets in while the provider can't be used stays an active super admin. */
export const exceptionDependent: UserDependent = {
  left: assertNotException,
  changedRole: async (ctx, users) => {
    for (const user of users) await assertNotException(ctx, user)
  },
}

async function assertNotException(ctx: Context, user: string) {
  if ((await lockConnection(ctx))?.only_except === user) throw ssoProblem("SSO-1011")
}
