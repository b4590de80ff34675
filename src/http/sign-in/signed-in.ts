import type { FastifyRequest } from "fastify"
import { authenticate, type Identity } from "../../kit/operation/ports.ts"
import { readSessionCookie } from "../../platform/sessions/cookie.ts"

/**
 * The signed-in person of a request's cookie, with tenant and permissions as they are now. Call `assertOwnOrigin` before a form changes
 * something.
 */
export async function findSignedIn({ headers }: Pick<FastifyRequest, "headers">): Promise<Identity | undefined> {
  const session = readSessionCookie(headers.cookie)
  return session ? authenticate(session) : undefined
}
