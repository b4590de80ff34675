import type { Context } from "../../kit/db/context.ts"
import type { Visitor } from "../../kit/operation/operation.ts"
import { consumeNetwork } from "../accounts/attempts-store.ts"
import { assertMaySignIn } from "../sessions/ports.ts"
import { beginProvenSession } from "../sessions/sign-in.ts"
import { findMember } from "../tenants/memberships-store.ts"
import { redeemChallenge } from "./challenge.ts"
import { passkeyProblem } from "./errors.ts"
import { requestOptions } from "./options.ts"
import { isCounterAhead, parseHandle } from "./rules.ts"
import type { Assertion } from "./schema.ts"
import { findPasskey, lockPasskey, notePasskeyUse, type PasskeyRow } from "./store.ts"
import { verifyAssertion } from "./verify.ts"

/** A browser in which nobody is signed in, and the tenant that its page names, if it names one. */
type Place = { browser: string; tenant: string | undefined }

export const signInOptions = (browser: string) => requestOptions({ purpose: "sign-in", holder: browser })

/**
 * Signs a person in who has proved that they hold a passkey and that it is them, which are two factors. The authenticator names the tenant
 * and the user; the passkey is looked up among theirs, so that of another person or tenant is unknown.
 */
export async function signInByPasskey(assertion: Assertion, { browser, tenant }: Place, visitor: Visitor) {
  await consumeNetwork(visitor.origin.address)
  const challenge = await redeemChallenge(assertion.response.clientDataJSON, { purpose: "sign-in", holder: browser })
  const named = parseHandle(assertion.response.userHandle ?? "")
  if (!named || (tenant !== undefined && tenant !== named.tenant)) throw passkeyProblem("PSK-1001")
  const member = await findMember(named.tenant, named.user)
  const passkey = member && (await findPasskey({ tenant: { id: named.tenant }, user: named.user }, assertion.id))
  if (!passkey) throw passkeyProblem("PSK-1001")
  const counter = await verifyAssertion(assertion, passkey, challenge)
  return beginProvenSession(member, visitor, async ctx => {
    await assertMaySignIn(ctx, member.user_id)
    await recordUse(ctx, passkey, counter)
    return { passkey: passkey.id, hasSecondFactor: true }
  })
}

/** Locks the passkey and stores its counter. Refuses one that was removed or used meanwhile. */
export async function recordUse(ctx: Context, passkey: PasskeyRow, counter: number) {
  const locked = await lockPasskey(ctx, passkey)
  if (!locked || !isCounterAhead(counter, locked.counter)) throw passkeyProblem("PSK-1001")
  notePasskeyUse(ctx, locked, counter)
}
