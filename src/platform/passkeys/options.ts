import type { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { type Bound, issueChallenge } from "./challenge.ts"
import { algorithms, challengeMs, handleOf } from "./rules.ts"
import type { CreationOptions, RequestOptions } from "./schema.ts"
import type { PasskeyRow } from "./store.ts"
import { relyingParty } from "./verify.ts"

const type = "public-key" as const
const describe = ({ credential_id: id, transports }: PasskeyRow) => ({ type, id, transports })

/** What a browser needs to make a passkey that it finds again by itself, and that verifies the person. */
export const creationOptions = (
  { caller, tenant }: Context,
  bound: Bound,
  passkeys: readonly PasskeyRow[],
): z.output<typeof CreationOptions> => ({
  challenge: issueChallenge(bound),
  rp: { id: relyingParty().id, name: "Countersign" },
  user: { id: handleOf(tenant.id, caller.user), name: caller.email, displayName: `${caller.name}, ${tenant.name}` },
  pubKeyCredParams: algorithms.map(alg => ({ type, alg })),
  timeout: challengeMs,
  excludeCredentials: passkeys.map(describe),
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none",
})

/** Without passkeys the browser offers all that it has for this host. */
export const requestOptions = (bound: Bound, passkeys: readonly PasskeyRow[] = []): z.output<typeof RequestOptions> => ({
  challenge: issueChallenge(bound),
  rpId: relyingParty().id,
  timeout: challengeMs,
  allowCredentials: passkeys.map(describe),
  userVerification: "required",
})
