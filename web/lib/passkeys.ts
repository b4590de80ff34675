import { ApiError, call, request } from "../client.ts"
import { t } from "./translate.ts"

/** Whether this browser makes and uses passkeys. */
export const knowsPasskeys = () =>
  typeof PublicKeyCredential !== "undefined" && typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function"

/** Browsers say the same when a person cancels, waits too long or has no passkey. */
function failureOf(error: DOMException): string {
  if (error.name === "NotAllowedError") return t`No passkey was used. Try again, or use your password.`
  if (error.name === "InvalidStateError") return t`This device already has a passkey for this account.`
  if (error.name === "SecurityError") return t`Passkeys work only under the address of this service that its operator has set.`
  return error.message
}

/** Asks the browser to make a passkey. */
export async function addPasskey(name: string) {
  const options = await call("POST /v1/passkeys/options", {})
  return inWords(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const credential = await navigator.credentials.create({ publicKey })
    return request("POST /v1/passkeys/create", { name, credential: toJson(credential) })
  })
}

/** Asks the browser for one of this person's passkeys, which confirms the session. */
export async function confirmByPasskey() {
  const options = await call("POST /v1/passkeys/confirm-options", {})
  return inWords(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = await navigator.credentials.get({ publicKey })
    return request("POST /v1/passkeys/confirm", { credential: toJson(credential) })
  })
}

function toJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException(t`The browser answered without a passkey.`)
  return credential.toJSON()
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DOMException) throw new ApiError(0, { code: "passkey", message: failureOf(error) })
    throw error
  }
}
