import type { FastifyRequest } from "fastify"
import { parseApiKey } from "../platform/api-keys/key.ts"
import { parseOauthToken } from "../platform/assistants/rules.ts"
import { readSessionCookie } from "../platform/sessions/cookie.ts"
import type { Credential } from "../kit/operation/ports.ts"
import { sha256 } from "../kit/service/crypto.ts"
import { memoize } from "../kit/service/memoize.ts"
import { generalProblem } from "../kit/pure/errors.ts"

type Schemes = "ApiKey" | "ApiKey or Bearer"

/** Reads `Authorization: ApiKey <key>`, for agents also `Bearer <key>` and `Bearer <access token>`, by its hash. */
export function readCredential(header: string | undefined, schemes: Schemes): Credential {
  const credential = readers[schemes](header ?? "")
  if (credential === undefined) throw generalProblem("AUT-1003")
  return credential
}

/** The credential of a REST request: its API key, or without that header the session of its cookie. */
export function readRestCredential({ headers }: Pick<FastifyRequest, "headers">): Credential {
  if (headers.authorization !== undefined) return readCredential(headers.authorization, "ApiKey")
  const session = readSessionCookie(headers.cookie)
  if (session === undefined) throw generalProblem("AUT-1001")
  if (session === null) throw generalProblem("AUT-1005")
  return session
}

/** The hash of a header never changes, so it is memoized. What the key may do is read on each request. */
const createReader = (schemes: Schemes) =>
  memoize((header: string): Credential | undefined => {
    const key = readKey(header, schemes)
    const apiKey = parseApiKey(key)
    if (apiKey) return { kind: "api-key", ...apiKey }
    const token = schemes === "ApiKey" ? undefined : parseOauthToken(key)
    return token && { kind: "assistant", ...token, hash: sha256(key) }
  })
const readers = { ApiKey: createReader("ApiKey"), "ApiKey or Bearer": createReader("ApiKey or Bearer") }

/** Returns the key itself: an API key, an access token, or a demo key. */
export function readKey(header: string | undefined, schemes: Schemes): string {
  if (header === undefined || header === "") throw generalProblem("AUT-1001")
  const [, scheme = "", key] = /^(\S+) +(\S+)$/.exec(header) ?? []
  const isKnownScheme = scheme.toLowerCase() === "apikey" || (schemes !== "ApiKey" && scheme.toLowerCase() === "bearer")
  if (!isKnownScheme || key === undefined) throw generalProblem("AUT-1002")
  return key
}
