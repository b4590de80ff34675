import { hashIfWellFormed } from "../platform/api-keys/key.ts"
import type { Credential } from "../kit/operation/authenticator.ts"
import { memoize } from "../kit/service/memoize.ts"
import { generalProblem } from "../kit/pure/errors.ts"

type Schemes = "ApiKey" | "ApiKey or Bearer"

/** Reads `Authorization: ApiKey <key>`, for agents also `Bearer <key>`, by its hash. */
export function readCredential(header: string | undefined, schemes: Schemes): Credential {
  const credential = readers[schemes](header ?? "")
  if (credential === undefined) throw generalProblem("AUT-1003")
  return credential
}

/** The hash of a header never changes, so it is memoized. What the key may do is read on each request. */
const createReader = (schemes: Schemes) =>
  memoize((header: string): Credential | undefined => {
    const hash = hashIfWellFormed(readKey(header, schemes))
    return hash === undefined ? undefined : { kind: "api-key", hash }
  })
const readers = { ApiKey: createReader("ApiKey"), "ApiKey or Bearer": createReader("ApiKey or Bearer") }

/** Returns the key itself: an API key, or a demo key. */
export function readKey(header: string | undefined, schemes: Schemes): string {
  if (header === undefined || header === "") throw generalProblem("AUT-1001")
  const [, scheme = "", key] = /^(\S+) +(\S+)$/.exec(header) ?? []
  const isKnownScheme = scheme.toLowerCase() === "apikey" || (schemes !== "ApiKey" && scheme.toLowerCase() === "bearer")
  if (!isKnownScheme || key === undefined) throw generalProblem("AUT-1002")
  return key
}
