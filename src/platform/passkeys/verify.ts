import { config } from "../../kit/service/config.ts"
import { log } from "../../kit/service/log.ts"
import { lazily } from "../../kit/service/lazily.ts"
import { passkeyProblem } from "./errors.ts"
import { algorithms } from "./rules.ts"
import type { Assertion, Attestation } from "./schema.ts"
import type { PasskeyRow } from "./store.ts"

/** With what it brings it takes a tenth of a second to load, so only who uses passkeys waits for it. */
const library = lazily(() => import("@simplewebauthn/server"))

/** A passkey works for the host of BASE_URL alone, and answers only pages of its origin. */
export const relyingParty = () => {
  const { hostname, origin } = new URL(config.BASE_URL)
  return { id: hostname, origin }
}

type Added = Pick<PasskeyRow, "credential_id" | "public_key" | "counter" | "is_synced">

/** The public key of a new passkey, whose authenticator has verified the person. */
export async function verifyAttestation({ id, rawId, type, response }: Attestation, challenge: string): Promise<Added> {
  const { clientDataJSON, attestationObject } = response
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await orRefused(
    verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty().origin,
      expectedRPID: relyingParty().id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!registrationInfo) throw passkeyProblem("PSK-1001")
  const { credential, credentialBackedUp } = registrationInfo
  const { id: credential_id, publicKey, counter } = credential
  return { credential_id, public_key: Buffer.from(publicKey).toString("base64url"), counter, is_synced: credentialBackedUp }
}

/** The counter of the authenticator, which has verified the person and signed the challenge for a page of ours. */
export async function verifyAssertion({ id, rawId, type, response }: Assertion, row: PasskeyRow, challenge: string): Promise<number> {
  const { clientDataJSON, authenticatorData, signature } = response
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await orRefused(
    verifyAuthenticationResponse({
      response: { id, rawId, type, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty().origin,
      expectedRPID: relyingParty().id,
      requireUserVerification: true,
      credential: { id: row.credential_id, publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")), counter: row.counter },
    }),
  )
  if (!verified) throw passkeyProblem("PSK-1001")
  return authenticationInfo.newCounter
}

/** The library throws for whatever is wrong with an answer. The reason is for the operator; a stranger learns none. */
async function orRefused<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification
  } catch (error) {
    log.info({ error }, "a passkey was not accepted")
    throw passkeyProblem("PSK-1001")
  }
}
